import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/content-delivery`: the content deliveries and storages of a project. */
export const contentDeliveryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/content-delivery",
  staticData: { title: "content-delivery.title" },
  component: lazyRouteComponent(() => import("./content-delivery-screen.tsx"), "ContentDeliveryScreen")
})
