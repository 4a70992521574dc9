import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../base/routing/root-route.ts"
import { wantedPathOf } from "../../base/routing/wanted-path.ts"

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  staticData: { title: "login.title" },
  validateSearch: wantedPathOf,
  component: lazyRouteComponent(() => import("./login-screen.tsx"), "LoginScreen")
})

/** Where providers send the browser back: the address that is registered with them, as Tolgee has it. */
export const callbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login/auth_callback/$service",
  staticData: { title: "sign-in.callback" },
  component: lazyRouteComponent(() => import("./callback-screen.tsx"), "CallbackScreen")
})
