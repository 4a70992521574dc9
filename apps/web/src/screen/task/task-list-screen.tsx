import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { ClipboardList, Plus } from "lucide-react"
import { useState } from "react"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { missingScope } from "../../feature/permission/missing-scope.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { TaskCard } from "../../feature/task/task-card.tsx"
import { taskListQuery, tasksOf, userTaskListQuery } from "../../feature/task/task-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { TaskCards } from "./task-cards.tsx"
import { TaskFilters } from "./task-filters.tsx"
import {
  clearedTaskFilters,
  isFilteredTaskList,
  parseTaskListSearch,
  type TaskListSearch,
  toTaskQuery
} from "./task-search.ts"

const CreateTaskDialog = lazyDialog(() => import("./create-task-dialog.tsx"), "CreateTaskDialog")

const route = getRouteApi("/user/projects/$projectId/tasks")

/** The tasks of a project; those of the caller alone, for callers who may not see the others. */
export const TaskListScreen = () => {
  const { projectId } = route.useParams()
  const { data: project } = useQuery(projectQuery(projectId))
  return project === undefined ? null : <TaskList project={project} />
}

const TaskList = ({ project }: { readonly project: ProjectModel }) => {
  const t = useText()
  const navigate = route.useNavigate()
  const branch = useBranch()
  const [isCreating, setCreating] = useState(false)
  const search = parseTaskListSearch({ ...route.useSearch() })
  const languages = useQuery(languagesQuery(project.id))
  const query = toTaskQuery(search, languages.data ?? [])
  const seesAll = project.computedPermission.scopes.includes("tasks.view")
  const isReady = search.language === undefined || languages.data !== undefined
  const ofProject = useInfiniteQuery({
    ...taskListQuery(project.id, branch, query),
    enabled: seesAll && isReady,
    placeholderData: keepPreviousData
  })
  const ofCaller = useInfiniteQuery({
    ...userTaskListQuery({ ...query, filterProject: [project.id] }),
    enabled: !seesAll && isReady,
    placeholderData: keepPreviousData
  })
  const tasks = seesAll ? ofProject : ofCaller
  const shown = (seesAll ? ofProject.data?.pages.flatMap(tasksOf) : ofCaller.data?.pages.flatMap(tasksOf)) ?? []
  const change = (changes: TaskListSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const create = (
    <Button
      kind="primary"
      icon={<Plus aria-hidden />}
      disabledReason={missingScope(project, "tasks.edit", t)}
      onPress={() => setCreating(true)}
    >
      {t("task.create")}
    </Button>
  )
  return (
    <Screen title={t("task.title")} actions={create}>
      <TaskFilters project={project} languages={languages.data ?? []} search={search} onChange={change} />
      <TaskCards
        query={tasks}
        tasks={shown}
        total={tasks.data?.pages[0]?.page.totalElements ?? 0}
        isFiltered={isFilteredTaskList(search)}
        onClearFilters={() => change(clearedTaskFilters)}
        empty={<EmptyState icon={<ClipboardList aria-hidden />} title={t("task.none")} hint={t("task.none-hint")} />}
      >
        {(task) => (
          <li key={task.number}>
            <TaskCard project={project} task={task} />
          </li>
        )}
      </TaskCards>
      {isCreating && <CreateTaskDialog project={project} keyIds={null} onClose={() => setCreating(false)} />}
    </Screen>
  )
}
