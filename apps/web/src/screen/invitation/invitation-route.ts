import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { rootRoute } from "../../base/routing/root-route.ts"

/** `/invitations#{code}`: what an invitation is for, with or without an account. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitations",
  staticData: { title: "invitation.title" },
  component: lazyRouteComponent(() => import("./invitation-screen.tsx"), "InvitationScreen")
})

/** The link of earlier versions, and the one that Tolgee's console has. */
export const pathInvitationRoutes = (["/invitations/$code", "/accept_invitation/$code"] as const).map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to: "/invitations", hash: params.code, replace: true })
    }
  })
)
