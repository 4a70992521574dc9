import { assignableStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { ScreenshotModel, UploadedScreenshots } from "../screenshot/screenshot-model.ts"
import { TagModel } from "../tag/tag-model.ts"
import { TranslationModel } from "../translation/translation-model.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const CustomValues = Schema.Record(Schema.String, Schema.Json)

/** The server has no branches; clients read the field. */
const branch = Schema.Null

export const KeyModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** null: the default namespace. */
  namespace: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  custom: Schema.NullOr(CustomValues),
  maxCharLimit: Schema.NullOr(Schema.Int),
  branch
})
export type KeyModel = typeof KeyModel.Type

export const KeyWithDataModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** null: the default namespace. */
  namespace: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  /** Existing translations by language tag, in languages that the caller may view. */
  translations: Schema.Record(Schema.String, TranslationModel),
  tags: Schema.Array(TagModel),
  /** Empty for callers without `screenshots.view`. */
  screenshots: Schema.Array(ScreenshotModel),
  isPlural: Schema.Boolean,
  pluralArgName: Schema.NullOr(Schema.String),
  custom: CustomValues,
  maxCharLimit: Schema.NullOr(Schema.Int),
  branch
})
export type KeyWithDataModel = typeof KeyWithDataModel.Type

export const KeyEditBody = Schema.Struct({
  name: optional(Schema.String),
  namespace: optional(Schema.String),
  description: optional(Schema.String),
  maxCharLimit: optional(Schema.Int),
  branch: optional(Schema.String)
})
export type KeyEditBody = typeof KeyEditBody.Type

const contentFields = {
  ...KeyEditBody.fields,
  /** Texts by language tag; null and `""` mean no text. */
  translations: optional(Schema.Record(Schema.String, Schema.NullOr(Schema.String))),
  /** States by language tag. */
  states: optional(Schema.Record(Schema.String, Schema.Literals(assignableStates))),
  /** Names of tags; missing tags are created. */
  tags: optional(Schema.Array(Schema.String)),
  /** Deprecated alias of `screenshots` and `screenshotsToAdd`; only one of them may be sent. */
  screenshotUploadedImageIds: optional(Schema.Array(Schema.Int)),
  /** Keys that are shown near this one, in order. */
  relatedKeysInOrder: optional(
    Schema.Array(Schema.Struct({ keyName: Schema.String, namespace: optional(Schema.String) }))
  ),
  isPlural: optional(Schema.Boolean),
  /** Argument that selects the plural form; absent: taken from the texts. */
  pluralArgName: optional(Schema.String)
}

export const KeyCreationBody = Schema.Struct({ ...contentFields, screenshots: optional(UploadedScreenshots) })
export type KeyCreationBody = typeof KeyCreationBody.Type

export const KeyComplexUpdateBody = Schema.Struct({
  ...contentFields,
  /** Replaces all custom values. */
  custom: optional(CustomValues),
  screenshotsToAdd: optional(UploadedScreenshots),
  screenshotIdsToDelete: optional(Schema.Array(Schema.Int)),
  /** true: reject an update that would drop plural forms. */
  warnOnDataLoss: optional(Schema.Boolean)
})
export type KeyComplexUpdateBody = typeof KeyComplexUpdateBody.Type

export const KeyIdsBody = Schema.Struct({ ids: optional(Schema.Array(Schema.Int)) })
export type KeyIdsBody = typeof KeyIdsBody.Type
