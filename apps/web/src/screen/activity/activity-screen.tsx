import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { History, SearchX } from "lucide-react"
import type { ActivityModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { joinRevisions } from "../../feature/activity/join-revisions.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { UndoButton } from "../../feature/revert/undo-button.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { dayOf } from "../../widget/ui/day.ts"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Screen } from "../../widget/ui/screen.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { ActivityEntry } from "./activity-entry.tsx"
import { ActivityFilters } from "./activity-filters.tsx"
import { activitiesOf, activityQuery, newerActivityQuery } from "./activity-queries.ts"
import styles from "./activity-screen.module.css"
import { type ActivitySearch, authorToRevert, isFilteredActivity, parseActivitySearch } from "./activity-search.ts"

const route = getRouteApi("/user/projects/$projectId/activity")

/** Everything that happened in a project, by day, the newest first. */
export const ActivityScreen = () => {
  const t = useText()
  const client = useQueryClient()
  const { projectId } = route.useParams()
  const search = parseActivitySearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  const baseTag = useQuery(projectQuery(projectId)).data?.baseLanguage?.tag ?? null
  const activity = useInfiniteQuery(activityQuery(projectId, search))
  const shown = activity.data?.pages.flatMap((page) => activitiesOf(page)) ?? []
  const newer = useQuery(newerActivityQuery(projectId, search, shown[0]?.timestamp ?? null))
  const total = activity.data?.pages[0]?.page.totalElements ?? 0
  const author = authorToRevert(search)
  const change = (changes: ActivitySearch) => navigate({ search: { ...search, ...changes }, resetScroll: false })
  const clear = () => navigate({ search: {} })
  const showNewer = () => client.resetQueries({ queryKey: activityQuery(projectId, search).queryKey })
  return (
    <Screen title={t("activity.title")}>
      <ActivityFilters projectId={projectId} search={search} onChange={change} onClear={clear} />
      {author !== null && shown.length > 0 && (
        <div>
          <UndoButton projectId={projectId} target={author} label={t("revert.author")} />
        </div>
      )}
      {(newer.data ?? 0) > 0 && (
        <div className={styles["newer"]} role="status">
          <Button kind="primary" onPress={showNewer}>
            {t("activity.newer", { count: newer.data ?? 0 })}
          </Button>
        </div>
      )}
      <QueryState
        query={activity}
        skeleton="320px"
        isEmpty={shown.length === 0}
        empty={
          isFilteredActivity(search) ? (
            <EmptyState
              icon={<SearchX aria-hidden />}
              title={t("activity.no-match")}
              action={<Button onPress={clear}>{t("translations.clear-filters")}</Button>}
            />
          ) : (
            <EmptyState icon={<History aria-hidden />} title={t("activity.empty")} hint={t("activity.empty-hint")} />
          )
        }
      >
        {() => (
          <>
            {[...byDay(shown)].map(([day, revisions]) => (
              <section key={day} className={styles["day"]} aria-labelledby={`day-${day}`}>
                <h2 id={`day-${day}`}>{dayTitle(revisions[0]?.timestamp ?? 0, t.language)}</h2>
                <ul className={styles["entries"]}>
                  {joinRevisions(revisions, baseTag).map((group) => (
                    <ActivityEntry key={group.revisions[0].revisionId} projectId={projectId} group={group} />
                  ))}
                </ul>
              </section>
            ))}
            {activity.hasNextPage && (
              <div>
                <Button isPending={activity.isFetchingNextPage} onPress={() => activity.fetchNextPage()}>
                  {t("activity.older", { count: total - shown.length })}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
    </Screen>
  )
}

const byDay = (revisions: ReadonlyArray<ActivityModel>): ReadonlyMap<string, ReadonlyArray<ActivityModel>> =>
  Map.groupBy(revisions, ({ timestamp }) => dayOf(timestamp))

const dayTitle = (at: number, languageTag: string): string =>
  new Intl.DateTimeFormat(languageTag, { dateStyle: "full" }).format(at)
