import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import { type DeliverySearch, parseDeliverySearch } from "./delivery-search.ts"

/** `/projects/{id}/webhooks/{id}`: a webhook with its log, whose filters are in the address. */
export const webhookRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/webhooks/$webhookId",
  params: {
    parse: ({ webhookId }) => ({ webhookId: Number(webhookId) }),
    stringify: ({ webhookId }) => ({ webhookId: String(webhookId) })
  },
  staticData: { title: "webhook.one" },
  validateSearch: (raw: Record<string, unknown>): DeliverySearch => parseDeliverySearch(raw),
  component: lazyRouteComponent(() => import("./webhook-screen.tsx"), "WebhookScreen")
})
