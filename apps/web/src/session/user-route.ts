import { createRoute, redirect } from "@tanstack/react-router"
import { queryClient } from "../api/query-client.ts"
import { rootRoute } from "../routing/root-route.ts"
import { userQuery } from "./session.ts"

/** The parent of every screen that needs a user: without a session it leads to the login, and from there back. */
export const userRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "user",
  beforeLoad: async ({ location }) => {
    const user = await queryClient.ensureQueryData(userQuery)
    if (user !== null) return
    const wanted = location.href === "/" ? {} : { to: location.href }
    throw redirect({ to: "/login", search: wanted, replace: true })
  }
})
