import { createRoute } from "@tanstack/react-router"
import { queryClient } from "../../base/api/query-client.ts"
import { userRoute } from "../../feature/session/user-route.ts"
import { organizationQuery } from "./organization-queries.ts"

/** The parent of every screen of an organization: reads it with my role, and fails with its 404. */
export const organizationRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/organizations/$slug",
  loader: ({ params }) => queryClient.ensureQueryData(organizationQuery(params.slug))
})
