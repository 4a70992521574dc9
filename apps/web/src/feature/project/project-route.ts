import { createRoute } from "@tanstack/react-router"
import { queryClient } from "../../base/api/query-client.ts"
import { userRoute } from "../session/user-route.ts"
import { projectQuery } from "./project-queries.ts"

/** The parent of every screen of a project: reads the project with my permissions, and fails with its 404. */
export const projectRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/projects/$projectId",
  params: {
    parse: ({ projectId }) => ({ projectId: Number(projectId) }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) })
  },
  loader: ({ params }) => queryClient.ensureQueryData(projectQuery(params.projectId))
})
