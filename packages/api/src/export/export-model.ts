import { Schema } from "effect"
import { branchOfBody } from "../branch/branch-field.ts"
import { field } from "../field.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const texts = optional(Schema.Array(Schema.String))
const ids = optional(Schema.Array(Schema.Int))

/** The parameters of an export in OpenAPI: a query has them without null. */
export const exportDescriptions = {
  languages:
    "Language tags; absent: all languages that the caller may view. Unknown tags are ignored. `en-XA` and `ar-XB` are pseudo-locales of the base language.",
  format: "One of `GET /v2/public/export-info/formats`; absent: JSON.",
  structureDelimiter:
    "One character at which names of keys are split into nested objects; absent: a dot, empty or null: they are not split.",
  filterKeyId: "Ids of the only keys to export; absent or empty: all.",
  filterKeyIdNot: "Ids of keys to leave out.",
  filterTag: "Further tags for `filterTagIn`; a single tag in a body.",
  filterTagIn: "Only keys with one of these tags; `*` stands for any characters.",
  filterTagNotIn: "Only keys with none of these tags; `*` stands for any characters.",
  filterKeyPrefix: "Only keys whose names begin with exactly this text.",
  filterState:
    "States of the texts to export; absent: TRANSLATED and REVIEWED, null: all. With UNTRANSLATED missing texts are written as null.",
  filterNamespace: "Only keys of these namespaces; the empty text is the default namespace.",
  zip: "Whether a single file comes in an archive too; absent: true. Several files always do.",
  messageFormat: "Syntax of placeholders and plurals in the files; absent: ICU.",
  supportArrays: "Whether names like `a[0]` become lists, in JSON and YAML; absent: false.",
  originalOrder:
    "Whether keys stand in the order of the files that they came from; absent: by name, in Fluent in the original order. Not in Tolgee's API.",
  fileStructureTemplate:
    "Path of each file, up to 500 characters, with `{namespace}`, `{languageTag}`, `{androidLanguageTag}`, `{snakeLanguageTag}` and `{extension}`; absent: that of the format.",
  escapeHtml:
    "Whether angle brackets, ampersands and quotation marks of texts are escaped before they are written, in XLIFF; absent: false."
}

/** The parameters of an export. See docs/export.md. */
export const ExportBody = Schema.Struct({
  languages: field(texts, exportDescriptions.languages, ["cs"]),
  format: field(optional(Schema.String), exportDescriptions.format, "JSON"),
  structureDelimiter: field(optional(Schema.String), exportDescriptions.structureDelimiter, "."),
  filterKeyId: field(ids, exportDescriptions.filterKeyId),
  filterKeyIdNot: field(ids, exportDescriptions.filterKeyIdNot),
  filterTag: field(optional(Schema.String), exportDescriptions.filterTag),
  filterTagIn: field(texts, exportDescriptions.filterTagIn),
  filterTagNotIn: field(texts, exportDescriptions.filterTagNotIn),
  filterKeyPrefix: field(optional(Schema.String), exportDescriptions.filterKeyPrefix),
  filterState: field(texts, exportDescriptions.filterState, ["REVIEWED"]),
  filterNamespace: field(texts, exportDescriptions.filterNamespace),
  zip: field(optional(Schema.Boolean), exportDescriptions.zip, false),
  messageFormat: field(optional(Schema.String), exportDescriptions.messageFormat, "ICU"),
  supportArrays: field(optional(Schema.Boolean), exportDescriptions.supportArrays),
  originalOrder: field(optional(Schema.Boolean), exportDescriptions.originalOrder),
  fileStructureTemplate: field(optional(Schema.String), exportDescriptions.fileStructureTemplate),
  escapeHtml: field(optional(Schema.Boolean), exportDescriptions.escapeHtml),
  filterBranch: branchOfBody
})
export type ExportBody = typeof ExportBody.Type

export const ExportFormatModel = Schema.Struct({
  format: field(Schema.String, "Name for the parameter `format`.", "JSON"),
  extension: field(Schema.String, "Extension of the files, without a dot.", "json"),
  mediaType: field(Schema.String, "Media type of a single file.", "application/json"),
  defaultFileStructureTemplate: field(
    Schema.String,
    "Path of each file unless the request has a template.",
    "{namespace}/{languageTag}.{extension}"
  )
})

/** A text that the format cannot carry unchanged, with the change. */
export const ExportNoticeModel = Schema.Struct({
  languageTag: field(Schema.String, "Tag of the language of the text.", "cs"),
  namespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  keyName: field(Schema.String, "Name of the key.", "booking.title"),
  reason: field(Schema.String, "Stable code of the reason.", "description"),
  message: field(
    Schema.String,
    "Sentence for people, in English.",
    "A comment in XML cannot hold two hyphens: a space stands between them."
  )
})
export type ExportNoticeModel = typeof ExportNoticeModel.Type
