import { serverRoles } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { AvatarModel, OrganizationModel } from "../organization/organization-model.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

export const ServerRoleModel = Schema.Literals(serverRoles)

/** The caller. */
export const UserModel = Schema.Struct({
  id: Schema.Int,
  username: Schema.String,
  name: Schema.String,
  /** The domain of the e-mail address; null: the user name is not an e-mail address. */
  domain: Schema.NullOr(Schema.String),
  emailAwaitingVerification: Schema.NullOr(Schema.String),
  mfaEnabled: Schema.Boolean,
  avatar: Schema.NullOr(AvatarModel),
  accountType: Schema.Literals(["LOCAL", "MANAGED", "THIRD_PARTY"]),
  thirdPartyAuthType: Schema.NullOr(Schema.Literals(["GOOGLE", "GITHUB", "OAUTH2", "SSO", "SSO_GLOBAL"])),
  globalServerRole: ServerRoleModel,
  /** false: the first administrator. */
  deletable: Schema.Boolean,
  needsSuperJwtToken: Schema.Boolean
})
export type UserModel = typeof UserModel.Type

/** A user as other users see it. */
export const SimpleUserModel = Schema.Struct({
  id: Schema.Int,
  username: Schema.String,
  name: Schema.String,
  avatar: Schema.NullOr(AvatarModel),
  deleted: Schema.Boolean
})
export type SimpleUserModel = typeof SimpleUserModel.Type

export const UserBody = Schema.Struct({ name: text, email: text, currentPassword: text, callbackUrl: text })
export type UserBody = typeof UserBody.Type

export const PasswordBody = Schema.Struct({ currentPassword: text, password: text })
export type PasswordBody = typeof PasswordBody.Type

export const SuperTokenBody = Schema.Struct({ password: text, otp: text })
export type SuperTokenBody = typeof SuperTokenBody.Type

export const PrivateOrganizationModel = Schema.Struct({
  ...OrganizationModel.fields,
  enabledFeatures: Schema.Array(Schema.String),
  quickStart: Schema.Null,
  activeCloudSubscription: Schema.Null
})
export type PrivateOrganizationModel = typeof PrivateOrganizationModel.Type

export const UserPreferencesModel = Schema.Struct({
  language: Schema.NullOr(Schema.String),
  preferredOrganizationId: Schema.NullOr(Schema.Int)
})
export type UserPreferencesModel = typeof UserPreferencesModel.Type

/** null: nothing is stored. */
export const StoredValueModel = Schema.Struct({ data: Schema.Json })
