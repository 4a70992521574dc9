import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../base/routing/root-route.ts"

/** The screen on which users ask for a link. */
export const passwordResetRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset_password_request",
  staticData: { title: "password-reset.request-title" },
  component: lazyRouteComponent(() => import("./password-reset-screens.ts"), "PasswordResetRequestScreen")
})

/** The link: `/reset_password#…`, and of earlier versions `/reset_password/…`, which may have slashes in it. */
export const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset_password/$",
  staticData: { title: "password-reset.title" },
  component: lazyRouteComponent(() => import("./password-reset-screens.ts"), "PasswordResetScreen")
})
