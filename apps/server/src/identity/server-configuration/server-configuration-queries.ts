import { type InitialDataModel, productVersion, type ServerConfigurationModel } from "@dragoman/api"
import { Effect } from "effect"
import { type PublicAccess, type UserAccess, userAccessOf } from "../../platform/access/access.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { getPreferredOrganization } from "../user/change-users.ts"
import { getUser, getUserPreferences } from "../user/user-queries.ts"
import { privateOrganizationToModel, userToModel } from "../user/user-shapes.ts"

/** Longest translation that clients offer to write. */
const translationMaxUtf16Units = 10_000

/** The public configuration of this server. It uses no external services. */
export const getServerConfiguration = Effect.fn("getServerConfiguration")(function* () {
  const { publicUrl, registration, maxUploadBytes, smtp, emailVerification } = yield* Settings
  return {
    machineTranslationServices: {
      services: { GOOGLE: off, AWS: off, DEEPL: off, AZURE: off, BAIDU: off }
    },
    billing: { enabled: false },
    version: productVersion,
    authentication: true,
    authMethods: {
      github: { clientId: null, enabled: false },
      google: { clientId: null, enabled: false },
      oauth2: { clientId: null, authorizationUrl: null, scopes: [], enabled: false },
      ssoGlobal: { enabled: false, clientId: null, domain: null, customLogoUrl: null, customLoginText: null },
      ssoOrganizations: { enabled: false }
    },
    nativeEnabled: true,
    passwordResettable: smtp !== null,
    allowRegistrations: registration === "open",
    screenshotsUrl: `${publicUrl ?? ""}/screenshots`,
    maxUploadFileSize: Math.floor(maxUploadBytes / 1024),
    clientSentryDsn: null,
    needsEmailVerification: emailVerification,
    userCanCreateOrganizations: true,
    appName: "Dragoman",
    showVersion: true,
    internalControllerEnabled: false,
    maxTranslationTextLength: translationMaxUtf16Units,
    recaptchaSiteKey: null,
    chatwootToken: null,
    intercomAppId: null,
    capterraTracker: null,
    ga4Tag: null,
    postHogApiKey: null,
    postHogHost: null,
    contentDeliveryConfigured: false,
    userSourceField: false,
    plausible: { domain: null, url: null, scriptUrl: null },
    slack: { enabled: false, connected: false },
    llm: { enabled: false },
    translationsViewLanguagesLimit: -1
  } satisfies ServerConfigurationModel
})

const off = { enabled: false, defaultEnabledForProject: false }

/** Everything that a web client needs to start. */
export const getInitialData = Effect.fn("getInitialData")(function* (access: PublicAccess) {
  const user = userAccessOf(access)
  const serverConfiguration = yield* getServerConfiguration()
  const common = { serverConfiguration, ssoInfo: null, announcement: null, eeSubscription: null }
  return { ...common, ...(user === null ? anonymous : yield* dataOf(user)) } satisfies InitialDataModel
})

const anonymous = { authInfo: null, userInfo: null, preferredOrganization: null, languageTag: null }

const dataOf = Effect.fnUntraced(function* (access: UserAccess) {
  const user = yield* getUser(access)
  const preferredOrganization = yield* getPreferredOrganization(access).pipe(
    Effect.map(privateOrganizationToModel),
    Effect.orElseSucceed(() => null)
  )
  const { languageTag } = yield* getUserPreferences(access)
  return { authInfo: { isReadOnly: false }, userInfo: userToModel(user), preferredOrganization, languageTag }
})
