import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { MergeChangeType } from "./merge-search.ts"

/** Changes of one request. */
const changesPerPage = 50

/** Poll interval for changes of the compared branches. */
const outdatedPollMillis = 10_000

/** The key of a merge with its changes. */
export const mergeKey = (projectId: number, mergeId: number) => ["project", projectId, "merges", mergeId] as const

/** The key of the changes of a merge, of all types. */
export const mergeChangesKey = (projectId: number, mergeId: number) =>
  [...mergeKey(projectId, mergeId), "changes"] as const

/** A comparison with its counts, read again to notice that a branch has changed since; or a merge. */
export const mergeQuery = (projectId: number, mergeId: number) =>
  queryOptions({
    queryKey: [...mergeKey(projectId, mergeId), "summary"],
    queryFn: ({ signal }) => call("branchMerge", "find", { params: { projectId, mergeId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.mergedAt === null ? outdatedPollMillis : false)
  })

/** The changes of one type, by page. */
export const mergeChangesQuery = (projectId: number, mergeId: number, type: MergeChangeType) =>
  infiniteQueryOptions({
    queryKey: [...mergeChangesKey(projectId, mergeId), type],
    queryFn: ({ signal, pageParam }) => {
      const request = { params: { projectId, mergeId }, query: { type, size: changesPerPage, page: pageParam } }
      return call("branchMerge", "listChanges", request, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined)
  })
