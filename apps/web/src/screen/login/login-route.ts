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
