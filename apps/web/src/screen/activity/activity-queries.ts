import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { type ActivitySearch, toActivityQuery } from "./activity-search.ts"

const newestFirst = [
  { property: "timestamp", direction: "desc" },
  { property: "id", direction: "desc" }
] as const

const revisionsPerPage = 50
const entitiesPerPage = 100

/** Poll interval for newer changes while the activity is shown. */
const newerPollMillis = 10_000

export const activityQuery = (projectId: number, search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: ["project", projectId, "activity", search],
    queryFn: ({ signal, pageParam }) =>
      call(
        "activity",
        "list",
        {
          params: { projectId },
          query: { ...toActivityQuery(search), sort: newestFirst, size: revisionsPerPage, page: pageParam }
        },
        { signal }
      ),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined)
  })

/** The newest changes of a branch, for the dashboard. */
export const latestActivityQuery = (projectId: number, branch: string | undefined, size: number) =>
  queryOptions({
    queryKey: ["project", projectId, "activity", "latest", branch, size],
    queryFn: async ({ signal }) => {
      const query = { branch, sort: newestFirst, size }
      return activitiesOf(await call("activity", "list", { params: { projectId }, query }, { signal }))
    }
  })

/** An empty page has no list. */
export const activitiesOf = <Activity>(page: {
  readonly _embedded?: { readonly activities?: ReadonlyArray<Activity> }
}): ReadonlyArray<Activity> => page._embedded?.activities ?? []

/** Counts the matching changes that are newer than the newest shown one. */
export const newerActivityQuery = (projectId: number, search: ActivitySearch, newestAt: number | null) =>
  queryOptions({
    queryKey: ["project", projectId, "newer-activity", search, newestAt],
    queryFn: async ({ signal }) => {
      const query = { ...toActivityQuery(search), createdAfter: (newestAt ?? 0) + 1, size: 1 }
      const { page } = await call("activity", "list", { params: { projectId }, query }, { signal })
      return page.totalElements
    },
    enabled: newestAt !== null,
    refetchInterval: newerPollMillis
  })

export const revisionQuery = (projectId: number, revisionId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "revision", revisionId],
    queryFn: ({ signal }) => call("activity", "get", { params: { projectId, revisionId }, query: {} }, { signal })
  })

/** The changes of one revision, by page: an import has as many entities as it has texts. */
export const modifiedEntitiesQuery = (projectId: number, revisionId: number) =>
  infiniteQueryOptions({
    queryKey: ["project", projectId, "revision", revisionId, "entities"],
    queryFn: ({ signal, pageParam }) =>
      call(
        "activity",
        "listModifiedEntities",
        { params: { projectId, revisionId }, query: { size: entitiesPerPage, page: pageParam } },
        { signal }
      ),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
    staleTime: Number.POSITIVE_INFINITY
  })
