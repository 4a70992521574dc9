import { queryOptions } from "@tanstack/react-query"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"

/** A public project as visitors see it, with a session or without. */
export const publicProjectQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["public-project", projectId],
    queryFn: ({ signal }) => call("publicProject", "get", { params: { projectId } }, { signal, withoutDialogs: true }),
    retry: false
  })

/** Whether visitors see the project; false also when the server does not respond. */
export const isPublicProject = async (projectId: number): Promise<boolean> => {
  try {
    await queryClient.fetchQuery(publicProjectQuery(projectId))
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
