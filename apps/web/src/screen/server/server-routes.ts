import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { userRoute } from "../../feature/session/user-route.ts"
import { type AuditSearch, parseAuditSearch } from "../audit-log/audit-search.ts"

/** The parent of all screens of the administration: says to others that they are not for them. */
const serverRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/server",
  component: lazyRouteComponent(() => import("./server-guard.tsx"), "ServerGuard")
})

/** `/server` has no screen of its own. */
const indexRoute = createRoute({
  getParentRoute: () => serverRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/server/users", replace: true })
  }
})

const usersRoute = createRoute({
  getParentRoute: () => serverRoute,
  path: "/users",
  staticData: { title: "server.users" },
  component: lazyRouteComponent(() => import("./users-screen.tsx"), "UsersScreen")
})

const organizationsRoute = createRoute({
  getParentRoute: () => serverRoute,
  path: "/organizations",
  staticData: { title: "server.organizations" },
  component: lazyRouteComponent(() => import("./organizations-screen.tsx"), "OrganizationsScreen")
})

const healthRoute = createRoute({
  getParentRoute: () => serverRoute,
  path: "/health",
  staticData: { title: "server.health" },
  component: lazyRouteComponent(() => import("./state-screens.ts"), "HealthScreen")
})

const findingsRoute = createRoute({
  getParentRoute: () => serverRoute,
  path: "/findings",
  staticData: { title: "server.findings" },
  component: lazyRouteComponent(() => import("./state-screens.ts"), "FindingsScreen")
})

const sizesRoute = createRoute({
  getParentRoute: () => serverRoute,
  path: "/sizes",
  staticData: { title: "server.sizes" },
  component: lazyRouteComponent(() => import("./state-screens.ts"), "SizesScreen")
})

const settingsRoute = createRoute({
  getParentRoute: () => serverRoute,
  path: "/settings",
  staticData: { title: "server.settings" },
  component: lazyRouteComponent(() => import("./settings-screen.tsx"), "SettingsScreen")
})

/** All filters are in the address. */
const auditLogRoute = createRoute({
  getParentRoute: () => serverRoute,
  path: "/audit-log",
  staticData: { title: "audit.title" },
  validateSearch: (raw: Record<string, unknown>): AuditSearch => parseAuditSearch(raw),
  component: lazyRouteComponent(() => import("./audit-log-screen.tsx"), "AuditLogScreen")
})

/** `/server/…`: for administrators of the server. */
export const serverRoutes = [
  serverRoute.addChildren([
    indexRoute,
    usersRoute,
    organizationsRoute,
    healthRoute,
    findingsRoute,
    sizesRoute,
    settingsRoute,
    auditLogRoute
  ])
] as const
