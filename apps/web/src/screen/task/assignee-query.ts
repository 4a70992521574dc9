import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** Users that a menu offers. */
const offeredMax = 500

/** The users to whom tasks of a project can be assigned. */
export const possibleAssigneesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "possible-assignees"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: offeredMax } }
      return (await call("task", "listPossibleAssignees", request, { signal }))._embedded?.users ?? []
    }
  })
