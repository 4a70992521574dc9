import { createRouter } from "@tanstack/react-router"
import { rootRoute } from "../base/routing/root-route.ts"
import { projectRoute } from "../feature/project/project-route.ts"
import { userRoute } from "../feature/session/user-route.ts"
import { accountRoutes } from "../screen/account/account-routes.ts"
import { activityRoute } from "../screen/activity/activity-route.ts"
import { revisionRoute } from "../screen/activity/revision-route.ts"
import { apiKeyListRoute } from "../screen/api-key/api-key-list-route.ts"
import { jobListRoute } from "../screen/batch-job/job-list-route.ts"
import { connectRoute } from "../screen/connect/connect-route.ts"
import { dashboardRoute } from "../screen/dashboard/dashboard-route.ts"
import { awaitVerificationRoute, verifyEmailRoute } from "../screen/email-verification/email-verification-routes.ts"
import { explanationRoute } from "../screen/explanation/explanation-route.ts"
import { exportRoute } from "../screen/export/export-route.ts"
import { importRoute } from "../screen/import/import-route.ts"
import { invitationRoute, pathInvitationRoutes } from "../screen/invitation/invitation-route.ts"
import { keyByNameRoute } from "../screen/key/key-by-name-route.ts"
import { keyRoute } from "../screen/key/key-route.ts"
import { keyTrashRoute } from "../screen/key-trash/key-trash-route.ts"
import { languageListRoute } from "../screen/language/language-list-route.ts"
import { callbackRoute } from "../screen/login/callback-route.ts"
import { loginRoute } from "../screen/login/login-route.ts"
import { memberListRoute } from "../screen/member/member-list-route.ts"
import { notificationsRoute, unsubscribeRoute } from "../screen/notification/notification-routes.ts"
import { organizationRoutes } from "../screen/organization/organization-routes.ts"
import { passwordResetRequestRoute, passwordResetRoute } from "../screen/password-reset/password-reset-routes.ts"
import { projectListRoute } from "../screen/project/project-list-route.ts"
import {
  projectSettingsOfTolgeeRoute,
  projectSettingsRoute
} from "../screen/project-settings/project-settings-route.ts"
import { serverRoutes } from "../screen/server/server-routes.ts"
import { signUpRoute } from "../screen/sign-up/sign-up-route.ts"
import { startRoute } from "../screen/start/start-route.ts"
import { translationListRoute } from "../screen/translation-list/translation-list-route.ts"
import { deliveryRoute } from "../screen/webhook/delivery-route.ts"
import { webhookListRoute } from "../screen/webhook/webhook-list-route.ts"
import { webhookRoute } from "../screen/webhook/webhook-route.ts"
import { NotFound, RouteError } from "./route-error.tsx"
import { RouteFrame } from "./route-frame.tsx"
import { parseSearch, printSearch } from "./search-string.ts"
import { Shell } from "./shell.tsx"

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
    userRoute
      .update({ component: Shell })
      .addChildren([
        projectListRoute,
        startRoute,
        ...accountRoutes,
        notificationsRoute,
        ...organizationRoutes,
        ...serverRoutes,
        projectRoute.addChildren([
          dashboardRoute,
          translationListRoute,
          keyByNameRoute,
          languageListRoute,
          keyTrashRoute,
          keyRoute,
          importRoute,
          exportRoute,
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
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
