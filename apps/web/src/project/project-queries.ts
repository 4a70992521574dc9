import { queryOptions } from "@tanstack/react-query"
import { call } from "../api/call.ts"

/** Projects of one page of the list; more are behind "Show more". */
export const projectPageSize = 50

export const projectQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId],
    queryFn: ({ signal }) => call("project", "get", { params: { projectId } }, { signal })
  })

export const projectStatsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "stats"],
    queryFn: ({ signal }) => call("stats", "get", { params: { projectId }, query: {} }, { signal })
  })

export const languagesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "languages"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: languagesMax } }
      const { _embedded } = await call("language", "list", request, { signal })
      // The base first, always.
      return _embedded.languages.toSorted((one, other) => Number(other.base) - Number(one.base))
    }
  })

/** More languages than any project has. */
const languagesMax = 1_000
