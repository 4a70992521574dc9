import { Schema } from "effect"
import { field } from "../field.ts"
import { LanguageModel } from "../language/language-model.ts"
import { AvatarModel } from "../organization/organization-model.ts"
import { PermissionTypeModel, ScopeModel } from "../permission/permission-model.ts"

const languageIds = Schema.NullOr(Schema.Array(Schema.Int))

const fields = {
  id: field(Schema.Int, "Id of the key, which is not its secret.", 14),
  description: field(Schema.String, "Description of the key.", "Continuous integration"),
  username: field(
    Schema.String,
    "User name of the user of the key. Empty when the user has left the organization and the project.",
    "nela@example.com"
  ),
  userFullName: field(
    Schema.NullOr(Schema.String),
    "Name of that user, that of a deleted account for a user who has left; null: none.",
    "Nela Nová"
  ),
  projectId: field(Schema.Int, "Id of the project.", 7),
  projectName: field(
    Schema.String,
    "Name of the project. Empty when the caller may not see the project any more.",
    "Harbour booking"
  ),
  scopes: field(Schema.Array(ScopeModel), "Scopes as they were chosen, without those that they include.", [
    "translations.view"
  ]),
  expiresAt: field(Schema.NullOr(Schema.Int), "Expiry in epoch milliseconds; null: never.", 1_798_761_600_000),
  lastUsedAt: field(Schema.NullOr(Schema.Int), "Last use in epoch milliseconds; null: never used.", 1_767_229_200_000)
}

export const ProjectApiKeyModel = Schema.Struct(fields)
export type ProjectApiKeyModel = typeof ProjectApiKeyModel.Type

/** Shown once: only the digest of the key is stored. */
export const RevealedProjectApiKeyModel = Schema.Struct({
  ...fields,
  key: field(
    Schema.String,
    "The secret, for the header `X-API-Key`. Shown once: the server stores only a digest.",
    "tgpak_gdpwizdsnvzxg4temu3gi3df"
  )
})
export type RevealedProjectApiKeyModel = typeof RevealedProjectApiKeyModel.Type

/** `permittedLanguageIds`: the languages that the key's user may translate; null: all. */
export const CurrentProjectApiKeyModel = Schema.Struct({
  ...fields,
  branchingEnabled: field(Schema.Boolean, "Whether the project uses branches.", true),
  permittedLanguageIds: field(languageIds, "Ids of the languages that the user of the key may translate; null: all.")
})
export type CurrentProjectApiKeyModel = typeof CurrentProjectApiKeyModel.Type

/** Scopes and languages of a key or a token in a project. */
export const KeyPermissionsModel = Schema.Struct({
  projectId: field(Schema.Int, "Id of the project.", 7),
  type: field(
    Schema.NullOr(PermissionTypeModel),
    "Permission type of the token's user; null: single scopes, or a project API key."
  ),
  scopes: field(Schema.Array(ScopeModel), "Scopes, with all that they include.", ["translations.view", "keys.view"]),
  translateLanguageIds: field(languageIds, "Ids of the languages that may be translated; null: all."),
  viewLanguageIds: field(languageIds, "Ids of the languages whose texts may be viewed; null: all."),
  stateChangeLanguageIds: field(languageIds, "Ids of the languages in which states may be set; null: all."),
  project: field(
    Schema.Struct({
      id: field(Schema.Int, "Id of the project.", 7),
      name: field(Schema.String, "Name of the project.", "Harbour booking"),
      description: field(Schema.NullOr(Schema.String), "Description of the project; null: none."),
      slug: field(Schema.NullOr(Schema.String), "Part of the address; null: the name allows none.", "harbour-booking"),
      avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none."),
      baseLanguage: field(Schema.NullOr(LanguageModel), "Language from which texts are translated."),
      icuPlaceholders: field(Schema.Boolean, "Whether texts have ICU placeholders.")
    }),
    "The project to which the scopes apply. When the user of the key may not see it any more: without name, description, slug, picture, base language and ICU placeholders."
  )
})
export type KeyPermissionsModel = typeof KeyPermissionsModel.Type

/** Plain texts: the domain decodes them, because unknown scopes have their own error. */
const scopes = Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))
const description = Schema.optional(Schema.NullOr(Schema.String))

export const CreateProjectApiKeyBody = Schema.Struct({
  projectId: field(Schema.optional(Schema.NullOr(Schema.Int)), "Id of the project; required.", 7),
  scopes: field(
    scopes,
    "Scopes of the key, at least one; the user can use only those that the permission has as well.",
    ["translations.view", "keys.view"]
  ),
  description: field(
    description,
    "Description of the key; 1 to 250 characters. Absent: the beginning and the end of the key.",
    "Continuous integration"
  ),
  expiresAt: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Expiry in epoch milliseconds; absent: never.",
    1_798_761_600_000
  )
})
export type CreateProjectApiKeyBody = typeof CreateProjectApiKeyBody.Type

export const EditProjectApiKeyBody = Schema.Struct({
  scopes: field(
    scopes,
    "All scopes of the key, at least one. An administrator can only remove some from the key of another user.",
    ["translations.view"]
  ),
  description: field(
    description,
    "Description of the key; 1 to 250 characters. Absent: unchanged.",
    "Continuous integration"
  )
})
export type EditProjectApiKeyBody = typeof EditProjectApiKeyBody.Type
