import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

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
