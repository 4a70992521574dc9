import { server } from "./setting.ts"
import { linkUrl, nameList, onOrOff, providerUrl, textWithin, wholeNumber } from "./setting-schema.ts"
import { asWritten, trueOrFalse } from "./tolgee-settings.ts"

const onOff = { schema: onOrOff, programs: server, example: "on" } as const
const tolgeeSwitch = trueOrFalse("on", "off")

const url = { programs: server, default: null, schema: providerUrl } as const
const identifier = { programs: server, default: null, schema: textWithin(1, 1_000), example: "dragoman" } as const
const secret = {
  programs: server,
  default: null,
  secret: true,
  schema: textWithin(1, 4_096),
  example: "the secret that the provider shows"
} as const

/** A week; a check of each user at the provider on the other end. */
const sessionMinutesMax = 10_080
/** A week of an unreachable provider. */
const graceMinutesMax = 10_080
const providerTimeoutMillisMax = 60_000

/** The settings of logins by other services: names of Tolgee's where it has one. Source: docs/people.md#connect-a-provider. */
export const signInSettingRows = {
  nativeLogin: {
    ...onOff,
    name: "NATIVE_LOGIN",
    meaning: "logins with a password of this server; off: only by the providers below",
    default: "on",
    example: "off",
    tolgee: { TOLGEE_AUTHENTICATION_NATIVE_ENABLED: tolgeeSwitch }
  },
  /** null: no login by GitHub. */
  githubClientId: {
    ...identifier,
    name: "GITHUB_CLIENT_ID",
    meaning: "client id of a GitHub OAuth app; switches the login by GitHub on",
    tolgee: { TOLGEE_AUTHENTICATION_GITHUB_CLIENT_ID: asWritten }
  },
  githubClientSecret: {
    ...secret,
    name: "GITHUB_CLIENT_SECRET",
    meaning: "client secret of the GitHub OAuth app",
    tolgee: { TOLGEE_AUTHENTICATION_GITHUB_CLIENT_SECRET: asWritten }
  },
  githubLoginUrl: {
    ...url,
    name: "GITHUB_LOGIN_URL",
    meaning: "page of GitHub where people log in; another one for GitHub Enterprise",
    default: "https://github.com/login/oauth/authorize",
    example: "https://github.example.org/login/oauth/authorize"
  },
  githubTokenUrl: {
    ...url,
    name: "GITHUB_TOKEN_URL",
    meaning: "where codes of GitHub become tokens",
    default: "https://github.com/login/oauth/access_token",
    example: "https://github.example.org/login/oauth/access_token",
    // Tolgee's name says something else than it means.
    tolgee: { TOLGEE_AUTHENTICATION_GITHUB_AUTHORIZATION_URL: asWritten }
  },
  githubUserUrl: {
    ...url,
    name: "GITHUB_USER_URL",
    meaning: "the user of a token of GitHub; addresses are read from /emails below it",
    default: "https://api.github.com/user",
    example: "https://github.example.org/api/v3/user",
    tolgee: { TOLGEE_AUTHENTICATION_GITHUB_USER_URL: asWritten }
  },
  /** null: no login by Google. */
  googleClientId: {
    ...identifier,
    name: "GOOGLE_CLIENT_ID",
    meaning: "client id of Google; switches the login by Google on",
    example: "1234-abc.apps.googleusercontent.com",
    tolgee: { TOLGEE_AUTHENTICATION_GOOGLE_CLIENT_ID: asWritten }
  },
  googleClientSecret: {
    ...secret,
    name: "GOOGLE_CLIENT_SECRET",
    meaning: "client secret of Google",
    tolgee: { TOLGEE_AUTHENTICATION_GOOGLE_CLIENT_SECRET: asWritten }
  },
  googleIssuer: {
    ...url,
    name: "GOOGLE_ISSUER",
    meaning: "issuer whose discovery document has the addresses of Google",
    default: "https://accounts.google.com",
    example: "https://accounts.google.com"
  },
  /** Empty: every Google account. */
  googleWorkspaceDomains: {
    name: "GOOGLE_WORKSPACE_DOMAIN",
    programs: server,
    meaning: "only accounts of these Google Workspace domains",
    default: "",
    defaultMeaning: "every Google account",
    example: "example.org,example.com",
    schema: nameList,
    tolgee: { TOLGEE_AUTHENTICATION_GOOGLE_WORKSPACE_DOMAIN: asWritten }
  },
  /** null: no login by a generic provider. */
  oauth2ClientId: {
    ...identifier,
    name: "OAUTH2_CLIENT_ID",
    meaning: "client id at a provider of OpenID Connect or OAuth 2; switches its login on",
    tolgee: { TOLGEE_AUTHENTICATION_OAUTH2_CLIENT_ID: asWritten }
  },
  oauth2ClientSecret: {
    ...secret,
    name: "OAUTH2_CLIENT_SECRET",
    meaning: "client secret at that provider; none for a public client",
    tolgee: { TOLGEE_AUTHENTICATION_OAUTH2_CLIENT_SECRET: asWritten }
  },
  /** null: plain OAuth 2 by the three addresses below. */
  oauth2Issuer: {
    ...url,
    name: "OAUTH2_ISSUER",
    meaning: "issuer of OpenID Connect, whose discovery document has the addresses; none: the three URLs below",
    example: "https://login.example.org/realms/main"
  },
  oauth2AuthorizationUrl: {
    ...url,
    name: "OAUTH2_AUTHORIZATION_URL",
    meaning: "page of a provider without discovery where people log in",
    example: "https://login.example.org/oauth2/authorize",
    tolgee: { TOLGEE_AUTHENTICATION_OAUTH2_AUTHORIZATION_URL: asWritten }
  },
  oauth2TokenUrl: {
    ...url,
    name: "OAUTH2_TOKEN_URL",
    meaning: "where its codes become tokens",
    example: "https://login.example.org/oauth2/token",
    tolgee: { TOLGEE_AUTHENTICATION_OAUTH2_TOKEN_URL: asWritten }
  },
  oauth2UserUrl: {
    ...url,
    name: "OAUTH2_USER_URL",
    meaning: "the user of its tokens",
    example: "https://login.example.org/oauth2/userinfo",
    tolgee: { TOLGEE_AUTHENTICATION_OAUTH2_USER_URL: asWritten }
  },
  oauth2Scopes: {
    name: "OAUTH2_SCOPES",
    programs: server,
    meaning: "scopes that are requested of it",
    default: "openid,email,profile",
    example: "openid,email,profile,groups",
    schema: nameList,
    tolgee: { TOLGEE_AUTHENTICATION_OAUTH2_SCOPES: asWritten }
  },
  oauth2Name: {
    ...identifier,
    name: "OAUTH2_NAME",
    meaning: "name of the provider on the login page",
    defaultMeaning: "OpenID Connect",
    example: "Keycloak"
  },
  oauth2SubjectClaim: {
    name: "OAUTH2_SUBJECT_CLAIM",
    programs: server,
    meaning: "claim that never changes for one person",
    default: "sub",
    example: "id",
    schema: textWithin(1, 200)
  },
  oauth2EmailClaim: {
    name: "OAUTH2_EMAIL_CLAIM",
    programs: server,
    meaning: "claim with the e-mail address",
    default: "email",
    example: "upn",
    schema: textWithin(1, 200)
  },
  oauth2NameClaim: {
    name: "OAUTH2_NAME_CLAIM",
    programs: server,
    meaning: "claim with the name of the person",
    default: "name",
    example: "display_name",
    schema: textWithin(1, 200)
  },
  oauth2TrustEmail: {
    ...onOff,
    name: "OAUTH2_TRUST_EMAIL",
    meaning: "take e-mail addresses that the provider does not call verified",
    default: "off"
  },
  ssoGlobal: {
    ...onOff,
    name: "SSO_GLOBAL",
    meaning: "single sign-on for the whole server, with accounts that the provider manages",
    default: "off",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_ENABLED: tolgeeSwitch }
  },
  ssoGlobalForce: {
    ...onOff,
    name: "SSO_GLOBAL_FORCE",
    meaning: "people of its domains can use no other login",
    default: "off",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_FORCE: tolgeeSwitch }
  },
  ssoGlobalClientId: {
    ...identifier,
    name: "SSO_GLOBAL_CLIENT_ID",
    meaning: "client id of global single sign-on",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_CLIENT_ID: asWritten }
  },
  ssoGlobalClientSecret: {
    ...secret,
    name: "SSO_GLOBAL_CLIENT_SECRET",
    meaning: "client secret of global single sign-on",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_CLIENT_SECRET: asWritten }
  },
  /** null: found by the two addresses below. */
  ssoGlobalIssuer: {
    ...url,
    name: "SSO_GLOBAL_ISSUER",
    meaning: "issuer of global single sign-on; none: found by the two URLs below",
    example: "https://login.example.org/realms/main"
  },
  ssoGlobalAuthorizationUrl: {
    ...url,
    name: "SSO_GLOBAL_AUTHORIZATION_URL",
    meaning: "its page where people log in, as the discovery document of its issuer names it",
    example: "https://login.example.org/realms/main/protocol/openid-connect/auth",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_AUTHORIZATION_URI: asWritten }
  },
  ssoGlobalTokenUrl: {
    ...url,
    name: "SSO_GLOBAL_TOKEN_URL",
    meaning: "where its codes become tokens, as the discovery document of its issuer names it",
    example: "https://login.example.org/realms/main/protocol/openid-connect/token",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_TOKEN_URI: asWritten }
  },
  ssoGlobalDomains: {
    name: "SSO_GLOBAL_DOMAIN",
    programs: server,
    meaning: "e-mail domains of the people of global single sign-on",
    default: "",
    defaultMeaning: "none",
    example: "example.org,example.com",
    schema: nameList,
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_DOMAIN: asWritten }
  },
  ssoGlobalSessionMinutes: {
    name: "SSO_GLOBAL_SESSION_MINUTES",
    programs: server,
    meaning: "after how many minutes the provider of global single sign-on is asked again whether a person may go on",
    default: "10",
    example: "60",
    schema: wholeNumber(1, sessionMinutesMax, "minutes"),
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_SESSION_EXPIRATION_MINUTES: asWritten }
  },
  ssoGlobalLogoUrl: {
    ...url,
    schema: linkUrl,
    name: "SSO_GLOBAL_LOGO_URL",
    meaning: "picture on the button of global single sign-on",
    example: "https://example.org/logo.png",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_CUSTOM_LOGO_URL: asWritten }
  },
  ssoGlobalLoginText: {
    ...identifier,
    name: "SSO_GLOBAL_LOGIN_TEXT",
    meaning: "text of the button of global single sign-on",
    example: "Log in with your company account",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_GLOBAL_CUSTOM_LOGIN_TEXT: asWritten }
  },
  ssoOrganizations: {
    ...onOff,
    name: "SSO_ORGANIZATIONS",
    meaning: "organizations may have single sign-on of their own",
    default: "off",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_ORGANIZATIONS_ENABLED: tolgeeSwitch }
  },
  ssoOrganizationsSessionMinutes: {
    name: "SSO_ORGANIZATIONS_SESSION_MINUTES",
    programs: server,
    meaning: "as above, for single sign-on of organizations",
    default: "10",
    example: "60",
    schema: wholeNumber(1, sessionMinutesMax, "minutes"),
    tolgee: { TOLGEE_AUTHENTICATION_SSO_ORGANIZATIONS_SESSION_EXPIRATION_MINUTES: asWritten }
  },
  ssoOrganizationsAllowLocal: {
    ...onOff,
    name: "SSO_ORGANIZATIONS_ALLOW_LOCAL",
    meaning: "providers of organizations may have private addresses",
    default: "off",
    tolgee: { TOLGEE_AUTHENTICATION_SSO_ORGANIZATIONS_ALLOW_LOCAL_ADDRESSES: tolgeeSwitch }
  },
  ssoGraceMinutes: {
    name: "SSO_GRACE_MINUTES",
    programs: server,
    meaning: "how long sessions of single sign-on go on while the provider does not respond, in minutes",
    default: "60",
    example: "240",
    schema: wholeNumber(0, graceMinutesMax, "minutes")
  },
  providerTimeoutMillis: {
    name: "PROVIDER_TIMEOUT_MS",
    programs: server,
    meaning: "total time of one request to a provider of logins, in milliseconds",
    default: "10000",
    example: "10000",
    schema: wholeNumber(100, providerTimeoutMillisMax, "milliseconds")
  }
} as const
