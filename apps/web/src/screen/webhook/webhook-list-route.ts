import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/webhooks`: the webhooks of a project. */
export const webhookListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/webhooks",
  staticData: { title: "webhook.title" },
  component: lazyRouteComponent(() => import("./webhook-list-screen.tsx"), "WebhookListScreen")
})
