import { translationProtections } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { LanguageBody, LanguageModel } from "../language/language-model.ts"
import { AvatarModel, OrganizationSummaryModel } from "../organization/organization-model.ts"
import { ComputedPermissionModel, OrganizationRoleModel, PermissionModel } from "../permission/permission-model.ts"

export const ProjectModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  slug: Schema.NullOr(Schema.String),
  avatar: Schema.NullOr(AvatarModel),
  organizationOwner: Schema.NullOr(OrganizationSummaryModel),
  baseLanguage: Schema.NullOr(LanguageModel),
  useNamespaces: Schema.Boolean,
  defaultNamespace: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  /** Of the caller, in the owning organization. */
  organizationRole: Schema.NullOr(OrganizationRoleModel),
  directPermission: Schema.NullOr(PermissionModel),
  /** Of the user; a project API key does not change it. */
  computedPermission: ComputedPermissionModel,
  icuPlaceholders: Schema.Boolean,
  /** PROTECT_REVIEWED: changing a reviewed text requires `translations.state-edit`. */
  translationProtection: Schema.Literals(translationProtections)
})
export type ProjectModel = typeof ProjectModel.Type

export const CreateProjectBody = Schema.Struct({
  name: Schema.optional(Schema.NullOr(Schema.String)),
  languages: Schema.optional(Schema.NullOr(Schema.Array(LanguageBody))),
  slug: Schema.optional(Schema.NullOr(Schema.String)),
  organizationId: Schema.optional(Schema.NullOr(Schema.Int)),
  baseLanguageTag: Schema.optional(Schema.NullOr(Schema.String)),
  icuPlaceholders: Schema.optional(Schema.NullOr(Schema.Boolean))
})
export type CreateProjectBody = typeof CreateProjectBody.Type

/** Replaces all settings: absent fields take their defaults. */
export const EditProjectBody = Schema.Struct({
  name: Schema.optional(Schema.NullOr(Schema.String)),
  slug: Schema.optional(Schema.NullOr(Schema.String)),
  description: Schema.optional(Schema.NullOr(Schema.String)),
  baseLanguageId: Schema.optional(Schema.NullOr(Schema.Int)),
  useNamespaces: Schema.optional(Schema.NullOr(Schema.Boolean)),
  defaultNamespaceId: Schema.optional(Schema.NullOr(Schema.Int)),
  icuPlaceholders: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** Absent: unchanged. */
  translationProtection: Schema.optional(Schema.NullOr(Schema.Literals(translationProtections)))
})
export type EditProjectBody = typeof EditProjectBody.Type

/** An organization to which a project can be transferred. */
export const TransferOptionModel = Schema.Struct({ id: Schema.Int, name: Schema.String, slug: Schema.String })
export type TransferOptionModel = typeof TransferOptionModel.Type

const percentage = Schema.Finite

const StatePercentagesModel = Schema.Struct({
  UNTRANSLATED: percentage,
  TRANSLATED: percentage,
  REVIEWED: percentage
})

/** A project in a list with its statistics. */
export const ProjectWithStatsModel = Schema.Struct({
  ...ProjectModel.fields,
  /** Projects are never public here. */
  public: Schema.Literal(false),
  /** The base language first, then by name. */
  languages: Schema.Array(LanguageModel),
  stats: Schema.Struct({
    projectId: Schema.Int,
    keyCount: Schema.Int,
    languageCount: Schema.Int,
    /** Of all keys in all languages. */
    translationStatePercentages: StatePercentagesModel,
    /** In the order of `languages`; of all keys in one language. Not in Tolgee's API. */
    languageStats: Schema.Array(
      Schema.Struct({
        languageId: Schema.Int,
        languageTag: Schema.String,
        translationStatePercentages: StatePercentagesModel
      })
    ),
    /** The server has no quality checks. */
    qaIssueCount: Schema.Literal(0),
    qaChecksStaleCount: Schema.Literal(0)
  })
})
export type ProjectWithStatsModel = typeof ProjectWithStatsModel.Type
