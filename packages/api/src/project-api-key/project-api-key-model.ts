import { Schema } from "effect"
import { LanguageModel } from "../language/language-model.ts"
import { AvatarModel } from "../organization/organization-model.ts"
import { PermissionTypeModel, ScopeModel } from "../permission/permission-model.ts"

const languageIds = Schema.NullOr(Schema.Array(Schema.Int))

const fields = {
  id: Schema.Int,
  description: Schema.String,
  username: Schema.String,
  userFullName: Schema.NullOr(Schema.String),
  projectId: Schema.Int,
  projectName: Schema.String,
  /** As stored: the only scopes in the API that are not expanded. */
  scopes: Schema.Array(ScopeModel),
  /** Epoch milliseconds, here and below; null: never. */
  expiresAt: Schema.NullOr(Schema.Int),
  lastUsedAt: Schema.NullOr(Schema.Int)
}

export const ProjectApiKeyModel = Schema.Struct(fields)
export type ProjectApiKeyModel = typeof ProjectApiKeyModel.Type

/** Shown once: only the digest of the key is stored. */
export const RevealedProjectApiKeyModel = Schema.Struct({ ...fields, key: Schema.String })
export type RevealedProjectApiKeyModel = typeof RevealedProjectApiKeyModel.Type

/** `permittedLanguageIds`: the languages that the key's user may translate; null: all. */
export const CurrentProjectApiKeyModel = Schema.Struct({ ...fields, permittedLanguageIds: languageIds })
export type CurrentProjectApiKeyModel = typeof CurrentProjectApiKeyModel.Type

/** Scopes and languages of a key or a token in a project. */
export const KeyPermissionsModel = Schema.Struct({
  projectId: Schema.Int,
  /** null: granular scopes, or a project API key. */
  type: Schema.NullOr(PermissionTypeModel),
  /** Expanded. */
  scopes: Schema.Array(ScopeModel),
  /** null, here and below: all languages. */
  translateLanguageIds: languageIds,
  viewLanguageIds: languageIds,
  stateChangeLanguageIds: languageIds,
  project: Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    description: Schema.NullOr(Schema.String),
    slug: Schema.NullOr(Schema.String),
    avatar: Schema.NullOr(AvatarModel),
    baseLanguage: Schema.NullOr(LanguageModel),
    icuPlaceholders: Schema.Boolean
  })
})
export type KeyPermissionsModel = typeof KeyPermissionsModel.Type

/** Plain texts: the domain decodes them, because unknown scopes have their own error. */
const scopes = Schema.optional(Schema.NullOr(Schema.Array(Schema.String)))
const description = Schema.optional(Schema.NullOr(Schema.String))

export const CreateProjectApiKeyBody = Schema.Struct({
  projectId: Schema.optional(Schema.NullOr(Schema.Int)),
  scopes,
  description,
  expiresAt: Schema.optional(Schema.NullOr(Schema.Int))
})
export type CreateProjectApiKeyBody = typeof CreateProjectApiKeyBody.Type

export const EditProjectApiKeyBody = Schema.Struct({ scopes, description })
export type EditProjectApiKeyBody = typeof EditProjectApiKeyBody.Type
