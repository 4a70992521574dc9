import { type InitialDataModel, productVersion, type ServerConfigurationModel } from "@dragoman/api"
import { type TranslationService, translationServices } from "@dragoman/domain/machine-translation"
import { groupCheckTypes } from "@dragoman/formats/check"
import { UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { defaultServicesOf, translationServicesOf } from "../../platform/settings/translation-services.ts"
import { type PublicAccess, type UserAccess, userAccessOf } from "../../service/access/access.ts"
import { ssoOfUser } from "../../service/sign-in/sign-in-target.ts"
import { getPreferredOrganization } from "../user/change-users.ts"
import { getUser, getUserPreferences } from "../user/user-queries.ts"
import { privateOrganizationToModel, userToModel } from "../user/user-shapes.ts"

/** Length of the longest translation that clients offer to write. */
const translationMaxUtf16Units = 10_000

/** Returns the public configuration of this server. */
export const getServerConfiguration = Effect.fn("getServerConfiguration")(function* () {
  const settings = yield* Settings
  const users = yield* UserRepository
  const { adminPassword, publicUrl, registration, maxUploadBytes, nativeLogin, smtp, emailVerification } = settings
  return {
    machineTranslationServices: { services: machineTranslationServicesOf(settings) },
    billing: { enabled: false },
    version: productVersion,
    authentication: true,
    authMethods: authMethodsOf(settings),
    nativeEnabled: nativeLogin,
    passwordResettable: smtp !== null && nativeLogin,
    firstStart: nativeLogin && adminPassword === null && (yield* users.isFirstStart),
    allowRegistrations: registration === "open",
    screenshotsUrl: `${publicUrl ?? ""}/screenshots`,
    maxUploadFileSize: Math.floor(maxUploadBytes / 1024),
    clientSentryDsn: null,
    needsEmailVerification: emailVerification,
    userCanCreateOrganizations: true,
    appName: "Dragoman",
    showVersion: true,
    internalControllerEnabled: settings.internalEndpoints,
    maxTranslationTextLength: translationMaxUtf16Units,
    recaptchaSiteKey: null,
    chatwootToken: null,
    intercomAppId: null,
    capterraTracker: null,
    ga4Tag: null,
    postHogApiKey: null,
    postHogHost: null,
    contentDeliveryConfigured: true,
    userSourceField: false,
    plausible: { domain: null, url: null, scriptUrl: null },
    slack: { enabled: false, connected: false },
    llm: { enabled: settings.llmEnabled },
    translationsViewLanguagesLimit: -1
  } satisfies ServerConfigurationModel
})

/** Services that older clients expect, also when they are off. */
const expectedServices: ReadonlyArray<TranslationService> = ["GOOGLE", "AWS", "DEEPL", "AZURE", "BAIDU"]

const machineTranslationServicesOf = (settings: SettingValues) => {
  const services = translationServicesOf(settings, { hasModels: false })
  const { enabled } = defaultServicesOf(settings, services)
  return Object.fromEntries(
    translationServices
      .filter((service) => services.includes(service) || expectedServices.includes(service))
      .map((service) => [
        service,
        { enabled: services.includes(service), defaultEnabledForProject: enabled.includes(service) }
      ])
  )
}

/** Lists the ways to log in besides the password, as login pages show them. */
const authMethodsOf = (settings: SettingValues): ServerConfigurationModel["authMethods"] => {
  const { githubClientId, googleClientId, oauth2ClientId, ssoGlobal } = settings
  const hasOauth2 = oauth2ClientId !== null
  return {
    github: { clientId: githubClientId, enabled: githubClientId !== null },
    google: { clientId: googleClientId, enabled: googleClientId !== null },
    oauth2: {
      clientId: oauth2ClientId,
      authorizationUrl: hasOauth2 ? settings.oauth2AuthorizationUrl : null,
      scopes: hasOauth2 ? settings.oauth2Scopes : [],
      enabled: hasOauth2,
      name: hasOauth2 ? settings.oauth2Name : null
    },
    ssoGlobal: {
      enabled: ssoGlobal,
      clientId: ssoGlobal ? settings.ssoGlobalClientId : null,
      domain: ssoGlobal ? (settings.ssoGlobalDomains[0] ?? null) : null,
      customLogoUrl: ssoGlobal ? settings.ssoGlobalLogoUrl : null,
      customLoginText: ssoGlobal ? settings.ssoGlobalLoginText : null
    },
    ssoOrganizations: { enabled: settings.ssoOrganizations }
  }
}

/** Returns everything that a web client needs to start. */
export const getInitialData = Effect.fn("getInitialData")(function* (access: PublicAccess) {
  const user = userAccessOf(access)
  const serverConfiguration = yield* getServerConfiguration()
  const common = {
    serverConfiguration,
    announcement: null,
    eeSubscription: null,
    hasCommunityContributions: false,
    qaCheckCategories: groupCheckTypes((yield* Settings).languageToolUrl !== null)
  }
  return { ...common, ...(user === null ? anonymous : yield* dataOf(user)) } satisfies InitialDataModel
})

const anonymous = { ssoInfo: null, authInfo: null, userInfo: null, preferredOrganization: null, languageTag: null }

const dataOf = Effect.fnUntraced(function* (access: UserAccess) {
  const user = yield* getUser(access)
  const settings = yield* Settings
  const preferredOrganization = yield* getPreferredOrganization(access).pipe(
    Effect.map((organization) => privateOrganizationToModel(organization, settings)),
    Effect.orElseSucceed(() => null)
  )
  const { languageTag } = yield* getUserPreferences(access)
  const ssoInfo = yield* ssoOfUser(user.username)
  return { ssoInfo, authInfo: { isReadOnly: false }, userInfo: userToModel(user), preferredOrganization, languageTag }
})
