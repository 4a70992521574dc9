import { createRoute, redirect } from "@tanstack/react-router"
import { queryClient } from "../../base/api/query-client.ts"
import { rootRoute } from "../../base/routing/root-route.ts"
import { isPublicProject } from "../public-project/public-project-query.ts"
import { serverConfigurationQuery } from "./server-configuration.ts"
import { userQuery } from "./session.ts"

/** Path on which an account that waits for its verification corrects its address. */
const profilePath = "/account/profile"

/** Paths of the screens of a project. */
const projectPath = /^\/projects\/(\d+)(?:\/|$)/

/** The server configuration is known as soon as the user is. */
const needsEmailVerification = (): boolean =>
  queryClient.getQueryData(serverConfigurationQuery.queryKey)?.needsEmailVerification === true

/**
 * The parent of every screen that needs a user: without a session it leads to the login, and from there back, or to the page of a public project. An account whose address is not verified has no other screens.
 */
export const userRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "user",
  beforeLoad: async ({ location }) => {
    const user = await queryClient.ensureQueryData(userQuery)
    if (user !== null) {
      const isOpen = user.emailVerified || !needsEmailVerification() || location.pathname === profilePath
      if (isOpen) return
      throw redirect({ to: "/verify-email", replace: true })
    }
    const [, projectId] = projectPath.exec(location.pathname) ?? []
    if (projectId !== undefined && (await isPublicProject(Number(projectId)))) {
      throw redirect({
        to: "/public-projects/$projectId",
        params: { projectId: Number(projectId) },
        search: { to: location.href },
        replace: true
      })
    }
    const wanted = location.href === "/" ? {} : { to: location.href }
    throw redirect({ to: "/login", search: wanted, replace: true })
  }
})
