import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { parseViews, type SavedView } from "./saved-views.ts"

/** Storage of the views that a user has saved in a project, on the server. */
const fieldOf = (projectId: number) => `console-views-${projectId}`

export const savedViewsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "saved-views"],
    queryFn: ({ signal }) => readViews(projectId, signal)
  })

const readViews = async (projectId: number, signal?: AbortSignal): Promise<ReadonlyArray<SavedView>> => {
  const { data } = await call("userPreference", "getStoredValue", { params: { field: fieldOf(projectId) } }, { signal })
  return parseViews(data)
}

/** Changes the views as they are stored now: another tab may have saved some meanwhile. */
export const changeViews = async (
  client: QueryClient,
  projectId: number,
  change: (views: ReadonlyArray<SavedView>) => ReadonlyArray<SavedView>
): Promise<void> => {
  const views = change(await readViews(projectId))
  await call("userPreference", "setStoredValue", {
    params: { field: fieldOf(projectId) },
    payload: views.map(({ name, search }) => ({ name, search }))
  })
  client.setQueryData(savedViewsQuery(projectId).queryKey, views)
}
