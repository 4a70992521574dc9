import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/members`: members and invitations. */
export const memberListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/members",
  staticData: { title: "member.title" },
  component: lazyRouteComponent(() => import("./member-list-screen.tsx"), "MemberListScreen")
})
