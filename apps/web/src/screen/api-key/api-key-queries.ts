import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** Keys of one request. */
const keysMax = 500

export const apiKeysKey = (projectId: number) => ["project", projectId, "api-keys"] as const

/** My keys of the project, or those of all members, which administrators of the project may see. */
export const apiKeyListQuery = (projectId: number, whose: "mine" | "all") =>
  queryOptions({
    queryKey: [...apiKeysKey(projectId), whose],
    queryFn: async ({ signal }) => {
      const { _embedded } =
        whose === "all"
          ? await call(
              "projectApiKey",
              "listOfProject",
              { params: { projectId }, query: { size: keysMax } },
              { signal }
            )
          : await call("projectApiKey", "list", { query: { size: keysMax, filterProjectId: projectId } }, { signal })
      return _embedded.apiKeys
    }
  })
