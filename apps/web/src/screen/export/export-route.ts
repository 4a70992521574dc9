import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/export`: files out of the project. */
export const exportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/export",
  staticData: { title: "export.title" },
  component: lazyRouteComponent(() => import("./export-screen.tsx"), "ExportScreen")
})
