import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** Branches of one request; a project has few. */
const branchesMax = 1_000

/** Poll interval while a branch is being created. */
const progressPollMillis = 1_000

/** The key of everything about the branches of a project: changes make all of it stale. */
export const branchesKey = (projectId: number) => ["project", projectId, "branches"] as const

/** The branches of a project, the default one first, then the newest first; read again while one of them is being created. */
export const branchesQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...branchesKey(projectId), "list"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: branchesMax } }
      return (await call("branch", "list", request, { signal }))._embedded?.branches ?? []
    },
    refetchInterval: ({ state }) =>
      state.data?.some((branch) => branch.state === "CREATING") === true ? progressPollMillis : false
  })
