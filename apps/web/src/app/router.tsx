import { createRouter } from "@tanstack/react-router"
import { rootRoute } from "../base/routing/root-route.ts"
import { projectRoute } from "../feature/project/project-route.ts"
import { userRoute } from "../feature/session/user-route.ts"
import { accountRoutes } from "../screen/account/account-routes.ts"
import { activityRoute, revisionRoute } from "../screen/activity/activity-routes.ts"
import { apiKeyListRoute } from "../screen/api-key/api-key-list-route.ts"
import { jobListRoute } from "../screen/batch-job/job-list-route.ts"
import { branchListRoute, mergeRoute } from "../screen/branch/branch-routes.ts"
import { connectRoute } from "../screen/connect/connect-route.ts"
import { contentDeliveryRoute } from "../screen/content-delivery/content-delivery-route.ts"
import { dashboardRoute } from "../screen/dashboard/dashboard-route.ts"
import { awaitVerificationRoute, verifyEmailRoute } from "../screen/email-verification/email-verification-routes.ts"
import { explanationRoute } from "../screen/explanation/explanation-route.ts"
import { exportRoute } from "../screen/export/export-route.ts"
import { glossaryListRoute, glossaryRoute } from "../screen/glossary/glossary-routes.ts"
import { importRoute } from "../screen/import/import-route.ts"
import { invitationRoute, pathInvitationRoutes } from "../screen/invitation/invitation-route.ts"
import { keyByNameRoute, keyRoute } from "../screen/key/key-routes.ts"
import { keyTrashRoute } from "../screen/key-trash/key-trash-route.ts"
import { languageListRoute } from "../screen/language/language-list-route.ts"
import { callbackRoute, loginRoute } from "../screen/login/login-routes.ts"
import {
  organizationMachineTranslationRoute,
  projectMachineTranslationRoute
} from "../screen/machine-translation/machine-translation-routes.ts"
import { memberListRoute } from "../screen/member/member-list-route.ts"
import { notificationsRoute, unsubscribeRoute } from "../screen/notification/notification-routes.ts"
import { organizationRoute } from "../screen/organization/organization-route.ts"
import { organizationListRoute, organizationScreenRoutes } from "../screen/organization/organization-routes.ts"
import { passwordResetRequestRoute, passwordResetRoute } from "../screen/password-reset/password-reset-routes.ts"
import { projectListRoute } from "../screen/project/project-list-route.ts"
import {
  projectSettingsOfTolgeeRoute,
  projectSettingsRoute
} from "../screen/project-settings/project-settings-route.ts"
import { publicProjectRoute } from "../screen/public-project/public-project-route.ts"
import { qualityCheckRoute } from "../screen/quality-check/quality-check-route.ts"
import { serverRoutes } from "../screen/server/server-routes.ts"
import { signUpRoute } from "../screen/sign-up/sign-up-route.ts"
import { startRoute } from "../screen/start/start-route.ts"
import { taskRoutes, userTaskListRoute } from "../screen/task/task-routes.ts"
import { translationListRoute } from "../screen/translation-list/translation-list-route.ts"
import { deliveryRoute, webhookListRoute, webhookRoute } from "../screen/webhook/webhook-routes.ts"
import { NotFound, RouteError } from "./route-error.tsx"
import { RouteFrame } from "./route-frame.tsx"
import { Shell } from "./shell.tsx"

/**
 * Search parameters as people write them: every value is a text, `q=12` too; nothing is JSON. The routes validate them.
 * A parameter that is repeated keeps its last value.
 */
const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

/** Commas and colons separate values of filters and stay readable. */
const printSearch = (search: Readonly<Record<string, unknown>>): string => {
  const text = new URLSearchParams(
    Object.entries(search).flatMap(
      ([name, value]): Array<[string, string]> =>
        value === undefined || value === null || value === "" ? [] : [[name, String(value)]]
    )
  ).toString()
  return text === "" ? "" : `?${text.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/")}`
}

/** Every screen: one line here, beside an entry of the navigation where it has one. */
const routeTree = rootRoute
  .update({ component: RouteFrame })
  .addChildren([
    loginRoute,
    callbackRoute,
    signUpRoute,
    invitationRoute,
    ...pathInvitationRoutes,
    passwordResetRequestRoute,
    passwordResetRoute,
    verifyEmailRoute,
    awaitVerificationRoute,
    unsubscribeRoute,
    publicProjectRoute,
    userRoute
      .update({ component: Shell })
      .addChildren([
        projectListRoute,
        startRoute,
        userTaskListRoute,
        ...accountRoutes,
        notificationsRoute,
        organizationListRoute,
        organizationRoute.addChildren([
          ...organizationScreenRoutes,
          glossaryListRoute,
          glossaryRoute,
          organizationMachineTranslationRoute
        ]),
        ...serverRoutes,
        projectRoute.addChildren([
          dashboardRoute,
          translationListRoute,
          ...taskRoutes,
          keyByNameRoute,
          languageListRoute,
          branchListRoute,
          mergeRoute,
          keyTrashRoute,
          keyRoute,
          importRoute,
          exportRoute,
          contentDeliveryRoute,
          qualityCheckRoute,
          jobListRoute,
          activityRoute,
          revisionRoute,
          webhookListRoute,
          webhookRoute,
          deliveryRoute,
          memberListRoute,
          explanationRoute,
          apiKeyListRoute,
          connectRoute,
          projectSettingsRoute,
          projectMachineTranslationRoute,
          projectSettingsOfTolgeeRoute
        ])
      ])
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

/** Reads the scripts of the addressed screen beside the question who the user is, not after its response. */
export const loadScreenScripts = (): void => {
  const [routes] = router.getMatchedRoutes(window.location.pathname)
  // The router reads them again when it shows the screen, and says then what is wrong.
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined)
  if (routes.some(({ id }) => id === projectRoute.id)) import("./project-navigation.tsx").catch(() => undefined)
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
