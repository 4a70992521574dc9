import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** Rows of one request; a project has few. */
const rowsMax = 1_000

/** Attempts that the server keeps. Source: docs/content-delivery.md#publishing. */
const attemptsMax = 100

/** The key of everything about content deliveries of a project: changes make all of it stale. */
export const contentDeliveriesKey = (projectId: number) => ["project", projectId, "content-delivery"] as const

export const contentDeliveryListQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...contentDeliveriesKey(projectId), "list"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: rowsMax } }
      return (await call("contentDelivery", "list", request, { signal }))._embedded?.contentDeliveryConfigs ?? []
    }
  })

export const contentStorageListQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...contentDeliveriesKey(projectId), "storages"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: rowsMax } }
      return (await call("contentStorage", "list", request, { signal }))._embedded?.contentStorages ?? []
    }
  })

export const attemptsQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...contentDeliveriesKey(projectId), "attempts", id],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId, id }, query: { size: attemptsMax } }
      return (await call("contentDelivery", "listAttempts", request, { signal }))._embedded?.attempts ?? []
    }
  })
