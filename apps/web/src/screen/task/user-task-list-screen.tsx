import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { ClipboardList } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import { TaskCard } from "../../feature/task/task-card.tsx"
import { tasksOf, userTaskListQuery } from "../../feature/task/task-queries.ts"
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

const route = getRouteApi("/user/my-tasks")

/** The tasks that are assigned to the caller, in all projects and on all branches. */
export const UserTaskListScreen = () => {
  const t = useText()
  const navigate = route.useNavigate()
  const search = parseTaskListSearch({ ...route.useSearch() })
  const tasks = useInfiniteQuery({ ...userTaskListQuery(toTaskQuery(search, [])), placeholderData: keepPreviousData })
  const change = (changes: TaskListSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  return (
    <Screen title={t("task.mine")}>
      <TaskFilters project={null} languages={[]} search={search} onChange={change} />
      <TaskCards
        query={tasks}
        tasks={tasks.data?.pages.flatMap(tasksOf) ?? []}
        total={tasks.data?.pages[0]?.page.totalElements ?? 0}
        isFiltered={isFilteredTaskList(search)}
        onClearFilters={() => change(clearedTaskFilters)}
        empty={
          <EmptyState
            icon={<ClipboardList aria-hidden />}
            title={t("task.none-mine")}
            hint={t("task.none-mine-hint")}
          />
        }
      >
        {(task) => (
          <li key={`${task.project.id}.${task.number}`}>
            <TaskCard project={task.project} task={task} showsProject />
          </li>
        )}
      </TaskCards>
    </Screen>
  )
}
