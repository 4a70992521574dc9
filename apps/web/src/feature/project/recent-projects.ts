import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** Name of the stored value on the server, so that each browser of the user knows them. */
export const recentProjectsParams = { field: "console-recent-projects" }

/** Ids of the projects that the user opened last, the latest first; empty when they cannot be read. */
export const recentProjectsQuery = queryOptions({
  queryKey: ["recent-projects"],
  queryFn: async ({ signal }) => {
    const stored = call(
      "userPreference",
      "getStoredValue",
      { params: recentProjectsParams },
      { signal, withoutDialogs: true }
    )
    return stored.then(
      ({ data }) => parseIds(data),
      () => []
    )
  },
  staleTime: Number.POSITIVE_INFINITY
})

const parseIds = (stored: unknown): ReadonlyArray<number> =>
  Array.isArray(stored) ? stored.filter((id): id is number => Number.isSafeInteger(id) && id > 0) : []
