import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import type { ActivitySearch } from "./activity-search.ts"

/** `/projects/{id}/activity`: all filters are in the address. */
export const activityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/activity",
  staticData: { title: "activity.title" },
  // Unparsed: the screen drops unknown parameters. Their parser is not in the first chunk.
  validateSearch: (raw: Record<string, unknown>): ActivitySearch => raw,
  component: lazyRouteComponent(() => import("./activity-screen.tsx"), "ActivityScreen")
})

/** `/projects/{id}/activity/{revisionId}`: one change, with all that it changed. */
export const revisionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/activity/$revisionId",
  params: {
    parse: ({ revisionId }) => ({ revisionId: Number(revisionId) }),
    stringify: ({ revisionId }) => ({ revisionId: String(revisionId) })
  },
  staticData: { title: "activity.revision" },
  component: lazyRouteComponent(() => import("./revision-screen.tsx"), "RevisionScreen")
})
