import { invitationEnds } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { AvatarModel } from "../organization/organization-model.ts"
import { OrganizationRoleModel, PermissionModel, PermissionTypeModel } from "../permission/permission-model.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))
const languages = Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))

/** The user who created the invitation. */
export const InviterModel = Schema.Struct({
  id: Schema.Int,
  username: Schema.String,
  name: Schema.String,
  avatar: Schema.NullOr(AvatarModel),
  deleted: Schema.Boolean
})
export type InviterModel = typeof InviterModel.Type

const invitationFields = {
  id: Schema.Int,
  /** 50 letters; anyone with the code can accept the invitation. */
  code: Schema.String,
  /** Epoch milliseconds. */
  createdAt: Schema.Int,
  invitedUserName: Schema.NullOr(Schema.String),
  invitedUserEmail: Schema.NullOr(Schema.String),
  createdBy: InviterModel,
  /** Why the invitation can no longer be accepted with the inviter's present permissions; null: it can. */
  endedBecause: Schema.NullOr(Schema.Literals(invitationEnds))
}

export const ProjectInvitationModel = Schema.Struct({
  ...invitationFields,
  /** Deprecated copy of the type of `permission`. */
  type: Schema.NullOr(PermissionTypeModel),
  /** Deprecated copy of `translateLanguageIds` of `permission`. */
  permittedLanguageIds: Schema.NullOr(Schema.Array(Schema.Int)),
  permission: Schema.Struct({ ...PermissionModel.fields, agency: Schema.Null })
})
export type ProjectInvitationModel = typeof ProjectInvitationModel.Type

export const OrganizationInvitationModel = Schema.Struct({ ...invitationFields, type: OrganizationRoleModel })
export type OrganizationInvitationModel = typeof OrganizationInvitationModel.Type

/** The parts of an invitation that are shown without a login. */
export const PublicInvitationModel = Schema.Struct({
  id: Schema.Int,
  code: Schema.String,
  createdBy: InviterModel,
  /** null: the invitation is into an organization. */
  projectName: Schema.NullOr(Schema.String),
  /** null: the invitation is into a project. */
  organizationName: Schema.NullOr(Schema.String),
  inviteeEmail: Schema.NullOr(Schema.String)
})
export type PublicInvitationModel = typeof PublicInvitationModel.Type

/** Exactly one of `type` and `scopes`; the domain checks it. */
export const InviteToProjectBody = Schema.Struct({
  type: Schema.optional(Schema.NullOr(PermissionTypeModel)),
  scopes: Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
  /** Deprecated alias of `translateLanguages`, read only without it. */
  languages,
  translateLanguages: languages,
  viewLanguages: languages,
  stateChangeLanguages: languages,
  email: text,
  name: text
})
export type InviteToProjectBody = typeof InviteToProjectBody.Type

export const InviteToOrganizationBody = Schema.Struct({
  /** Absent: MEMBER. */
  roleType: Schema.optional(Schema.NullOr(OrganizationRoleModel)),
  email: text,
  name: text
})
export type InviteToOrganizationBody = typeof InviteToOrganizationBody.Type
