import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { recentProjectsParams as params, recentProjectsQuery } from "./recent-projects.ts"

/** More projects than people work in at the same time. */
const keptMax = 30

/** Puts an opened project before the others. A failure changes only the order of lists. */
export const rememberProject = async (projectId: number): Promise<void> => {
  const before = await queryClient.ensureQueryData(recentProjectsQuery)
  if (before[0] === projectId) return
  const ids = [projectId, ...before.filter((id) => id !== projectId)].slice(0, keptMax)
  queryClient.setQueryData(recentProjectsQuery.queryKey, ids)
  await call("userPreference", "setStoredValue", { params, payload: ids }, { withoutDialogs: true }).catch(
    () => undefined
  )
}
