import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import type { MergeSearch } from "./merge-search.ts"

/** `/projects/{id}/branches`: the branches of a project. */
export const branchListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/branches",
  staticData: { title: "branch.title" },
  component: lazyRouteComponent(() => import("./branch-list-screen.tsx"), "BranchListScreen")
})

/** `/projects/{id}/branches/merge/{mergeId}`, which the CLI prints when there are conflicts: a branch compared with its origin. */
export const mergeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/branches/merge/$mergeId",
  params: {
    parse: ({ mergeId }) => ({ mergeId: Number(mergeId) }),
    stringify: ({ mergeId }) => ({ mergeId: String(mergeId) })
  },
  staticData: { title: "merge.one" },
  // Unparsed: the screen drops unknown parameters. Their parser is not in the first chunk.
  validateSearch: (raw: Record<string, unknown>): MergeSearch => raw,
  component: lazyRouteComponent(() => import("./merge-screen.tsx"), "MergeScreen")
})
