import { Schema } from "effect"
import { field } from "../field.ts"
import { AvatarModel } from "../organization/organization-model.ts"
import { WrittenOrganizationRole } from "../permission/permission-model.ts"
import { ServerRoleModel } from "../user/user-model.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

/** A user as server administrators see it. */
export const AdministeredUserModel = Schema.Struct({
  id: field(Schema.Int, "Id of the user.", 12),
  username: field(Schema.String, "Name for the login, usually an e-mail address.", "nela@example.com"),
  name: field(Schema.String, "Name of the person.", "Nela Nová"),
  emailAwaitingVerification: field(
    Schema.NullOr(Schema.String),
    "Address to which a link was sent that the user has not opened: a new one, or that of a new account. null: none."
  ),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none."),
  globalServerRole: field(ServerRoleModel, "Role on the whole server."),
  mfaEnabled: field(Schema.Boolean, "Whether logins need a code of an authenticator app."),
  deleted: field(Schema.Boolean, "Whether the account was deleted."),
  disabled: field(Schema.Boolean, "Whether the account is disabled: no credential of it works."),
  createdAt: field(
    Schema.Int,
    "Creation of the account in epoch milliseconds. Not part of Tolgee's API.",
    1_767_225_600_000
  ),
  lastActivity: field(
    Schema.NullOr(Schema.Int),
    "Last use of a session of the console, a personal access token or a project API key, in epoch milliseconds, precise to a minute; null: none. Access tokens of programs do not count. Not part of Tolgee's API.",
    1_767_229_200_000
  )
})
export type AdministeredUserModel = typeof AdministeredUserModel.Type

/** The holder of the link sets a password with it, once. */
export const PasswordResetLinkModel = Schema.Struct({
  url: field(
    Schema.String,
    "Address of the console where the user sets a password, once. Send it over a safe channel: it opens the account.",
    "https://translate.example.com/reset_password/bmVsYQ"
  ),
  expiresAt: field(Schema.Int, "Expiry of the link in epoch milliseconds.", 1_767_232_800_000)
})
export type PasswordResetLinkModel = typeof PasswordResetLinkModel.Type

export const CreatedUserModel = Schema.Struct({
  ...AdministeredUserModel.fields,
  passwordResetLink: field(
    Schema.NullOr(PasswordResetLinkModel),
    "For an account that was created without a password: the link with which its user sets one; null: it has a password."
  )
})
export type CreatedUserModel = typeof CreatedUserModel.Type

export const NewUserBody = Schema.Struct({
  username: field(
    text,
    "Name for the login; required. An e-mail address, or letters, digits, dots, underscores and hyphens.",
    "nela@example.com"
  ),
  name: field(text, "Name of the person; required.", "Nela Nová"),
  password: field(
    text,
    "Password; 8 to 50 characters, different from the user name. Absent: the response has a link with which the user sets one."
  ),
  organizationId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the organization that the user gets a role in; absent: none."
  ),
  roleType: field(
    Schema.optional(Schema.NullOr(WrittenOrganizationRole)),
    "Role in that organization; absent: MEMBER. MAINTAINER is stored as MEMBER.",
    "MEMBER"
  ),
  globalServerRole: field(
    Schema.optional(Schema.NullOr(ServerRoleModel)),
    "Role on the whole server; absent: USER.",
    "USER"
  )
})
export type NewUserBody = typeof NewUserBody.Type

export const AdministeredUserBody = Schema.Struct({
  username: field(
    text,
    "Name for the login; required. Repeat the present one to leave it unchanged.",
    "nela@example.com"
  ),
  name: field(text, "Name of the person; required.", "Nela Nová")
})
export type AdministeredUserBody = typeof AdministeredUserBody.Type
