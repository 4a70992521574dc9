import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../routing/root-route.ts"
import { wantedPathOf } from "../routing/wanted-path.ts"

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  staticData: { title: "login.title" },
  validateSearch: wantedPathOf,
  component: lazyRouteComponent(() => import("./login-screen.tsx"), "LoginScreen")
})
