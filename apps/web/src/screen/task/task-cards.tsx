import type { UseInfiniteQueryResult } from "@tanstack/react-query"
import { ClipboardList } from "lucide-react"
import type { ReactNode } from "react"
import type { TaskModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import styles from "./task.module.css"

interface TaskCardsProps<Task extends TaskModel> {
  readonly query: Pick<
    UseInfiniteQueryResult<unknown>,
    "data" | "error" | "isError" | "refetch" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >
  readonly tasks: ReadonlyArray<Task>
  /** Tasks of all pages. */
  readonly total: number
  readonly isFiltered: boolean
  readonly onClearFilters: () => void
  /** Takes the place of the list when there are no tasks at all. */
  readonly empty: ReactNode
  readonly children: (task: Task) => ReactNode
}

/** Tasks as cards under each other, and the way to more of them. */
export const TaskCards = <Task extends TaskModel>(props: TaskCardsProps<Task>) => {
  const { query, tasks, total, isFiltered, onClearFilters, empty, children } = props
  const t = useText()
  return (
    <>
      <QueryState
        query={query}
        skeleton="320px"
        isEmpty={tasks.length === 0}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<ClipboardList aria-hidden />}
              title={t("task.no-match")}
              action={<Button onPress={onClearFilters}>{t("translations.clear-filters")}</Button>}
            />
          ) : (
            empty
          )
        }
      >
        {() => (
          <ul className={styles["list"]} aria-label={t("task.title")}>
            {tasks.map(children)}
          </ul>
        )}
      </QueryState>
      {query.hasNextPage && (
        <div>
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t("projects.more", { count: total - tasks.length })}
          </Button>
        </div>
      )}
    </>
  )
}
