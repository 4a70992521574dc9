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

/** The owner of a project. Source: specification 2.3. */
export const OrganizationSummaryModel = Schema.Struct(summaryFields)
export type OrganizationSummaryModel = typeof OrganizationSummaryModel.Type

/** Source: reference "auth-and-permissions" 5.1. */
export const OrganizationModel = Schema.Struct({
  ...summaryFields,
  /** null: a server administrator, or somebody with direct permissions in its projects only. */
  currentUserRole: Schema.NullOr(OrganizationRoleModel)
})
export type OrganizationModel = typeof OrganizationModel.Type

/** Creates or replaces. Source: reference "auth-and-permissions" 5.2. */
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

/** Source: reference "auth-and-permissions" 5.3. */
export const OrganizationUserModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  username: Schema.String,
  /** null: direct permissions in its projects only. */
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

/** A language as the projects of an organization use it: one entry per tag. */
export const OrganizationLanguageModel = Schema.Struct({
  name: Schema.String,
  tag: Schema.String,
  originalName: Schema.NullOr(Schema.String),
  flagEmoji: Schema.NullOr(Schema.String),
  /** The base language of at least one project. */
  base: Schema.Boolean
})
export type OrganizationLanguageModel = typeof OrganizationLanguageModel.Type
