import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { rootRoute } from "../routing/root-route.ts"

/** `/invitations/{code}`: what an invitation is for, with or without an account. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitations/$code",
  staticData: { title: "invitation.title" },
  component: lazyRouteComponent(() => import("./invitation-screen.tsx"), "InvitationScreen")
})

/** The link in a mail: the path that Tolgee's console has. */
export const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/accept_invitation/$code",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/invitations/$code", params, replace: true })
  }
})
