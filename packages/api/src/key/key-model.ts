import { assignableStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { branchOfBody, branchOfKey } from "../branch/branch-field.ts"
import { field } from "../field.ts"
import { ScreenshotModel, UploadedScreenshots } from "../screenshot/screenshot-model.ts"
import { TagModel } from "../tag/tag-model.ts"
import { TranslationModel } from "../translation/translation-model.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const CustomValues = Schema.Record(Schema.String, Schema.Json)

export const KeyModel = Schema.Struct({
  id: field(Schema.Int, "Id of the key.", 4021),
  name: field(Schema.String, "Name of the key, unique in its namespace.", "booking.title"),
  namespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  description: field(
    Schema.NullOr(Schema.String),
    "Description of the key for translators; null: none.",
    "Heading of the first page"
  ),
  custom: field(Schema.NullOr(CustomValues), "Values that files carry along for their next export; null: none."),
  maxCharLimit: field(Schema.NullOr(Schema.Int), "Longest text in characters, which editors enforce; null: no limit."),
  branch: branchOfKey
})
export type KeyModel = typeof KeyModel.Type

export const KeyWithDataModel = Schema.Struct({
  id: field(Schema.Int, "Id of the key.", 4021),
  name: field(Schema.String, "Name of the key, unique in its namespace.", "booking.title"),
  namespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  description: field(
    Schema.NullOr(Schema.String),
    "Description of the key for translators; null: none.",
    "Heading of the first page"
  ),
  translations: field(
    Schema.Record(Schema.String, TranslationModel),
    "Existing translations by language tag, in languages that the caller may view.",
    {
      cs: {
        id: 90_211,
        text: "Rezervovat stání",
        state: "TRANSLATED",
        outdated: false,
        auto: false,
        mtProvider: null,
        qualityScore: null,
        qualityReason: null,
        labels: []
      }
    }
  ),
  tags: field(Schema.Array(TagModel), "Tags of the key."),
  screenshots: field(
    Schema.Array(ScreenshotModel),
    "Screenshots of the key; empty for callers without `screenshots.view`."
  ),
  isPlural: field(Schema.Boolean, "Whether the texts of the key are plurals."),
  pluralArgName: field(Schema.NullOr(Schema.String), "Argument that selects the plural form; null: no plural."),
  custom: field(CustomValues, "Values from files, kept for the next export.", {}),
  maxCharLimit: field(Schema.NullOr(Schema.Int), "Longest text in characters, which editors enforce; null: no limit."),
  branch: branchOfKey
})
export type KeyWithDataModel = typeof KeyWithDataModel.Type

export const KeyEditBody = Schema.Struct({
  name: field(optional(Schema.String), "Name of the key; up to 2000 characters, required.", "booking.title"),
  namespace: field(
    optional(Schema.String),
    "Namespace of the key, up to 100 characters; absent, null or blank: the default namespace. A missing one is created.",
    "web"
  ),
  description: field(
    optional(Schema.String),
    "Description of the key for translators, up to 2000 characters; null: none. Absent in `complex-update`: unchanged.",
    "Heading of the first page"
  ),
  maxCharLimit: field(
    optional(Schema.Int),
    "Longest text in characters, at least 1, which editors enforce; absent: no limit, in `complex-update` unchanged.",
    40
  ),
  branch: branchOfBody
})
export type KeyEditBody = typeof KeyEditBody.Type

const contentFields = {
  ...KeyEditBody.fields,
  translations: field(
    optional(Schema.Record(Schema.String, Schema.NullOr(Schema.String))),
    'Texts by language tag, as ICU messages of up to 10,000 characters; null and `""`: no text.',
    { en: "Book a berth", cs: "Rezervovat stání" }
  ),
  states: field(
    optional(Schema.Record(Schema.String, Schema.Literals(assignableStates))),
    "States by language tag, only of languages in `translations`.",
    { cs: "REVIEWED" }
  ),
  tags: field(
    optional(Schema.Array(Schema.String)),
    "Names of all tags of the key, up to 1,000; missing ones are created. Absent in an update: unchanged.",
    ["release-2"]
  ),
  screenshotUploadedImageIds: field(
    optional(Schema.Array(Schema.Int)),
    "Deprecated alias of `screenshots` and `screenshotsToAdd`, with ids only; send only one of them."
  ),
  relatedKeysInOrder: field(
    optional(
      Schema.Array(
        Schema.Struct({
          keyName: field(Schema.String, "Name of the key; required.", "booking.title"),
          namespace: field(optional(Schema.String), "Namespace of the key; absent: the default namespace."),
          branch: field(
            optional(Schema.String),
            "Name of the branch of the key; absent: the branch of the written key. Keys of other branches are left out."
          )
        })
      )
    ),
    "Keys as they follow each other on a page, up to 1,000; those up to 10 positions apart are related."
  ),
  isPlural: field(
    optional(Schema.Boolean),
    "Whether the texts are plurals; absent: false, in an update unchanged.",
    false
  ),
  pluralArgName: field(
    optional(Schema.String),
    "Argument that selects the plural form, up to 100 letters, digits and underscores; absent: taken from the texts."
  )
}

export const KeyCreationBody = Schema.Struct({
  ...contentFields,
  screenshots: field(optional(UploadedScreenshots), "Uploaded images that become screenshots of the key.")
})
export type KeyCreationBody = typeof KeyCreationBody.Type

export const KeyComplexUpdateBody = Schema.Struct({
  ...contentFields,
  custom: field(
    optional(CustomValues),
    "Values from files, kept for the next export, up to 5,000 characters as JSON; they replace all others. Absent: unchanged."
  ),
  screenshotsToAdd: field(optional(UploadedScreenshots), "Uploaded images that become screenshots of the key."),
  screenshotIdsToDelete: field(optional(Schema.Array(Schema.Int)), "Ids of screenshots to remove from the key."),
  warnOnDataLoss: field(
    optional(Schema.Boolean),
    "Whether to reject an update that would lose plural forms; absent: false."
  )
})
export type KeyComplexUpdateBody = typeof KeyComplexUpdateBody.Type

export const KeyIdsBody = Schema.Struct({
  ids: field(optional(Schema.Array(Schema.Int)), "Ids of the keys. Unknown ones are skipped.", [4021, 4022])
})
export type KeyIdsBody = typeof KeyIdsBody.Type
