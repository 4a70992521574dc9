import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../routing/root-route.ts"

/** A path of this app: never another origin, as `//evil.example` would be. */
const ownPath = /^\/(?![/\\])/

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  staticData: { title: "login.title" },
  validateSearch: ({ to }: { readonly to?: unknown }): { readonly to?: string } =>
    typeof to === "string" && ownPath.test(to) ? { to } : {},
  component: lazyRouteComponent(() => import("./login-screen.tsx"), "LoginScreen")
})
