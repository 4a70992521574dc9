import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/import`: files into the project. The server keeps an import, so a reload continues it. */
export const importRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/import",
  staticData: { title: "import.title" },
  component: lazyRouteComponent(() => import("./import-screen.tsx"), "ImportScreen")
})
