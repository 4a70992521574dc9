import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { rootRoute } from "../routing/root-route.ts"

/** `/invitations/{code}`: what an invitation is for, with or without an account. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitations/$code",
  staticData: { title: "invitation.title" },
  component: lazyRouteComponent(() => import("./invitation-screen.tsx"), "InvitationScreen")
})
