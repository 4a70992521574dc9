import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { userRoute } from "../../feature/session/user-route.ts"
import { type AuditSearch, parseAuditSearch } from "../audit-log/audit-search.ts"
import { organizationRoute } from "./organization-route.ts"

export const organizationListRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/organizations",
  staticData: { title: "server.organizations" },
  component: lazyRouteComponent(() => import("./organization-screens.ts"), "OrganizationListScreen")
})

const organizationProjectsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/",
  staticData: { title: "projects.title" },
  component: lazyRouteComponent(() => import("./organization-projects-screen.tsx"), "OrganizationProjectsScreen")
})

const organizationMembersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/members",
  staticData: { title: "member.title" },
  component: lazyRouteComponent(() => import("./organization-screens.ts"), "OrganizationMembersScreen")
})

const organizationSettingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/settings",
  staticData: { title: "settings.title" },
  component: lazyRouteComponent(() => import("./organization-settings-screen.tsx"), "OrganizationSettingsScreen")
})

/** All filters are in the address. */
const organizationAuditLogRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/audit-log",
  staticData: { title: "audit.title" },
  validateSearch: (raw: Record<string, unknown>): AuditSearch => parseAuditSearch(raw),
  component: lazyRouteComponent(() => import("./organization-audit-log-screen.tsx"), "OrganizationAuditLogScreen")
})

const singleSignOnRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/single-sign-on",
  staticData: { title: "sso.title" },
  component: lazyRouteComponent(() => import("./organization-screens.ts"), "SingleSignOnScreen")
})

const memoryListRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/memories",
  staticData: { title: "memory.title" },
  component: lazyRouteComponent(() => import("./organization-screens.ts"), "MemoryListScreen")
})

const memoryRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/memories/$memoryId",
  params: {
    parse: ({ memoryId }) => ({ memoryId: Number(memoryId) }),
    stringify: ({ memoryId }) => ({ memoryId: String(memoryId) })
  },
  staticData: { title: "memory.title" },
  component: lazyRouteComponent(() => import("./organization-screens.ts"), "MemoryScreen")
})

/** `/organizations/{slug}/…` of this folder. */
export const organizationScreenRoutes = [
  organizationProjectsRoute,
  organizationMembersRoute,
  organizationSettingsRoute,
  memoryListRoute,
  memoryRoute,
  organizationAuditLogRoute,
  singleSignOnRoute
] as const
