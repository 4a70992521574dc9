import { identityTypes, signInServices } from "@dragoman/domain/sign-in"
import { Schema } from "effect"
import { field } from "../field.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))
const flag = Schema.optional(Schema.NullOr(Schema.Boolean))
const groups = Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))

export const SignInServiceModel = Schema.Literals(signInServices)
export const IdentityTypeModel = Schema.Literals(identityTypes)

export const SsoUrlBody = Schema.Struct({
  domain: field(text, "E-mail domain of the person; required.", "example.com"),
  state: field(text, "Random text of the client, which the provider returns with the code; required.", "pN5rZ0cVq1")
})
export type SsoUrlBody = typeof SsoUrlBody.Type

export const RedirectModel = Schema.Struct({
  redirectUrl: field(
    Schema.String,
    "Page of the provider that the client opens.",
    "https://login.example.com/authorize?client_id=dragoman"
  )
})

export const StartSignInBody = Schema.Struct({
  domain: field(text, "E-mail domain of the person; required for `sso`.", "example.com"),
  invitationCode: field(text, "Code of an invitation that the login accepts."),
  to: field(text, "Path of the console for the time after the login, which returns it.", "/projects/7"),
  connect: field(
    flag,
    "Whether to connect the caller's account with the provider instead of logging in; absent: false."
  )
})
export type StartSignInBody = typeof StartSignInBody.Type

export const FinishSignInBody = Schema.Struct({
  state: field(text, "State of the provider's response; required.", "8hX2rQ4kVx"),
  code: field(text, "Code of the provider's response; absent: it rejected the login.", "4/0AVMBsJ"),
  issuer: field(text, "Issuer of the provider's response (`iss`), when it names one.", "https://login.example.com"),
  error: field(text, "Error of the provider's response; absent: none.", "access_denied"),
  errorDescription: field(text, "Description of the error by the provider.", "The user cancelled.")
})
export type FinishSignInBody = typeof FinishSignInBody.Type

export const FinishedSignInModel = Schema.Struct({
  outcome: field(
    Schema.Literals(["LOGGED_IN", "CHANGE_REQUESTED"]),
    "LOGGED_IN: the session cookie is set. CHANGE_REQUESTED: the caller accepts the change at `/v2/auth-provider/change`."
  ),
  to: field(Schema.NullOr(Schema.String), "Path of the console from the start of the login; null: none.", "/projects/7")
})

export const AuthProviderModel = Schema.Struct({
  id: field(Schema.NullOr(Schema.String), "Always null: this is not a pending change."),
  authType: field(Schema.NullOr(IdentityTypeModel), "Provider that the user can log in with."),
  ssoDomain: field(
    Schema.NullOr(Schema.String),
    "Domain of the single sign-on; null for other providers.",
    "example.com"
  )
})

export const AuthProviderChangeModel = Schema.Struct({
  id: field(Schema.String, "Id of the change, to accept it.", "5b3a4b0e-3f0a-4a53-8f2f-6d1f2b8f7a10"),
  authType: field(Schema.NullOr(IdentityTypeModel), "Provider after the change; null: none."),
  ssoDomain: field(
    Schema.NullOr(Schema.String),
    "Domain of the single sign-on; null for other providers.",
    "example.com"
  )
})

export const AcceptChangeBody = Schema.Struct({
  id: field(text, "Id of the change; required.", "5b3a4b0e-3f0a-4a53-8f2f-6d1f2b8f7a10")
})
export type AcceptChangeBody = typeof AcceptChangeBody.Type

export const OrganizationSsoBody = Schema.Struct({
  enabled: field(flag, "Whether people can log in with it; absent: false."),
  force: field(flag, "Whether single sign-on is the only login of the domain; absent: false."),
  domain: field(text, "E-mail domain of its users. Only administrators of the server can change it.", "example.com"),
  clientId: field(text, "Client id at the provider.", "dragoman"),
  clientSecret: field(text, "Client secret at the provider; absent or empty: the stored one stays."),
  authorizationUri: field(text, "Page of the provider where people log in.", "https://192.0.2.1/authorize"),
  tokenUri: field(text, "Token endpoint of the provider.", "https://192.0.2.1/token"),
  issuer: field(
    text,
    "Issuer with a discovery document; absent: searched above the two addresses. Not part of Tolgee's API.",
    "https://192.0.2.1"
  ),
  groupsClaim: field(text, "Claim with the groups of a person; absent: `groups`. Not part of Tolgee's API.", "groups"),
  ownerGroups: field(groups, "Groups whose members are OWNER. Not part of Tolgee's API.", ["translation-leads"]),
  memberGroups: field(
    groups,
    "Groups whose members may log in as MEMBER; empty: all users of the domain. Not part of Tolgee's API.",
    ["translators"]
  )
})
export type OrganizationSsoBody = typeof OrganizationSsoBody.Type

export const OrganizationSsoModel = Schema.Struct({
  enabled: field(Schema.Boolean, "Whether people can log in with it."),
  force: field(Schema.Boolean, "Whether single sign-on is the only login of the domain."),
  domain: field(Schema.String, "E-mail domain of its users.", "example.com"),
  clientId: field(Schema.String, "Client id at the provider.", "dragoman"),
  clientSecret: field(Schema.Literal(""), "Always empty: the secret cannot be read."),
  clientSecretSet: field(Schema.Boolean, "Whether a secret is stored. Not part of Tolgee's API."),
  authorizationUri: field(Schema.String, "Page of the provider where people log in.", "https://192.0.2.1/authorize"),
  tokenUri: field(Schema.String, "Token endpoint of the provider.", "https://192.0.2.1/token"),
  issuer: field(Schema.String, "Issuer; empty: searched above the two addresses.", "https://192.0.2.1"),
  groupsClaim: field(Schema.String, "Claim with the groups of a person.", "groups"),
  ownerGroups: field(Schema.Array(Schema.String), "Groups whose members are OWNER.", ["translation-leads"]),
  memberGroups: field(
    Schema.Array(Schema.String),
    "Groups whose members may log in as MEMBER; empty: all users of the domain.",
    ["translators"]
  ),
  global: field(Schema.Boolean, "Always false: the single sign-on belongs to the organization.")
})

export type OrganizationSsoModel = typeof OrganizationSsoModel.Type

export const UserSsoModel = Schema.Struct({
  domain: field(Schema.String, "E-mail domain of the caller.", "example.com"),
  global: field(Schema.Boolean, "Whether it is the single sign-on of the whole server."),
  force: field(Schema.Boolean, "Whether single sign-on is the only login of the domain.")
})
