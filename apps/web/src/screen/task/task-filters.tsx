import { type TaskType, taskTypes } from "@dragoman/domain/task"
import { useQuery } from "@tanstack/react-query"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useUser } from "../../feature/session/session.ts"
import { FilterForm } from "../../widget/ui/filter-form.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { possibleAssigneesQuery } from "./assignee-query.ts"
import styles from "./task.module.css"
import { clearedTaskFilters, isFilteredTaskList, type TaskListSearch } from "./task-search.ts"

interface TaskFiltersProps {
  /** null: tasks of all projects, which are all assigned to the caller. */
  readonly project: ProjectModel | null
  readonly languages: ReadonlyArray<LanguageModel>
  readonly search: TaskListSearch
  readonly onChange: (changes: TaskListSearch) => void
}

/** The value of a list of choices for "all of them". */
const all = "ALL"

/** Filters by name, state, type, language and assignee, and the order. */
export const TaskFilters = ({ project, languages, search, onChange }: TaskFiltersProps) => {
  const t = useText()
  return (
    <div className={styles["filters"]}>
      <FilterForm
        label={t("task.filters")}
        isFiltered={isFilteredTaskList(search)}
        onClear={() => onChange(clearedTaskFilters)}
      >
        <TextField
          type="search"
          label={t("task.search")}
          value={search.q ?? ""}
          onChange={(q) => onChange({ q: q || undefined })}
        />
        <Select
          label={t("task.state")}
          value={search.state ?? "open"}
          options={[
            { value: "open", label: t("task.states-open") },
            { value: "closed", label: t("task.states-closed") },
            { value: "all", label: t("task.states-all") }
          ]}
          onChange={(state) => onChange({ state: state === "open" ? undefined : state })}
        />
        <Select<TaskType | typeof all>
          label={t("task.type")}
          value={taskTypes.find((type) => type === search.type) ?? all}
          options={[
            { value: all, label: t("task.any-type") },
            ...taskTypes.map((type) => ({ value: type, label: t(`task.type-${type}`) }))
          ]}
          onChange={(type) => onChange({ type: type === all ? undefined : type })}
        />
        {project !== null && (
          <>
            <Select
              label={t("task.language")}
              value={languages.find(({ tag }) => tag === search.language)?.tag ?? all}
              options={[
                { value: all, label: t("task.any-language") },
                ...languages.map(({ tag }) => ({ value: tag, label: languageName(tag, t.language) }))
              ]}
              onChange={(tag) => onChange({ language: tag === all ? undefined : tag })}
            />
            <AssigneeFilter project={project} search={search} onChange={onChange} />
          </>
        )}
        <Select
          label={t("task.sort")}
          value={search.sort ?? "number"}
          options={[
            { value: "number", label: t("task.sort-number") },
            { value: "due", label: t("task.sort-due") },
            { value: "name", label: t("task.sort-name") }
          ]}
          onChange={(sort) => onChange({ sort: sort === "number" ? undefined : sort })}
        />
      </FilterForm>
    </div>
  )
}

interface AssigneeFilterProps extends Pick<TaskFiltersProps, "search" | "onChange"> {
  readonly project: ProjectModel
}

/** Those who may not assign tasks find their own ones. */
const AssigneeFilter = ({ project, search, onChange }: AssigneeFilterProps) => {
  const t = useText()
  const me = useUser()
  const mayAssign = project.computedPermission.scopes.includes("tasks.edit")
  const { data = [me] } = useQuery({ ...possibleAssigneesQuery(project.id), enabled: mayAssign })
  return (
    <Select
      label={t("task.assignee")}
      value={data.find(({ id }) => String(id) === search.assignee) === undefined ? all : (search.assignee ?? all)}
      options={[
        { value: all, label: t("task.any-assignee") },
        ...data.map(({ id, name, username }) => ({ value: String(id), label: name || username }))
      ]}
      onChange={(assignee) => onChange({ assignee: assignee === all ? undefined : assignee })}
    />
  )
}
