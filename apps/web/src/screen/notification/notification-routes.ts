import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { rootRoute } from "../../base/routing/root-route.ts"
import { userRoute } from "../../feature/session/user-route.ts"

/** One chunk for these screens: each further one costs the first script a list of its files. */
const screens = () => import("./notification-screens.ts")

/** The address that mails of Tolgee have; `view=settings` shows the settings. */
export const notificationsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/account/notifications",
  staticData: { title: "notification.title" },
  validateSearch: (raw: { readonly view?: string }) => raw,
  component: lazyRouteComponent(screens, "NotificationsScreen")
})

/** The link in mails, without a login: `/unsubscribe#{token}`, and of earlier versions `?token=`. */
export const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/unsubscribe",
  staticData: { title: "unsubscribe.title" },
  validateSearch: (raw: { readonly token?: string }) => raw,
  beforeLoad: ({ search: { token } }) => {
    if (token !== undefined) throw redirect({ to: "/unsubscribe", hash: String(token), replace: true })
  },
  component: lazyRouteComponent(screens, "UnsubscribeScreen")
})
