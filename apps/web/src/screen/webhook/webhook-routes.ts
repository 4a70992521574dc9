import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import type { DeliverySearch } from "./delivery-search.ts"

/** `/projects/{id}/webhooks`: the webhooks of a project. */
export const webhookListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/webhooks",
  staticData: { title: "webhook.title" },
  component: lazyRouteComponent(() => import("./webhook-list-screen.tsx"), "WebhookListScreen")
})

/** `/projects/{id}/webhooks/{id}`: a webhook with its log, whose filters are in the address. */
export const webhookRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/webhooks/$webhookId",
  params: {
    parse: ({ webhookId }) => ({ webhookId: Number(webhookId) }),
    stringify: ({ webhookId }) => ({ webhookId: String(webhookId) })
  },
  staticData: { title: "webhook.one" },
  // Unparsed: the screen drops unknown parameters. Their parser is not in the first chunk.
  validateSearch: (raw: Record<string, unknown>): DeliverySearch => raw,
  component: lazyRouteComponent(() => import("./webhook-screen.tsx"), "WebhookScreen")
})

/** `/projects/{id}/webhooks/{id}/deliveries/{id}`: a delivery with its attempts. */
export const deliveryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/webhooks/$webhookId/deliveries/$deliveryId",
  params: {
    parse: ({ webhookId, deliveryId }) => ({ webhookId: Number(webhookId), deliveryId: Number(deliveryId) }),
    stringify: ({ webhookId, deliveryId }) => ({ webhookId: String(webhookId), deliveryId: String(deliveryId) })
  },
  staticData: { title: "webhook.delivery" },
  component: lazyRouteComponent(() => import("./delivery-screen.tsx"), "DeliveryScreen")
})
