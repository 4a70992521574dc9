import type { ServerConfigurationModel } from "@dragoman/api"
import { Effect } from "effect"
import { productVersion } from "../../platform/product-version.ts"
import { Settings } from "../../platform/settings/settings.ts"

/** Longest translation, in UTF-16 units. Source: reference "auth-and-permissions" 5.7. */
const translationMaxUtf16Units = 10_000

/** What anybody may know of this server; services of others are not part of it. Source: as above. */
export const getServerConfiguration = Effect.fn("getServerConfiguration")(function* () {
  const { publicUrl, registration, maxUploadBytes } = yield* Settings
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
    passwordResettable: false,
    allowRegistrations: registration === "open",
    screenshotsUrl: `${publicUrl ?? ""}/screenshots`,
    maxUploadFileSize: Math.floor(maxUploadBytes / 1024),
    clientSentryDsn: null,
    needsEmailVerification: false,
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
    translationsViewLanguagesLimit: -1
  } satisfies ServerConfigurationModel
})

const off = { enabled: false, defaultEnabledForProject: false }
