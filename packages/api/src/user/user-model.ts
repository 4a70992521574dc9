import { serverRoles } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { field } from "../field.ts"
import { AvatarModel, OrganizationModel } from "../organization/organization-model.ts"
import { PasskeyAssertionBody } from "../passkey/passkey-model.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

export const ServerRoleModel = Schema.Literals(serverRoles)

/** The caller. */
export const UserModel = Schema.Struct({
  id: field(Schema.Int, "Id of the user.", 12),
  username: field(Schema.String, "Name for the login, usually an e-mail address.", "nela@example.com"),
  name: field(Schema.String, "Name of the person.", "Nela Nová"),
  domain: field(
    Schema.NullOr(Schema.String),
    "Domain of the e-mail address; null: the user name is no e-mail address.",
    "example.com"
  ),
  emailAwaitingVerification: field(
    Schema.NullOr(Schema.String),
    "Address to which a link was sent that the user has not opened: a new one, or that of a new account. null: none."
  ),
  emailVerified: field(
    Schema.Boolean,
    "Whether the address is verified. Until then most operations respond with 403 `email_not_verified`. Without meaning where `needsEmailVerification` is false. Not part of Tolgee's API.",
    true
  ),
  mfaEnabled: field(Schema.Boolean, "Whether logins need a code of an authenticator app."),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none."),
  accountType: field(
    Schema.Literals(["LOCAL", "MANAGED", "THIRD_PARTY"]),
    "LOCAL: created with a password of the server. THIRD_PARTY: created by a provider. MANAGED: managed by a single sign-on."
  ),
  thirdPartyAuthType: field(
    Schema.NullOr(Schema.Literals(["GOOGLE", "GITHUB", "OAUTH2", "SSO", "SSO_GLOBAL"])),
    "Provider that the user can log in with; null: only a password works."
  ),
  globalServerRole: field(ServerRoleModel, "Role on the whole server."),
  passwordIsInitial: field(
    Schema.Boolean,
    "Whether the password is still the one of the server's first start, generated or set. Dragoman's own.",
    false
  ),
  deletable: field(
    Schema.Boolean,
    "Whether the user can delete the account; false for the first administrator and for managed accounts.",
    true
  ),
  needsSuperJwtToken: field(
    Schema.Boolean,
    "Whether some operations need a super token: the account has a password or a second factor.",
    true
  )
})
export type UserModel = typeof UserModel.Type

/** A user as other users see it. */
export const SimpleUserModel = Schema.Struct({
  id: field(Schema.Int, "Id of the user.", 12),
  username: field(
    Schema.String,
    "Name for the login, usually an e-mail address. Empty for callers who may not see it: of users shown with content, those without `members.view`, and for all callers when the user may not see the project any more.",
    "nela@example.com"
  ),
  name: field(Schema.String, "Name of the person.", "Nela Nová"),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none."),
  deleted: field(Schema.Boolean, "Whether the account was deleted since.")
})
export type SimpleUserModel = typeof SimpleUserModel.Type

export const UserBody = Schema.Struct({
  name: field(text, "Name of the person; required.", "Nela Nová"),
  email: field(
    text,
    "E-mail address, which is the user name; required. A new address needs `currentPassword`. Where the server verifies addresses, it replaces the old one when the user opens the link that is sent to it.",
    "nela@example.com"
  ),
  currentPassword: field(text, "The present password; required for a new `email` only."),
  callbackUrl: field(text, "Ignored: links in mails lead to the address of the server's settings.")
})
export type UserBody = typeof UserBody.Type

export const PasswordBody = Schema.Struct({
  currentPassword: field(text, "The present password; required.", "correct-horse-battery"),
  password: field(text, "The new password; 8 to 50 characters, different from the user name.", "staple-battery-horse")
})
export type PasswordBody = typeof PasswordBody.Type

export const SuperTokenBody = Schema.Struct({
  password: field(
    text,
    "The password of the caller; required when the account has no second factor, else ignored.",
    "correct-horse-battery"
  ),
  otp: field(text, "Code of the authenticator app, or a recovery code; required when the account has a second factor."),
  passkey: field(
    Schema.optional(Schema.NullOr(PasskeyAssertionBody)),
    "A passkey instead of password and code, as the browser returned it for `POST /v2/user/passkeys/proof-options`. Not part of Tolgee's API."
  )
})
export type SuperTokenBody = typeof SuperTokenBody.Type

export const PrivateOrganizationModel = Schema.Struct({
  ...OrganizationModel.fields,
  enabledFeatures: field(
    Schema.Array(Schema.String),
    "Tolgee's names of features that clients offer only when they are listed.",
    [
      "AI_PROMPT_CUSTOMIZATION",
      "BRANCHING",
      "GLOSSARY",
      "GRANULAR_PERMISSIONS",
      "QA_CHECKS",
      "SUGGESTIONS",
      "TASKS",
      "TRANSLATION_LABELS",
      "TRANSLATION_MEMORY",
      "WEBHOOKS"
    ]
  ),
  quickStart: field(Schema.Null, "Always null: the server has no guided tour."),
  activeCloudSubscription: field(Schema.Null, "Always null: the server has no subscriptions.")
})
export type PrivateOrganizationModel = typeof PrivateOrganizationModel.Type

export const UserPreferencesModel = Schema.Struct({
  language: field(Schema.NullOr(Schema.String), "Language tag of the console that the user chose; null: none.", "cs"),
  preferredOrganizationId: field(
    Schema.NullOr(Schema.Int),
    "Id of the organization that clients open first; null: none.",
    3
  )
})
export type UserPreferencesModel = typeof UserPreferencesModel.Type

/** null: nothing is stored. */
export const StoredValueModel = Schema.Struct({
  data: field(Schema.Json, "The stored value; null: nothing is stored.", { seen: true })
})
