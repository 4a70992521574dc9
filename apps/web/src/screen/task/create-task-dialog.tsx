import { type TaskType, taskTypes } from "@dragoman/domain/task"
import type { TranslationState } from "@dragoman/domain/translation"
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { CreatedTaskModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, type Text, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { dueDateOfDay } from "../../feature/task/task-progress.ts"
import { refreshTasks } from "../../feature/task/task-queries.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { Select } from "../../widget/ui/select.tsx"
import styles from "./task.module.css"
import { TaskFields, useTaskFields } from "./task-fields.tsx"

interface CreateTaskDialogProps {
  readonly project: ProjectModel
  /** The selected keys; null: all keys of the branch. */
  readonly keyIds: ReadonlySet<number> | null
  readonly onClose: () => void
}

const outdated = "OUTDATED"

type TextFilter = TranslationState | typeof outdated

/** The texts that wait for the work, which a task on all keys takes until the user chooses otherwise. */
const waitingTexts: Readonly<Record<TaskType, ReadonlyArray<TextFilter>>> = {
  TRANSLATE: ["UNTRANSLATED", outdated],
  REVIEW: ["TRANSLATED"]
}

/** Creates a task for each chosen language, and shows before how much work that is. */
export const CreateTaskDialog = ({ project, keyIds, onClose }: CreateTaskDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const branch = useBranch()
  const projectId = project.id
  const languages = useQuery(languagesQuery(projectId)).data ?? []
  const [languageIds, setLanguageIds] = useState<ReadonlyArray<string>>([])
  const [type, setType] = useState<TaskType>("TRANSLATE")
  const [chosenTexts, setChosenTexts] = useState<ReadonlyArray<string> | null>(null)
  const fields = useTaskFields({ name: "", description: "", day: "" }, [])
  const texts = chosenTexts ?? (keyIds === null ? waitingTexts[type] : [])
  const filter = {
    filterState: (["UNTRANSLATED", "TRANSLATED", "REVIEWED"] as const).filter((state) => texts.includes(state)),
    filterOutdated: texts.includes(outdated)
  }
  const chosenLanguages = languages.filter(({ id }) => languageIds.includes(String(id)))

  const selected = useMemo(() => (keyIds === null ? null : [...keyIds]), [keyIds])
  const { data: all } = useQuery({
    queryKey: ["project", projectId, "key-ids", branch],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { branch } }
      return (await call("translationList", "selectAll", request, { signal })).ids
    },
    enabled: selected === null,
    gcTime: 0
  })
  const keys = selected ?? all
  const scopes = useQueries({
    queries: chosenLanguages.map(({ id }) => ({
      // The dialog keeps its keys: their number is enough, and nothing outlives the dialog.
      queryKey: ["project", projectId, "task-scope", branch, keys?.length, id, type, filter],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
        const payload = { languageId: id, type, keys: keys ?? [], branch }
        return call("task", "calculateScope", { params: { projectId }, query: filter, payload }, { signal })
      },
      enabled: keys !== undefined,
      gcTime: 0
    }))
  })
  const conflictCount = scopes.reduce(
    (sum, { data }) => sum + (data === undefined ? 0 : data.keyCountIncludingConflicts - data.keyCount),
    0
  )
  // A language in which no key is left gets no task. One that is not counted yet gets it.
  const workedOn = chosenLanguages.filter((_, index) => scopes[index]?.data?.keyCount !== 0)
  const obstacle =
    chosenLanguages.length === 0 ? t("task.incomplete") : workedOn.length === 0 ? t("task.scope-empty") : null

  const form = useSubmit(async () => {
    const { name, description, day } = fields.values
    const tasks = workedOn.map(({ id }) => ({
      languageId: id,
      type,
      keys: keys ?? [],
      name: name.trim() || null,
      description,
      dueDate: dueDateOfDay(day),
      assignees: fields.assignees.map(Number),
      branch
    }))
    const [first, ...others] = tasks
    if (first === undefined || keys === undefined) return
    const params = { projectId }
    if (others.length > 0) {
      await call("task", "createSeveral", { params, query: filter, payload: { tasks } })
      showToast({ kind: "done", text: t("task.created", { count: tasks.length }) })
    } else {
      const created = await call("task", "create", { params, query: filter, payload: first })
      const skipped = skippedText(created, keyIds === null, t)
      showToast({
        kind: "done",
        text: t("task.created", { count: 1 }),
        ...(skipped === null ? {} : { content: <p>{skipped}</p> }),
        action: {
          label: t("task.open"),
          run: () =>
            void navigate({
              to: "/projects/$projectId/tasks/$taskNumber",
              params: { projectId, taskNumber: created.number }
            })
        }
      })
    }
    await refreshTasks(client, projectId)
    onClose()
  })
  return (
    <FormDialog
      title={t("task.create")}
      action={t("task.create-several", { count: Math.max(1, workedOn.length) })}
      form={form}
      disabledReason={obstacle}
      onClose={onClose}
    >
      <MultiSelect
        label={t("task.languages")}
        none={t("task.choose")}
        options={languages.map(({ id, tag }) => ({ value: String(id), label: languageName(tag, t.language) }))}
        values={languageIds}
        onChange={setLanguageIds}
        autoFocus
      />
      <Select<TaskType>
        label={t("task.type")}
        value={type}
        options={taskTypes.map((one) => ({ value: one, label: t(`task.type-${one}`) }))}
        onChange={setType}
      />
      <MultiSelect
        label={t("task.texts")}
        none={t("task.texts-all")}
        options={[
          { value: "UNTRANSLATED", label: t("state.untranslated") },
          { value: "TRANSLATED", label: t("state.translated") },
          { value: "REVIEWED", label: t("state.reviewed") },
          { value: outdated, label: t("task.outdated") }
        ]}
        values={texts}
        onChange={setChosenTexts}
      />
      <TaskFields projectId={projectId} fields={fields} messages={form.fields} />
      {chosenLanguages.length > 0 && (
        <ul className={styles["scope"]} aria-label={t("task.scope")}>
          {chosenLanguages.map(({ id, tag }, index) => {
            const scope = scopes[index]?.data
            const language = languageName(tag, t.language)
            if (scope === undefined) return <li key={id}>{language}: …</li>
            if (scope.keyCount === 0) return <li key={id}>{t("task.scope-none", { language })}</li>
            return (
              <li key={id}>
                {t("task.scope-in", {
                  language,
                  keys: t("translations.count", { count: scope.keyCount }),
                  words: t("task.words", { count: scope.wordCount }),
                  characters: t("task.characters", { count: scope.characterCount })
                })}
              </li>
            )
          })}
        </ul>
      )}
      {conflictCount > 0 && (
        <Callout kind="info" isNews>
          {t("task.scope-conflicts", { count: conflictCount })}
        </Callout>
      )}
    </FormDialog>
  )
}

/** The keys that a new task did not take, by reason; null: it took all of them. Of a task on all keys, the filter leaves out the others as it was told. */
const skippedText = ({ skippedKeys }: CreatedTaskModel, isOnAllKeys: boolean, t: Text): string | null => {
  const told = skippedKeys.filter(({ reason }) => !(isOnAllKeys && reason === "FILTERED"))
  if (told.length === 0) return null
  const reasons = (["IN_OTHER_TASK", "FILTERED", "NOT_FOUND"] as const).flatMap((reason) => {
    const count = told.filter((skipped) => skipped.reason === reason).length
    return count === 0 ? [] : [t(`task.skipped-${reason}`, { count })]
  })
  const list = new Intl.ListFormat(t.language, { type: "unit" }).format(reasons)
  return t("task.skipped", { count: told.length, reasons: list })
}
