import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { userRoute } from "../../feature/session/user-route.ts"

interface StartSearch {
  /** The organization that the project is proposed for; absent: the first one that the user owns. */
  readonly organization?: number
}

/** `/start`: a new project from files, or an empty one. */
export const startRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/start",
  staticData: { title: "start.title" },
  validateSearch: ({ organization }: Record<string, unknown>): StartSearch =>
    Number.isSafeInteger(Number(organization)) ? { organization: Number(organization) } : {},
  component: lazyRouteComponent(() => import("./start-screen.tsx"), "StartScreen")
})
