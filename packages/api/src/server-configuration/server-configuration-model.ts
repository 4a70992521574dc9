import { Schema } from "effect"
import { PrivateOrganizationModel, UserModel } from "../user/user-model.ts"

const text = Schema.NullOr(Schema.String)
const translationService = Schema.Struct({ enabled: Schema.Boolean, defaultEnabledForProject: Schema.Boolean })

/** The public configuration of the server. */
export const ServerConfigurationModel = Schema.Struct({
  machineTranslationServices: Schema.Struct({
    services: Schema.Record(Schema.Literals(["GOOGLE", "AWS", "DEEPL", "AZURE", "BAIDU"]), translationService)
  }),
  billing: Schema.Struct({ enabled: Schema.Boolean }),
  version: Schema.String,
  authentication: Schema.Boolean,
  authMethods: Schema.Struct({
    github: Schema.Struct({ clientId: text, enabled: Schema.Boolean }),
    google: Schema.Struct({ clientId: text, enabled: Schema.Boolean }),
    oauth2: Schema.Struct({
      clientId: text,
      authorizationUrl: text,
      scopes: Schema.Array(Schema.String),
      enabled: Schema.Boolean
    }),
    ssoGlobal: Schema.Struct({
      enabled: Schema.Boolean,
      clientId: text,
      domain: text,
      customLogoUrl: text,
      customLoginText: text
    }),
    ssoOrganizations: Schema.Struct({ enabled: Schema.Boolean })
  }),
  nativeEnabled: Schema.Boolean,
  passwordResettable: Schema.Boolean,
  allowRegistrations: Schema.Boolean,
  screenshotsUrl: Schema.String,
  /** Kilobytes. */
  maxUploadFileSize: Schema.Int,
  clientSentryDsn: text,
  needsEmailVerification: Schema.Boolean,
  userCanCreateOrganizations: Schema.Boolean,
  appName: Schema.String,
  showVersion: Schema.Boolean,
  internalControllerEnabled: Schema.Boolean,
  /** Characters. */
  maxTranslationTextLength: Schema.Int,
  recaptchaSiteKey: text,
  chatwootToken: text,
  intercomAppId: text,
  capterraTracker: text,
  ga4Tag: text,
  postHogApiKey: text,
  postHogHost: text,
  contentDeliveryConfigured: Schema.Boolean,
  userSourceField: Schema.Boolean,
  plausible: Schema.Struct({ domain: text, url: text, scriptUrl: text }),
  slack: Schema.Struct({ enabled: Schema.Boolean, connected: Schema.Boolean }),
  /** -1: no limit. */
  translationsViewLanguagesLimit: Schema.Int
})
export type ServerConfigurationModel = typeof ServerConfigurationModel.Type

/** Everything that a web page needs to start; for anonymous callers only the configuration is not null. */
export const InitialDataModel = Schema.Struct({
  serverConfiguration: ServerConfigurationModel,
  authInfo: Schema.NullOr(Schema.Struct({ isReadOnly: Schema.Boolean })),
  userInfo: Schema.NullOr(UserModel),
  ssoInfo: Schema.Null,
  preferredOrganization: Schema.NullOr(PrivateOrganizationModel),
  languageTag: text,
  announcement: Schema.Null,
  eeSubscription: Schema.Null
})
export type InitialDataModel = typeof InitialDataModel.Type
