import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/api-keys`: the keys of programs. */
export const apiKeyListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/api-keys",
  staticData: { title: "api-key.title" },
  component: lazyRouteComponent(() => import("./api-key-list-screen.tsx"), "ApiKeyListScreen")
})
