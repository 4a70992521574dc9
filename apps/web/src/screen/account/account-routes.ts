import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { userRoute } from "../../feature/session/user-route.ts"

/** `/account` has no screen of its own. */
const accountRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account",
  beforeLoad: () => {
    throw redirect({ to: "/account/profile", replace: true })
  }
})

const profileRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account/profile",
  staticData: { title: "account.profile" },
  component: lazyRouteComponent(() => import("./profile-screen.tsx"), "ProfileScreen")
})

const passwordRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account/password",
  staticData: { title: "account.password" },
  component: lazyRouteComponent(() => import("./password-screen.tsx"), "PasswordScreen")
})

const securityRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account/security",
  staticData: { title: "account.security" },
  component: lazyRouteComponent(() => import("./security-screen.tsx"), "SecurityScreen")
})

const sessionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account/sessions",
  staticData: { title: "account.sessions" },
  component: lazyRouteComponent(() => import("./sessions-screen.tsx"), "SessionsScreen")
})

const tokensRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account/tokens",
  staticData: { title: "account.tokens" },
  component: lazyRouteComponent(() => import("./tokens-screen.tsx"), "TokensScreen")
})

const connectionRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account/connection",
  staticData: { title: "account.connection" },
  component: lazyRouteComponent(() => import("./connection-screen.tsx"), "ConnectionScreen")
})

const preferencesRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account/preferences",
  staticData: { title: "preferences.title" },
  component: lazyRouteComponent(() => import("./preferences-screen.tsx"), "PreferencesScreen")
})

/** `/account/…`: my own account. */
export const accountRoutes = [
  accountRoute,
  profileRoute,
  passwordRoute,
  securityRoute,
  connectionRoute,
  sessionsRoute,
  tokensRoute,
  preferencesRoute
] as const
