import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { AvatarModel } from "../organization/organization-model.ts"

/** A translation in the response to a write. */
export const TranslationModel = Schema.Struct({
  id: Schema.Int,
  text: Schema.NullOr(Schema.String),
  state: Schema.Literals(translationStates),
  /** The base text changed after this one. */
  outdated: Schema.Boolean,
  /** Translated by a machine or from memory. */
  auto: Schema.Boolean,
  mtProvider: Schema.NullOr(Schema.String)
})
export type TranslationModel = typeof TranslationModel.Type

export const SetTranslationsBody = Schema.Struct({
  key: Schema.optional(Schema.NullOr(Schema.String)),
  namespace: Schema.optional(Schema.NullOr(Schema.String)),
  /** Texts by language tag; null and `""` clear the text. */
  translations: Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.NullOr(Schema.String)))),
  /** The texts that the client knows, by language tag: 409 when the present one of any of them differs. Not Tolgee's. */
  expectedTexts: Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.NullOr(Schema.String)))),
  languagesToReturn: Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
  branch: Schema.optional(Schema.NullOr(Schema.String))
})
export type SetTranslationsBody = typeof SetTranslationsBody.Type

export const SetTranslationsModel = Schema.Struct({
  keyId: Schema.Int,
  keyName: Schema.String,
  keyNamespace: Schema.NullOr(Schema.String),
  keyIsPlural: Schema.Boolean,
  translations: Schema.Record(Schema.String, TranslationModel)
})
export type SetTranslationsModel = typeof SetTranslationsModel.Type

/** One change of a translation. */
export const TranslationRevisionModel = Schema.Struct({
  /** By field: `text`, `state`, `auto`, `mtProvider`, `outdated`. */
  modifications: Schema.Record(Schema.String, Schema.Struct({ old: Schema.Json, new: Schema.Json })),
  /** Epoch milliseconds. */
  timestamp: Schema.Int,
  author: Schema.NullOr(
    Schema.Struct({
      id: Schema.Int,
      /** Empty for callers without `members.view`. */
      username: Schema.String,
      name: Schema.String,
      avatar: Schema.NullOr(AvatarModel),
      deleted: Schema.Boolean
    })
  ),
  revisionType: Schema.Literals(["ADD", "MOD", "DEL"])
})
export type TranslationRevisionModel = typeof TranslationRevisionModel.Type
