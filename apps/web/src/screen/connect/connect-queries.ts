import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { ActivityModel } from "../../base/api/contract.ts"
import { activitiesOf } from "../activity/activity-queries.ts"
import { apiKeysKey } from "../api-key/api-key-queries.ts"

/** Poll interval while a command is awaited. */
const pollMillis = 2_000

/** The first use of a key of mine; polled until it happens. */
export const apiKeyUseQuery = (projectId: number, apiKeyId: number) =>
  queryOptions({
    queryKey: [...apiKeysKey(projectId), "use", apiKeyId],
    queryFn: async ({ signal }) => {
      const request = { params: { apiKeyId } }
      return (await call("projectApiKey", "get", request, { signal, withoutDialogs: true })).lastUsedAt
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (typeof state.data === "number" ? false : pollMillis)
  })

/** The newest import of a project; null: there is none. */
export const readNewestImport = async (projectId: number, signal?: AbortSignal): Promise<ActivityModel | null> => {
  const sort = [{ property: "id", direction: "desc" }] as const
  const query = { filterType: ["IMPORT"] as const, sort, size: 1 }
  const request = { params: { projectId }, query }
  return activitiesOf(await call("activity", "list", request, { signal, withoutDialogs: true }))[0] ?? null
}

/** The first import after a revision, asked for until it is there: a push is an import. */
export const importAfterQuery = (projectId: number, revisionId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "import-after", revisionId],
    queryFn: async ({ signal }) => {
      const newest = await readNewestImport(projectId, signal)
      return newest !== null && newest.revisionId > revisionId ? newest : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? false : pollMillis)
  })
