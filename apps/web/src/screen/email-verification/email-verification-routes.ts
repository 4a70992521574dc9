import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../../base/routing/root-route.ts"

/** The link in the mail: `/login/verify_email#{userId}/{code}`, and of earlier versions with a slash in place of `#`. */
export const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login/verify_email/$",
  staticData: { title: "email-verification.title" },
  component: lazyRouteComponent(() => import("./email-verification-screens.ts"), "VerifyEmailScreen")
})

/** Takes the place of every screen while the account waits for its verification. */
export const awaitVerificationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/verify-email",
  staticData: { title: "email-verification.waiting-title" },
  component: lazyRouteComponent(() => import("./email-verification-screens.ts"), "AwaitVerificationScreen")
})
