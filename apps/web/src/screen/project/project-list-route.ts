import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { userRoute } from "../../feature/session/user-route.ts"

/** `/`: the projects. */
export const projectListRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/",
  staticData: { title: "projects.title" },
  component: lazyRouteComponent(() => import("./project-list-screen.tsx"), "ProjectListScreen")
})
