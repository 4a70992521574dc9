import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** Says which of the first steps are done in a project: there are keys, other members or invitations, and an API key. */
export const firstStepsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "first-steps"],
    queryFn: async ({ signal }) => {
      const params = { projectId }
      const quiet = { signal, withoutDialogs: true }
      const one = { size: 1 }
      const [keys, members, invitations, apiKeys] = await Promise.all([
        call("translationList", "list", { params, query: { ...one, languages: [] } }, quiet),
        call("member", "list", { params, query: one }, quiet),
        // Reading invitations may need the password, and a dashboard does not ask for it.
        call("invitation", "listOfProject", { params }, quiet).then(
          ({ _embedded }) => _embedded?.invitations?.length ?? 0,
          () => 0
        ),
        call("projectApiKey", "listOfProject", { params, query: one }, quiet)
      ])
      return {
        texts: keys.page.totalElements > 0,
        invite: members.page.totalElements > 1 || invitations > 0,
        connect: apiKeys.page.totalElements > 0
      }
    }
  })

const params = { field: "console-hidden-first-steps" }

/** More projects than a user hides the steps of. */
const keptMax = 1_000

/** Ids of the projects in which the user has hidden the first steps. */
export const hiddenFirstStepsQuery = queryOptions({
  queryKey: ["hidden-first-steps"],
  queryFn: async ({ signal }): Promise<ReadonlyArray<number>> => {
    const { data } = await call("userPreference", "getStoredValue", { params }, { signal })
    return Array.isArray(data) ? data.filter((id) => typeof id === "number") : []
  }
})

export const hideFirstSteps = async (client: QueryClient, projectId: number): Promise<void> => {
  const ids = [...(await client.fetchQuery(hiddenFirstStepsQuery)), projectId].slice(-keptMax)
  client.setQueryData(hiddenFirstStepsQuery.queryKey, ids)
  await call("userPreference", "setStoredValue", { params, payload: ids })
}
