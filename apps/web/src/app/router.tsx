import { createRouter } from "@tanstack/react-router"
import { loginRoute } from "../login/login-route.ts"
import { projectListRoute } from "../project/project-list-route.ts"
import { projectRoute } from "../project/project-route.ts"
import { rootRoute } from "../routing/root-route.ts"
import { userRoute } from "../session/user-route.ts"
import { translationListRoute } from "../translation-list/translation-list-route.ts"
import { NotFound, RouteError } from "./route-error.tsx"
import { RouteFrame } from "./route-frame.tsx"
import { parseSearch, printSearch } from "./search-string.ts"
import { Shell } from "./shell.tsx"

/** Every screen: one line here, beside an entry of the navigation where it has one. */
const routeTree = rootRoute
  .update({ component: RouteFrame })
  .addChildren([
    loginRoute,
    userRoute
      .update({ component: Shell })
      .addChildren([projectListRoute, projectRoute.addChildren([translationListRoute])])
  ])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch: printSearch,
  defaultPreload: "intent",
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
  defaultPendingMs: 150,
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
