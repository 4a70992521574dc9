import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/branches`: the branches of a project. */
export const branchListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/branches",
  staticData: { title: "branch.title" },
  component: lazyRouteComponent(() => import("./branch-list-screen.tsx"), "BranchListScreen")
})
