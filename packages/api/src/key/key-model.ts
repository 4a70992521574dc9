import { assignableStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { ScreenshotModel, UploadedScreenshots } from "../screenshot/screenshot-model.ts"
import { TagModel } from "../tag/tag-model.ts"
import { TranslationModel } from "../translation/translation-model.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const CustomValues = Schema.Record(Schema.String, Schema.Json)

/** There are no branches; clients ask for the field. */
const branch = Schema.Null

/** Source: reference "content-api" 2.2. */
export const KeyModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** null: the default one. */
  namespace: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  custom: Schema.NullOr(CustomValues),
  maxCharLimit: Schema.NullOr(Schema.Int),
  branch
})
export type KeyModel = typeof KeyModel.Type

/** Source: reference "content-api" 2.2. */
export const KeyWithDataModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** null: the default one. */
  namespace: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  /** By language tag: those that there are, in languages that the caller may view. */
  translations: Schema.Record(Schema.String, TranslationModel),
  tags: Schema.Array(TagModel),
  /** None for callers who may not view screenshots. */
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
  /** Texts by language tag; null and `""` are no text. */
  translations: optional(Schema.Record(Schema.String, Schema.NullOr(Schema.String))),
  /** States by language tag. */
  states: optional(Schema.Record(Schema.String, Schema.Literals(assignableStates))),
  /** Names; they come into being when they are missing. */
  tags: optional(Schema.Array(Schema.String)),
  /** Replaced by `screenshots` or `screenshotsToAdd`; not both. */
  screenshotUploadedImageIds: optional(Schema.Array(Schema.Int)),
  /** Keys that are shown near this one, in order. */
  relatedKeysInOrder: optional(
    Schema.Array(Schema.Struct({ keyName: Schema.String, namespace: optional(Schema.String) }))
  ),
  isPlural: optional(Schema.Boolean),
  /** Argument that plural forms are chosen by; without it the texts say. */
  pluralArgName: optional(Schema.String)
}

/** Source: reference "content-api" 2.4. */
export const KeyCreationBody = Schema.Struct({ ...contentFields, screenshots: optional(UploadedScreenshots) })
export type KeyCreationBody = typeof KeyCreationBody.Type

/** Source: reference "content-api" 2.6. */
export const KeyComplexUpdateBody = Schema.Struct({
  ...contentFields,
  /** Replaces all of them. */
  custom: optional(CustomValues),
  screenshotsToAdd: optional(UploadedScreenshots),
  screenshotIdsToDelete: optional(Schema.Array(Schema.Int)),
  /** Refuse to drop plural forms. */
  warnOnDataLoss: optional(Schema.Boolean)
})
export type KeyComplexUpdateBody = typeof KeyComplexUpdateBody.Type

export const KeyIdsBody = Schema.Struct({ ids: optional(Schema.Array(Schema.Int)) })
export type KeyIdsBody = typeof KeyIdsBody.Type
