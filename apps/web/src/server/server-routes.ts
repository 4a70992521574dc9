import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { userRoute } from "../session/user-route.ts"

/** `/server` has no screen of its own. */
const serverRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/server",
  beforeLoad: () => {
    throw redirect({ to: "/server/users", replace: true })
  }
})

const usersRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/server/users",
  staticData: { title: "server.users" },
  component: lazyRouteComponent(() => import("./users-screen.tsx"), "UsersScreen")
})

const organizationsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/server/organizations",
  staticData: { title: "server.organizations" },
  component: lazyRouteComponent(() => import("./organizations-screen.tsx"), "OrganizationsScreen")
})

/** `/server/…`: for administrators of the server. */
export const serverRoutes = [serverRoute, usersRoute, organizationsRoute] as const
