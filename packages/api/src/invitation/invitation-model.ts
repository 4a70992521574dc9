import { invitationEnds } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { field } from "../field.ts"
import {
  OrganizationRoleModel,
  PermissionModel,
  PermissionTypeModel,
  WrittenOrganizationRole
} from "../permission/permission-model.ts"
import { SimpleUserModel } from "../user/user-model.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))
const languages = Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))

const invitationFields = {
  id: field(Schema.Int, "Id of the invitation.", 9),
  code: field(
    Schema.String,
    "Secret of 50 letters: any user with it can accept the invitation.",
    "kqzvhdmwxntlbrscfgjpyaeoiukqzvhdmwxntlbrscfgjpyaeo"
  ),
  createdAt: field(Schema.Int, "Time of the invitation in epoch milliseconds.", 1_767_225_600_000),
  expiresAt: field(
    Schema.Int,
    "End of the invitation in epoch milliseconds. Not part of Tolgee's API.",
    1_769_817_600_000
  ),
  invitedUserName: field(Schema.NullOr(Schema.String), "Name of the invited person; null: not given.", "Nela Nová"),
  invitedUserEmail: field(
    Schema.NullOr(Schema.String),
    "E-mail address of the invited person; null: any user with the code may accept.",
    "nela@example.com"
  ),
  createdBy: field(SimpleUserModel, "The inviting user."),
  endedBecause: field(
    Schema.NullOr(Schema.Literals(invitationEnds)),
    "Obstacle in the inviter's present permissions; null: the invitation can be accepted."
  ),
  mailQueued: field(
    Schema.Boolean,
    "Whether a mail with the link was queued for the invited person just now; false in lists. Not part of Tolgee's API.",
    true
  )
}

export const ProjectInvitationModel = Schema.Struct({
  ...invitationFields,
  type: field(Schema.NullOr(PermissionTypeModel), "Deprecated copy of the type of `permission`.", "TRANSLATE"),
  permittedLanguageIds: field(
    Schema.NullOr(Schema.Array(Schema.Int)),
    "Deprecated copy of `translateLanguageIds` of `permission`."
  ),
  permission: field(
    Schema.Struct({
      ...PermissionModel.fields,
      agency: field(Schema.Null, "Always null: the server has no translation agencies.")
    }),
    "Direct permission that the accepting user gets."
  )
})
export type ProjectInvitationModel = typeof ProjectInvitationModel.Type

export const OrganizationInvitationModel = Schema.Struct({
  ...invitationFields,
  type: field(OrganizationRoleModel, "Role that the accepting user gets.")
})
export type OrganizationInvitationModel = typeof OrganizationInvitationModel.Type

const InvitedLanguageModel = Schema.Struct({
  tag: field(Schema.String, "Tag of the language.", "cs"),
  name: field(Schema.String, "Name of the language in the project.", "Czech")
})

/** The parts of an invitation that are shown without a login. */
export const PublicInvitationModel = Schema.Struct({
  id: field(Schema.Int, "Id of the invitation.", 9),
  code: field(Schema.String, "The code from the path.", "kqzvhdmwxntlbrscfgjpyaeoiukqzvhdmwxntlbrscfgjpyaeo"),
  createdBy: field(SimpleUserModel, "The inviting user."),
  projectName: field(
    Schema.NullOr(Schema.String),
    "Name of the project; null: the invitation is to an organization.",
    "Harbour booking"
  ),
  organizationName: field(
    Schema.NullOr(Schema.String),
    "Name of the organization; null: the invitation is to a project."
  ),
  inviteeEmail: field(
    Schema.NullOr(Schema.String),
    "E-mail address of the invited person; null: any user with the code may accept.",
    "nela@example.com"
  ),
  inviteeName: field(
    Schema.NullOr(Schema.String),
    "Name of the invited person; null: not given. Not part of Tolgee's API.",
    "Nela Nová"
  ),
  projectId: field(
    Schema.NullOr(Schema.Int),
    "Id of the project; null: the invitation is to an organization. Not part of Tolgee's API.",
    1
  ),
  organizationSlug: field(
    Schema.NullOr(Schema.String),
    "Slug of the organization; null: the invitation is to a project. Not part of Tolgee's API."
  ),
  permissionType: field(
    Schema.NullOr(PermissionTypeModel),
    "Permission type in the project; null: single scopes, or the invitation is to an organization. Not part of Tolgee's API.",
    "TRANSLATE"
  ),
  organizationRole: field(
    Schema.NullOr(OrganizationRoleModel),
    "Role in the organization; null: the invitation is to a project. Not part of Tolgee's API."
  ),
  translateLanguages: field(
    Schema.NullOr(Schema.Array(InvitedLanguageModel)),
    "Languages that may be translated; null: all of the project, or the invitation is to an organization. Not part of Tolgee's API."
  )
})
export type PublicInvitationModel = typeof PublicInvitationModel.Type

/** Exactly one of `type` and `scopes`; the domain checks it. */
export const InviteToProjectBody = Schema.Struct({
  type: field(
    Schema.optional(Schema.NullOr(PermissionTypeModel)),
    "Permission type; exactly one of `type` and `scopes` is required.",
    "TRANSLATE"
  ),
  scopes: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
    "Single scopes instead of a permission type."
  ),
  languages: field(languages, "Deprecated alias of `translateLanguages`, read only without it."),
  translateLanguages: field(languages, "Ids of the languages that may be translated; absent or empty: all.", [102]),
  viewLanguages: field(languages, "Ids of the languages whose texts may be viewed; absent or empty: all."),
  stateChangeLanguages: field(languages, "Ids of the languages in which states may be set; absent or empty: all."),
  email: field(
    text,
    "E-mail address of the invited person: only a user with it can accept, and a server with a mail server sends the link to it. Absent: any user with the code."
  ),
  name: field(text, "Name of the invited person, only for lists of invitations.", "Nela Nová")
})
export type InviteToProjectBody = typeof InviteToProjectBody.Type

export const InviteToOrganizationBody = Schema.Struct({
  roleType: field(
    Schema.optional(Schema.NullOr(WrittenOrganizationRole)),
    "Role in the organization; absent: MEMBER. MAINTAINER is stored as MEMBER.",
    "MEMBER"
  ),
  email: field(
    text,
    "E-mail address of the invited person: only a user with it can accept, and a server with a mail server sends the link to it. Absent: any user with the code."
  ),
  name: field(text, "Name of the invited person, only for lists of invitations.", "Nela Nová")
})
export type InviteToOrganizationBody = typeof InviteToOrganizationBody.Type
