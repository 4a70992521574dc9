import { Schema } from "effect"
import { OrganizationRoleModel, PermissionModel } from "../permission/permission-model.ts"

export const AvatarModel = Schema.Struct({ large: Schema.String, thumbnail: Schema.String })
export type AvatarModel = typeof AvatarModel.Type

const summaryFields = {
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  description: Schema.NullOr(Schema.String),
  basePermissions: PermissionModel,
  avatar: Schema.NullOr(AvatarModel)
}

/** The owner of a project. */
export const OrganizationSummaryModel = Schema.Struct(summaryFields)
export type OrganizationSummaryModel = typeof OrganizationSummaryModel.Type

export const OrganizationModel = Schema.Struct({
  ...summaryFields,
  /** null: a server administrator, or a user with only direct permissions in its projects. */
  currentUserRole: Schema.NullOr(OrganizationRoleModel)
})
export type OrganizationModel = typeof OrganizationModel.Type

/** For creating and for replacing. */
export const OrganizationBody = Schema.Struct({
  name: Schema.optional(Schema.NullOr(Schema.String)),
  description: Schema.optional(Schema.NullOr(Schema.String)),
  slug: Schema.optional(Schema.NullOr(Schema.String))
})
export type OrganizationBody = typeof OrganizationBody.Type

const SimpleProjectModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  slug: Schema.String,
  avatar: Schema.NullOr(AvatarModel)
})

export const OrganizationUserModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  username: Schema.String,
  /** null: only direct permissions in the organization's projects. */
  organizationRole: Schema.NullOr(OrganizationRoleModel),
  projectsWithDirectPermission: Schema.Array(SimpleProjectModel),
  mfaEnabled: Schema.Boolean,
  avatar: Schema.NullOr(AvatarModel)
})
export type OrganizationUserModel = typeof OrganizationUserModel.Type

/** Absent: MEMBER. */
export const SetOrganizationRoleBody = Schema.Struct({
  roleType: Schema.optional(Schema.NullOr(OrganizationRoleModel))
})

/** A language in the projects of an organization: one entry for each tag. */
export const OrganizationLanguageModel = Schema.Struct({
  name: Schema.String,
  tag: Schema.String,
  originalName: Schema.NullOr(Schema.String),
  flagEmoji: Schema.NullOr(Schema.String),
  /** The base language of at least one project. */
  base: Schema.Boolean
})
export type OrganizationLanguageModel = typeof OrganizationLanguageModel.Type
