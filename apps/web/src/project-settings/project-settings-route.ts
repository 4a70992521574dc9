import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../project/project-route.ts"

/** `/projects/{id}/settings`. */
export const projectSettingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings",
  staticData: { title: "settings.title" },
  component: lazyRouteComponent(() => import("./project-settings-screen.tsx"), "ProjectSettingsScreen")
})
