import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { type TrashSearch, toTrashQuery } from "./trash-search.ts"

const keysPerPage = 50

const trashKey = (projectId: number) => ["project", projectId, "trash"] as const

/** Deleted keys, the last one first. */
export const trashQuery = (projectId: number, search: TrashSearch) =>
  infiniteQueryOptions({
    queryKey: [...trashKey(projectId), "list", search],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...toTrashQuery(search), sort: ["deletedAt,desc"], size: keysPerPage, page: pageParam }
      return call("keyTrash", "list", { params: { projectId }, query }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined)
  })

/** The users who deleted the keys of a branch in the trash. */
export const deletersQuery = (projectId: number, branch: string | undefined) =>
  queryOptions({
    queryKey: [...trashKey(projectId), "deleters", branch],
    queryFn: async ({ signal }) =>
      (await call("keyTrash", "listDeleters", { params: { projectId }, query: { branch } }, { signal }))._embedded.users
  })

/** The ids of all keys of the trash that match. */
export const listTrashedIds = async (projectId: number, search: TrashSearch): Promise<ReadonlyArray<number>> =>
  (await call("keyTrash", "selectAll", { params: { projectId }, query: toTrashQuery(search) })).ids

/** Counts the keys that a job left in the trash. */
export const countLeftKeys = async (projectId: number, jobId: number): Promise<number> => {
  const query = { filterFailedKeysOfJob: jobId, size: 0 }
  return (await call("keyTrash", "list", { params: { projectId }, query })).page.totalElements
}

/** Keys went from the trash, perhaps into the project: everything that was read of it is old. */
export const refreshAfterTrash = (projectId: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["project", projectId] })
