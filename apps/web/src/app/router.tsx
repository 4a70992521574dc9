import { createRouter } from "@tanstack/react-router"
import { accountRoutes } from "../account/account-routes.ts"
import { activityRoute } from "../activity/activity-route.ts"
import { revisionRoute } from "../activity/revision-route.ts"
import { apiKeyListRoute } from "../api-key/api-key-list-route.ts"
import { jobListRoute } from "../batch-job/job-list-route.ts"
import { connectRoute } from "../connect/connect-route.ts"
import { dashboardRoute } from "../dashboard/dashboard-route.ts"
import { awaitVerificationRoute, verifyEmailRoute } from "../email-verification/email-verification-routes.ts"
import { explanationRoute } from "../explanation/explanation-route.ts"
import { exportRoute } from "../export/export-route.ts"
import { importRoute } from "../import/import-route.ts"
import { invitationRoute, pathInvitationRoutes } from "../invitation/invitation-route.ts"
import { keyByNameRoute } from "../key/key-by-name-route.ts"
import { keyRoute } from "../key/key-route.ts"
import { keyTrashRoute } from "../key-trash/key-trash-route.ts"
import { languageListRoute } from "../language/language-list-route.ts"
import { callbackRoute } from "../login/callback-route.ts"
import { loginRoute } from "../login/login-route.ts"
import { memberListRoute } from "../member/member-list-route.ts"
import { notificationsRoute, unsubscribeRoute } from "../notification/notification-routes.ts"
import { organizationRoutes } from "../organization/organization-routes.ts"
import { passwordResetRequestRoute, passwordResetRoute } from "../password-reset/password-reset-routes.ts"
import { projectListRoute } from "../project/project-list-route.ts"
import { projectRoute } from "../project/project-route.ts"
import { projectSettingsOfTolgeeRoute, projectSettingsRoute } from "../project-settings/project-settings-route.ts"
import { rootRoute } from "../routing/root-route.ts"
import { serverRoutes } from "../server/server-routes.ts"
import { userRoute } from "../session/user-route.ts"
import { signUpRoute } from "../sign-up/sign-up-route.ts"
import { startRoute } from "../start/start-route.ts"
import { translationListRoute } from "../translation-list/translation-list-route.ts"
import { deliveryRoute } from "../webhook/delivery-route.ts"
import { webhookListRoute } from "../webhook/webhook-list-route.ts"
import { webhookRoute } from "../webhook/webhook-route.ts"
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
