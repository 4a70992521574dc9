import { createRoute, redirect } from "@tanstack/react-router"
import { ApiError } from "../../base/api/api-error.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { isPublicProject } from "../public-project/public-project-query.ts"
import { userRoute } from "../session/user-route.ts"
import { projectQuery } from "./project-queries.ts"

/** The search parameters that each screen of a project may have. */
interface ProjectSearch {
  /** Name of the branch that the screen shows; absent: the default one. Links inside of the project keep it. */
  readonly branch?: string | undefined
}

/** The parent of every screen of a project: reads the project with my permissions, and fails with its 404 unless visitors see it. */
export const projectRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/projects/$projectId",
  params: {
    parse: ({ projectId }) => ({ projectId: Number(projectId) }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) })
  },
  validateSearch: ({ branch }: Record<string, unknown>): ProjectSearch =>
    typeof branch === "string" && branch !== "" ? { branch } : {},
  // An explicit `branch: undefined` leads to the default branch.
  search: { middlewares: [({ search, next }) => ({ branch: search.branch, ...next(search) })] },
  loader: async ({ params, location }) => {
    try {
      return await queryClient.ensureQueryData(projectQuery(params.projectId))
    } catch (error) {
      const isHidden = error instanceof ApiError && error.code === "project_not_found"
      if (!isHidden || !(await isPublicProject(params.projectId))) throw error
      throw redirect({ to: "/public-projects/$projectId", params, search: { to: location.href }, replace: true })
    }
  }
})
