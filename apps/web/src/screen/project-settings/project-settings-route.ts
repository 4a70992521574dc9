import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/settings`. */
export const projectSettingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings",
  staticData: { title: "settings.title" },
  component: lazyRouteComponent(() => import("./project-settings-screen.tsx"), "ProjectSettingsScreen")
})

/** The address of these settings in Tolgee, to which its plugin for Figma links. */
export const projectSettingsOfTolgeeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/manage/edit/advanced",
  staticData: { title: "settings.title" },
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/projects/$projectId/settings", params, replace: true })
  }
})
