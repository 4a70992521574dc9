import { Schema } from "effect"
import { field } from "../field.ts"
import { OrganizationRoleModel, PermissionModel, WrittenOrganizationRole } from "../permission/permission-model.ts"

export const AvatarModel = Schema.Struct({
  large: field(
    Schema.String,
    "Address of the larger picture: 200 pixels, of organizations 300. A path below the server's address.",
    "/avatars/5f0c2b7a91de.png"
  ),
  thumbnail: field(Schema.String, "Address of the picture of 50 pixels.", "/avatars/5f0c2b7a91de-thumb.png")
})
export type AvatarModel = typeof AvatarModel.Type

const summaryFields = {
  id: field(Schema.Int, "Id of the organization.", 3),
  name: field(Schema.String, "Name of the organization.", "Harbour company"),
  slug: field(Schema.String, "Part of the address; paths accept it instead of the id.", "harbour-company"),
  description: field(Schema.NullOr(Schema.String), "Description of the organization; null: none."),
  basePermissions: field(
    PermissionModel,
    "Permission of members in projects of the organization without a direct one."
  ),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none.")
}

/** The owner of a project. */
export const OrganizationSummaryModel = Schema.Struct(summaryFields)
export type OrganizationSummaryModel = typeof OrganizationSummaryModel.Type

export const OrganizationModel = Schema.Struct({
  ...summaryFields,
  currentUserRole: field(
    Schema.NullOr(OrganizationRoleModel),
    "Role of the caller; null: a server administrator, or a user with only direct permissions in projects."
  )
})
export type OrganizationModel = typeof OrganizationModel.Type

/** Creates or replaces an organization. */
export const OrganizationBody = Schema.Struct({
  name: field(Schema.optional(Schema.NullOr(Schema.String)), "Name; 3 to 50 characters, required.", "Harbour company"),
  description: field(Schema.optional(Schema.NullOr(Schema.String)), "Description of the organization; null: none."),
  slug: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Part of the address: 3 to 60 lower-case letters, digits and hyphens, at least one letter. Absent: made from the name; in an edit it stays."
  )
})
export type OrganizationBody = typeof OrganizationBody.Type

export const SimpleProjectModel = Schema.Struct({
  id: field(Schema.Int, "Id of the project.", 7),
  name: field(Schema.String, "Name of the project.", "Harbour booking"),
  description: field(Schema.NullOr(Schema.String), "Description of the project; null: none."),
  slug: field(Schema.String, "Part of the address.", "harbour-booking"),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none.")
})

export const OrganizationUserModel = Schema.Struct({
  id: field(Schema.Int, "Id of the user.", 12),
  name: field(Schema.String, "Name of the person.", "Nela Nová"),
  username: field(Schema.String, "Name for the login, usually an e-mail address.", "nela@example.com"),
  organizationRole: field(
    Schema.NullOr(OrganizationRoleModel),
    "Role in the organization; null: only direct permissions in its projects."
  ),
  projectsWithDirectPermission: field(
    Schema.Array(SimpleProjectModel),
    "Projects of the organization in which the user has a direct permission."
  ),
  mfaEnabled: field(Schema.Boolean, "Whether logins need a code of an authenticator app."),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none.")
})
export type OrganizationUserModel = typeof OrganizationUserModel.Type

/** Absent means MEMBER. */
export const SetOrganizationRoleBody = Schema.Struct({
  roleType: field(
    Schema.optional(Schema.NullOr(WrittenOrganizationRole)),
    "The new role; absent: MEMBER. MAINTAINER is stored as MEMBER.",
    "MEMBER"
  )
})

/** A language in the projects of an organization: one entry for each tag. */
export const OrganizationLanguageModel = Schema.Struct({
  name: field(Schema.String, "Name in English.", "Czech"),
  tag: field(Schema.String, "Language tag, unique in the list.", "cs"),
  originalName: field(Schema.NullOr(Schema.String), "Name in the language itself; null: none is stored.", "čeština"),
  flagEmoji: field(Schema.NullOr(Schema.String), "Flag that stands for the language; null: none.", "🇨🇿"),
  base: field(Schema.Boolean, "Whether it is the base language of at least one project.")
})
export type OrganizationLanguageModel = typeof OrganizationLanguageModel.Type
