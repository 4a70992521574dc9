import { Schema } from "effect"
import { field } from "../field.ts"
import { CheckTypeGroupModel } from "../quality-check/quality-check-model.ts"
import { UserSsoModel } from "../sign-in/sign-in-model.ts"
import { PrivateOrganizationModel, UserModel } from "../user/user-model.ts"

const text = Schema.NullOr(Schema.String)
const translationService = field(
  Schema.Struct({
    enabled: field(Schema.Boolean, "Whether the operator set it up."),
    defaultEnabledForProject: field(Schema.Boolean, "Whether projects use it that have chosen no services.")
  }),
  "A service for machine translation."
)

/** The public configuration of the server. */
export const ServerConfigurationModel = Schema.Struct({
  machineTranslationServices: field(
    Schema.Struct({
      services: field(
        Schema.Record(Schema.String, translationService),
        "Each service that older clients know; others when the operator set them up.",
        {
          GOOGLE: { enabled: false, defaultEnabledForProject: false },
          AWS: { enabled: false, defaultEnabledForProject: false },
          DEEPL: { enabled: false, defaultEnabledForProject: false },
          AZURE: { enabled: false, defaultEnabledForProject: false },
          BAIDU: { enabled: false, defaultEnabledForProject: false }
        }
      )
    }),
    "Services for machine translation."
  ),
  billing: field(
    Schema.Struct({ enabled: field(Schema.Boolean, "Always false: the server has no payments.") }),
    "Payments."
  ),
  version: field(Schema.String, "Level of Tolgee's API that the server speaks, not its own version.", "v3.143.0"),
  authentication: field(Schema.Boolean, "Always true: users log in.", true),
  authMethods: field(
    Schema.Struct({
      github: field(
        Schema.Struct({
          clientId: field(text, "Client id; null: it is off.", "Iv1.8a61f9b3a7aba766"),
          enabled: field(Schema.Boolean, "Whether people can log in with it.")
        }),
        "Login with GitHub."
      ),
      google: field(
        Schema.Struct({
          clientId: field(text, "Client id; null: it is off.", "1234-abc.apps.googleusercontent.com"),
          enabled: field(Schema.Boolean, "Whether people can log in with it.")
        }),
        "Login with Google."
      ),
      oauth2: field(
        Schema.Struct({
          clientId: field(text, "Client id; null: it is off.", "dragoman"),
          authorizationUrl: field(
            text,
            "Page where people log in; null: it is off, or its addresses are discovered.",
            "https://login.example.com/authorize"
          ),
          scopes: field(Schema.Array(Schema.String), "Scopes to request.", ["openid", "email"]),
          enabled: field(Schema.Boolean, "Whether people can log in with it."),
          name: field(text, "Name of the provider for people; null: none is set. Not part of Tolgee's API.", "Keycloak")
        }),
        "Login with another provider of OAuth 2 or OpenID Connect."
      ),
      ssoGlobal: field(
        Schema.Struct({
          enabled: field(Schema.Boolean, "Whether people can log in with it."),
          clientId: field(text, "Client id; null: it is off.", "dragoman"),
          domain: field(text, "E-mail domain of its users; null: it is off.", "example.com"),
          customLogoUrl: field(text, "Picture for its button; null: none.", "https://example.com/logo.png"),
          customLoginText: field(text, "Text of its button; null: none.", "Log in with your company account")
        }),
        "Single sign-on for the whole server."
      ),
      ssoOrganizations: field(
        Schema.Struct({ enabled: field(Schema.Boolean, "Whether organizations can have single sign-on.") }),
        "Single sign-on of organizations."
      )
    }),
    "Ways to log in without a password."
  ),
  nativeEnabled: field(Schema.Boolean, "Whether people can log in with a password of the server.", true),
  passwordResettable: field(
    Schema.Boolean,
    "Whether users can ask for a mail with a link for a new password: the server has a mail server."
  ),
  firstStart: field(
    Schema.Boolean,
    "Whether the initial administrator is the only user and still has the generated password. Dragoman's own.",
    false
  ),
  allowRegistrations: field(Schema.Boolean, "Whether accounts can be created without an invitation."),
  screenshotsUrl: field(
    Schema.String,
    "Address below which screenshots are; a path when the server does not know its public address.",
    "https://texts.example.com/screenshots"
  ),
  maxUploadFileSize: field(Schema.Int, "Largest upload in kilobytes.", 51_200),
  clientSentryDsn: field(text, "Always null: the server sends no error reports."),
  needsEmailVerification: field(
    Schema.Boolean,
    "Whether new accounts and new e-mail addresses must be verified by a mailed link."
  ),
  userCanCreateOrganizations: field(Schema.Boolean, "Always true.", true),
  appName: field(Schema.String, "Name of the program.", "Dragoman"),
  showVersion: field(Schema.Boolean, "Always true.", true),
  internalControllerEnabled: field(Schema.Boolean, "Whether the endpoints for the tests of clients are open.", false),
  maxTranslationTextLength: field(Schema.Int, "Longest text of a translation in characters.", 10_000),
  recaptchaSiteKey: field(text, "Always null: the server uses no CAPTCHA."),
  chatwootToken: field(text, "Always null: the server uses no third-party services."),
  intercomAppId: field(text, "Always null: the server uses no third-party services."),
  capterraTracker: field(text, "Always null: the server uses no third-party services."),
  ga4Tag: field(text, "Always null: the server uses no third-party services."),
  postHogApiKey: field(text, "Always null: the server uses no third-party services."),
  postHogHost: field(text, "Always null: the server uses no third-party services."),
  contentDeliveryConfigured: field(Schema.Boolean, "Always true: the server publishes files itself."),
  userSourceField: field(Schema.Boolean, "Always false: the server does not ask for the source of a user."),
  plausible: field(
    Schema.Struct({
      domain: field(text, "Always null: the server uses no third-party services."),
      url: field(text, "Always null."),
      scriptUrl: field(text, "Always null.")
    }),
    "Statistics by Plausible."
  ),
  slack: field(
    Schema.Struct({
      enabled: field(Schema.Boolean, "Always false: the server has no connection with Slack."),
      connected: field(Schema.Boolean, "Always false.")
    }),
    "Connection with Slack."
  ),
  llm: field(
    Schema.Struct({
      enabled: field(Schema.Boolean, "Whether language models can be used, of the server or of organizations.")
    }),
    "Language models."
  ),
  translationsViewLanguagesLimit: field(
    Schema.Int,
    "Languages that a list of translations can show at once; -1: no limit.",
    -1
  )
})
export type ServerConfigurationModel = typeof ServerConfigurationModel.Type

/** Everything that a web page needs to start; for anonymous callers only the configuration is not null. */
export const InitialDataModel = Schema.Struct({
  serverConfiguration: field(ServerConfigurationModel, "The public configuration of the server."),
  authInfo: field(
    Schema.NullOr(Schema.Struct({ isReadOnly: field(Schema.Boolean, "Always false: no credential is read-only.") })),
    "Facts about the credential; null: anonymous."
  ),
  userInfo: field(Schema.NullOr(UserModel), "The caller; null: anonymous."),
  ssoInfo: field(
    Schema.NullOr(UserSsoModel),
    "Single sign-on of the caller's e-mail domain; null: it has none, or anonymous."
  ),
  preferredOrganization: field(
    Schema.NullOr(PrivateOrganizationModel),
    "Organization that clients open first; null: anonymous."
  ),
  languageTag: field(text, "Language tag of the console that the user chose; null: none, or anonymous.", "cs"),
  announcement: field(Schema.Null, "Always null: the server has no announcements."),
  eeSubscription: field(Schema.Null, "Always null: the server has no subscriptions."),
  hasCommunityContributions: field(Schema.Boolean, "Always false: the server has no public projects."),
  qaCheckCategories: field(Schema.Array(CheckTypeGroupModel), "Types of quality checks by category.")
})
export type InitialDataModel = typeof InitialDataModel.Type
