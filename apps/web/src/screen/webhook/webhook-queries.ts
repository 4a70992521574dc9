import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** Webhooks of one request; a project has few. */
const webhooksMax = 1_000

/** The key of everything about the webhooks of a project: changes make all of it stale. */
export const webhooksKey = (projectId: number) => ["project", projectId, "webhooks"] as const

export const webhookListQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), "list"],
    queryFn: async ({ signal }) => {
      const page = await call("webhook", "list", { params: { projectId }, query: { size: webhooksMax } }, { signal })
      return page._embedded.webhookConfigs
    }
  })

export const webhookQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), id, "configuration"],
    queryFn: ({ signal }) => call("webhook", "get", { params: { projectId, id } }, { signal })
  })

/** Counts the matching deliveries. */
export const deliveryCountQuery = (
  projectId: number,
  id: number,
  filter: { readonly state: "PENDING" | "FAILED"; readonly createdAfter?: number }
) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), id, "count", filter],
    queryFn: async ({ signal }) => {
      const query = { size: 1, ...filter, state: [filter.state] }
      const { page } = await call("webhookDelivery", "list", { params: { projectId, id }, query }, { signal })
      return page.totalElements
    }
  })

export const deliveryQuery = (projectId: number, id: number, deliveryId: number) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), id, "delivery", deliveryId],
    queryFn: ({ signal }) => call("webhookDelivery", "get", { params: { projectId, id, deliveryId } }, { signal })
  })
