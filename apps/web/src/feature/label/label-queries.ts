import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** More labels than a menu is good for. */
const labelsMax = 1_000

/** The labels of a project, by name. */
export const labelsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "labels"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: labelsMax } }
      return (await call("label", "list", request, { signal }))._embedded?.labels ?? []
    }
  })
