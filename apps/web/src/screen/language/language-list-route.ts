import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/languages`. */
export const languageListRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/languages",
  staticData: { title: "projects.languages" },
  component: lazyRouteComponent(() => import("./language-list-screen.tsx"), "LanguageListScreen")
})
