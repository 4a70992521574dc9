import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../base/routing/root-route.ts"
import { wantedPathOf } from "../../base/routing/wanted-path.ts"

/** `/sign-up`: an account without an invitation, where the server allows it. */
export const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-up",
  staticData: { title: "sign-up.title" },
  validateSearch: wantedPathOf,
  component: lazyRouteComponent(() => import("./sign-up-screen.tsx"), "SignUpScreen")
})
