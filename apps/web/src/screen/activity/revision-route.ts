import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

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
