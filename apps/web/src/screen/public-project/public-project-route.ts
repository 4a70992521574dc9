import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { queryClient } from "../../base/api/query-client.ts"
import { rootRoute } from "../../base/routing/root-route.ts"
import { wantedPathOf } from "../../base/routing/wanted-path.ts"
import { publicProjectQuery } from "../../feature/public-project/public-project-query.ts"

/** A public project for visitors. `/projects/{id}` leads here without a session, and for users who are not of the project. */
export const publicProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/public-projects/$projectId",
  params: {
    parse: ({ projectId }) => ({ projectId: Number(projectId) }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) })
  },
  staticData: { title: "public.title" },
  validateSearch: wantedPathOf,
  loader: ({ params }) => queryClient.ensureQueryData(publicProjectQuery(params.projectId)),
  component: lazyRouteComponent(() => import("./public-project-screen.tsx"), "PublicProjectScreen")
})
