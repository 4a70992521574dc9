import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}`: how far the project is, and what happened last. */
export const dashboardRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/",
  staticData: { title: "dashboard.title" },
  component: lazyRouteComponent(() => import("./dashboard-screen.tsx"), "DashboardScreen")
})
