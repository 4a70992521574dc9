import { Schema } from "effect"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const texts = optional(Schema.Array(Schema.String))
const ids = optional(Schema.Array(Schema.Int))

/** The parameters of an export. See docs/export.md. */
export const ExportBody = Schema.Struct({
  /** Language tags; absent: all languages that the caller may view. Unknown tags are ignored. */
  languages: texts,
  /** One of `GET /v2/public/export-info/formats`; by default `JSON`. */
  format: optional(Schema.String),
  /** One character, by default a dot; `""` and null: names of keys are not split. */
  structureDelimiter: optional(Schema.String),
  filterKeyId: ids,
  filterKeyIdNot: ids,
  /** Added to `filterTagIn`. */
  filterTag: optional(Schema.String),
  /** Keys with any of these tags; `*` matches any characters. */
  filterTagIn: texts,
  filterTagNotIn: texts,
  filterKeyPrefix: optional(Schema.String),
  /** By default `TRANSLATED` and `REVIEWED`; null: all. */
  filterState: texts,
  /** `""` is the default namespace. */
  filterNamespace: texts,
  /** By default true; false: a single file is sent without an archive. */
  zip: optional(Schema.Boolean),
  /** The syntax of placeholders and plurals; by default ICU. */
  messageFormat: optional(Schema.String),
  /** `a[0]` becomes a list, in formats that have lists. */
  supportArrays: optional(Schema.Boolean),
  /** Keys in the order of the files that they were imported from; by default by name, in Fluent in this order. */
  originalOrder: optional(Schema.Boolean),
  fileStructureTemplate: optional(Schema.String),
  /** XLIFF: escapes `< > & " '` in texts first. */
  escapeHtml: optional(Schema.Boolean),
  filterBranch: optional(Schema.String)
})
export type ExportBody = typeof ExportBody.Type

export const ExportFormatModel = Schema.Struct({
  format: Schema.String,
  extension: Schema.String,
  mediaType: Schema.String,
  defaultFileStructureTemplate: Schema.String
})

/** A text that the format cannot carry unchanged, with the change. */
export const ExportNoticeModel = Schema.Struct({
  languageTag: Schema.String,
  /** null: the default namespace. */
  namespace: Schema.NullOr(Schema.String),
  keyName: Schema.String,
  reason: Schema.String,
  /** A sentence for people. */
  message: Schema.String
})
export type ExportNoticeModel = typeof ExportNoticeModel.Type
