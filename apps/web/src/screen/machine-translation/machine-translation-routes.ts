import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"
import { organizationRoute } from "../organization/organization-route.ts"

/** `/organizations/{slug}/machine-translation`. */
export const organizationMachineTranslationRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/machine-translation",
  staticData: { title: "machine-translation.title" },
  component: lazyRouteComponent(
    () => import("./machine-translation-screens.ts"),
    "OrganizationMachineTranslationScreen"
  )
})

/** `/projects/{id}/settings/machine-translation`. */
export const projectMachineTranslationRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/settings/machine-translation",
  staticData: { title: "machine-translation.title" },
  component: lazyRouteComponent(() => import("./machine-translation-screens.ts"), "ProjectMachineTranslationScreen")
})
