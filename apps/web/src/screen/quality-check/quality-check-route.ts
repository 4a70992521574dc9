import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/checks`: the open issues of the texts by check and language. */
export const qualityCheckRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/checks",
  staticData: { title: "checks.title" },
  component: lazyRouteComponent(() => import("./quality-check-screen.tsx"), "QualityCheckScreen")
})
