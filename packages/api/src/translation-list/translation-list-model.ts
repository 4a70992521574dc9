import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { LanguageModel } from "../language/language-model.ts"
import { pageOf } from "../page/page-model.ts"
import { ScreenshotModel } from "../screenshot/screenshot-model.ts"

/** The translation of a key in a selected language; `id` and `text` are null if it does not exist. */
const ListedTranslationModel = Schema.Struct({
  id: Schema.NullOr(Schema.Int),
  text: Schema.NullOr(Schema.String),
  state: Schema.Literals(translationStates),
  /** The base text changed after this one. */
  outdated: Schema.Boolean,
  /** Translated by a machine or from memory. */
  auto: Schema.Boolean,
  fromTranslationMemory: Schema.Boolean,
  mtProvider: Schema.NullOr(Schema.String),
  commentCount: Schema.Int,
  unresolvedCommentCount: Schema.Int
})
export type ListedTranslationModel = typeof ListedTranslationModel.Type

const ListedKeyModel = Schema.Struct({
  keyId: Schema.Int,
  /** Epoch milliseconds. */
  createdAt: Schema.Int,
  keyName: Schema.String,
  keyIsPlural: Schema.Boolean,
  keyPluralArgName: Schema.NullOr(Schema.String),
  keyNamespaceId: Schema.NullOr(Schema.Int),
  keyNamespace: Schema.NullOr(Schema.String),
  keyDescription: Schema.NullOr(Schema.String),
  keyMaxCharLimit: Schema.NullOr(Schema.Int),
  keyTags: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  screenshotCount: Schema.Int,
  /** null: the caller may not see screenshots. */
  screenshots: Schema.NullOr(Schema.Array(ScreenshotModel)),
  /** Whether other keys are known to be shown near this one. */
  contextPresent: Schema.Boolean,
  /** By language tag, for every selected language. */
  translations: Schema.Record(Schema.String, ListedTranslationModel),
  tasks: Schema.Null,
  branch: Schema.Null
})
export type ListedKeyModel = typeof ListedKeyModel.Type

export const TranslationListModel = Schema.Struct({
  ...pageOf("keys", ListedKeyModel).fields,
  selectedLanguages: Schema.Array(LanguageModel),
  /** For the next page; null on an empty page. */
  nextCursor: Schema.NullOr(Schema.String)
})
export type TranslationListModel = typeof TranslationListModel.Type

export const SelectedKeysModel = Schema.Struct({ ids: Schema.Array(Schema.Int) })
export type SelectedKeysModel = typeof SelectedKeysModel.Type

/** Texts by language tag, nested by the names of their keys. */
export const TranslationMapModel = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json))
export type TranslationMapModel = typeof TranslationMapModel.Type
