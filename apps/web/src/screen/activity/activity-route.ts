import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import { type ActivitySearch, parseActivitySearch } from "./activity-search.ts"

/** `/projects/{id}/activity`: all filters are in the address. */
export const activityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/activity",
  staticData: { title: "activity.title" },
  validateSearch: (raw: Record<string, unknown>): ActivitySearch => parseActivitySearch(raw),
  component: lazyRouteComponent(() => import("./activity-screen.tsx"), "ActivityScreen")
})
