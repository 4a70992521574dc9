import { suggestionsModes } from "@dragoman/domain/suggestion"
import { translationProtections } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { field } from "../field.ts"
import { LanguageBody, LanguageModel } from "../language/language-model.ts"
import { AvatarModel, OrganizationSummaryModel } from "../organization/organization-model.ts"
import { ComputedPermissionModel, OrganizationRoleModel, PermissionModel } from "../permission/permission-model.ts"

export const ProjectModel = Schema.Struct({
  id: field(Schema.Int, "Id of the project.", 7),
  name: field(Schema.String, "Name of the project.", "Harbour booking"),
  description: field(Schema.NullOr(Schema.String), "Description of the project; null: none."),
  slug: field(Schema.NullOr(Schema.String), "Part of the address; null: the name allows none.", "harbour-booking"),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none."),
  organizationOwner: field(Schema.NullOr(OrganizationSummaryModel), "Organization that the project belongs to."),
  baseLanguage: field(Schema.NullOr(LanguageModel), "Language from which texts are translated."),
  useNamespaces: field(Schema.Boolean, "Whether keys can be in namespaces."),
  defaultNamespace: field(
    Schema.NullOr(
      Schema.Struct({
        id: field(Schema.Int, "Id of the namespace.", 31),
        name: field(Schema.String, "Name of the namespace.", "web")
      })
    ),
    "Namespace that clients suggest for new keys; null: the default namespace."
  ),
  organizationRole: field(
    Schema.NullOr(OrganizationRoleModel),
    "Role of the caller in the organization of the project; null: none."
  ),
  directPermission: field(
    Schema.NullOr(PermissionModel),
    "Permission of the caller in this project that replaces the base permission; null: none."
  ),
  computedPermission: field(
    ComputedPermissionModel,
    "Permission of the caller in the project. The scopes of a project API key do not narrow it."
  ),
  icuPlaceholders: field(
    Schema.Boolean,
    "Whether texts have ICU placeholders, into which imports convert those of other syntaxes."
  ),
  translationProtection: field(
    Schema.Literals(translationProtections),
    "PROTECT_REVIEWED: a reviewed text is changed only by users with `translations.state-edit`, and a new base text leaves its state."
  ),
  public: field(Schema.Literal(false), "Always false: the server has no public projects."),
  suggestionsMode: field(
    Schema.Literals(suggestionsModes),
    "ENABLED: who may view a language may suggest texts. ENFORCED: an edit of a reviewed text by a user who may not change its state becomes a suggestion as well; imports and batch jobs leave such texts. DISABLED: new suggestions are rejected. Clients of Tolgee take ENFORCED for ENABLED."
  ),
  useBranching: field(
    Schema.Boolean,
    "Whether keys can be on branches; while false, branches are kept and every request that names one is rejected.",
    true
  ),
  useQaChecks: field(Schema.Boolean, "Whether texts are checked when they are written.", true),
  rejectBrokenIcu: field(
    Schema.Boolean,
    "Whether a text that is no ICU message is rejected with `translation_not_valid_icu`. Dragoman's own."
  ),
  markTaskKeysDone: field(
    Schema.Boolean,
    "Whether a key of a task is marked as done when an assignee saves the work on it, and as not done when the work is undone. Not in Tolgee's API.",
    true
  )
})
export type ProjectModel = typeof ProjectModel.Type

export const CreateProjectBody = Schema.Struct({
  name: field(Schema.optional(Schema.NullOr(Schema.String)), "Name; 3 to 50 characters, required.", "Harbour booking"),
  languages: field(
    Schema.optional(Schema.NullOr(Schema.Array(LanguageBody))),
    "Languages of the project; 1 to 1,000, tags and names differ.",
    [
      { name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" },
      { name: "Czech", originalName: "čeština", tag: "cs", flagEmoji: "🇨🇿" }
    ]
  ),
  slug: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Part of the address: 3 to 60 lower-case letters, digits and hyphens, at least one letter. Absent: made from the name."
  ),
  organizationId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the organization that gets the project; required.",
    3
  ),
  baseLanguageTag: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Tag of the base language, one of `languages`; absent: the first of them.",
    "en"
  ),
  icuPlaceholders: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether texts have ICU placeholders; absent: true.",
    true
  )
})
export type CreateProjectBody = typeof CreateProjectBody.Type

/** Replaces all settings: absent fields take their defaults. */
export const EditProjectBody = Schema.Struct({
  name: field(Schema.optional(Schema.NullOr(Schema.String)), "Name; 3 to 50 characters, required.", "Harbour booking"),
  slug: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Part of the address: 3 to 60 lower-case letters, digits and hyphens, at least one letter. Absent: unchanged."
  ),
  description: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Description of the project; 3 to 2000 characters. Absent: removed.",
    "Texts of the booking site"
  ),
  baseLanguageId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the new base language; absent: unchanged.",
    101
  ),
  unassignConflictingTms: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether a new base language ends the use of shared translation memories; absent: false, and it is rejected while there are some.",
    false
  ),
  useNamespaces: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether keys can be in namespaces; absent: false. Only while no key is in one can it be turned off.",
    true
  ),
  defaultNamespaceId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the namespace that clients offer for new keys; absent: none."
  ),
  icuPlaceholders: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether texts have ICU placeholders; absent: true.",
    true
  ),
  translationProtection: field(
    Schema.optional(Schema.NullOr(Schema.Literals(translationProtections))),
    "NONE or PROTECT_REVIEWED; absent: unchanged.",
    "PROTECT_REVIEWED"
  ),
  suggestionsMode: field(
    Schema.optional(Schema.NullOr(Schema.Literals(suggestionsModes))),
    "DISABLED, ENABLED or ENFORCED; absent: unchanged.",
    "ENABLED"
  ),
  rejectBrokenIcu: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether to reject texts that are no ICU messages; absent: unchanged.",
    true
  ),
  markTaskKeysDone: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether to mark keys of tasks as done when assignees save their work; absent: unchanged.",
    true
  ),
  useBranching: field(
    Schema.optional(Schema.NullOr(Schema.Boolean)),
    "Whether keys can be on branches; absent: unchanged, in Tolgee: false. The first true makes the default branch `main`.",
    true
  )
})
export type EditProjectBody = typeof EditProjectBody.Type

/** An organization to which a project can be transferred. */
export const TransferOptionModel = Schema.Struct({
  id: field(Schema.Int, "Id of the organization.", 3),
  name: field(Schema.String, "Name of the organization.", "Harbour company"),
  slug: field(Schema.String, "Slug of the organization.", "harbour-company")
})
export type TransferOptionModel = typeof TransferOptionModel.Type

const percentage = Schema.Finite

const StatePercentagesModel = Schema.Struct({
  UNTRANSLATED: field(percentage, "Share without a text, in percent; disabled ones too.", 33.33),
  TRANSLATED: field(percentage, "Share that is translated and not reviewed, in percent.", 50),
  REVIEWED: field(percentage, "Share that is reviewed, in percent.", 16.667)
})

/** A project in a list with its statistics. */
export const ProjectWithStatsModel = Schema.Struct({
  ...ProjectModel.fields,
  languages: field(Schema.Array(LanguageModel), "Languages of the project, the base language first, then by name."),
  stats: field(
    Schema.Struct({
      projectId: field(Schema.Int, "Id of the project.", 7),
      keyCount: field(Schema.Int, "Number of keys, without those in the trash.", 240),
      languageCount: field(Schema.Int, "Number of languages.", 2),
      translationStatePercentages: field(
        StatePercentagesModel,
        "Share of the texts in each state, of all keys in all languages; 0 to 100."
      ),
      languageStats: field(
        Schema.Array(
          Schema.Struct({
            languageId: field(Schema.Int, "Id of the language.", 3),
            languageTag: field(Schema.String, "Tag of the language.", "cs"),
            translationStatePercentages: field(
              StatePercentagesModel,
              "Share of the texts in each state, of all keys in this language; 0 to 100."
            )
          })
        ),
        "Statistics of each language, in the order of `languages`. Not part of Tolgee's API."
      ),
      qaIssueCount: field(Schema.Int, "Number of open issues of quality checks.", 12),
      qaChecksStaleCount: field(Schema.Int, "Number of texts that are to be checked again.", 0)
    }),
    "Statistics of the project."
  )
})
export type ProjectWithStatsModel = typeof ProjectWithStatsModel.Type
