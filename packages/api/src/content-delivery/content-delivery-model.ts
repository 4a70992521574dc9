import { Schema } from "effect"
import { branchOfBody } from "../branch/branch-field.ts"
import { ContentStorageModel } from "../content-storage/content-storage-model.ts"
import { exportDescriptions } from "../export/export-model.ts"
import { field } from "../field.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const texts = Schema.Array(Schema.String)
const ids = Schema.Array(Schema.Int)

const publishesAll = "Language tags; absent or null: all languages. Unknown tags are ignored."
const zipDescription = "Whether all files are published as one archive, `translations.zip`; absent: false."

/** A file and its place. */
const PublishedFileModel = Schema.Struct({
  path: field(Schema.String, "Path below the slug.", "en.json"),
  mediaType: field(Schema.String, "Media type of the file.", "application/json"),
  size: field(Schema.Int, "Number of bytes, uncompressed.", 2048),
  digest: field(
    Schema.String,
    "SHA-256 of the bytes in hexadecimal digits.",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  )
})

/** An attempt to publish. Not in Tolgee's API. */
export const PublishingAttemptModel = Schema.Struct({
  id: field(Schema.Int, "Id of the attempt.", 88),
  startedAt: field(Schema.Int, "Start in epoch milliseconds.", 1_767_225_600_000),
  durationMillis: field(Schema.Int, "Duration in milliseconds.", 412),
  files: field(Schema.Int, "Files of the version; 0: the attempt failed before it had any.", 12),
  writtenFiles: field(Schema.Int, "Files that were written, because they are new or changed.", 1),
  writtenBytes: field(Schema.Int, "Bytes that were written.", 2048),
  error: field(Schema.NullOr(Schema.String), "Reason of the failure for people; null: the attempt succeeded.", null),
  purgeError: field(
    Schema.NullOr(Schema.String),
    "Reason for people why caches were not purged after the attempt; null: they were, or none is in the settings.",
    null
  )
})

/** `reviewedOnly` and the fields from `lastAttempt` on are not in Tolgee's API. */
export const ContentDeliveryConfigModel = Schema.Struct({
  id: field(Schema.Int, "Id of the content delivery.", 4),
  name: field(Schema.String, "Name of the content delivery.", "Texts of the app"),
  slug: field(Schema.String, "Folder of the files in the storage.", "5f0f6b1a6c1e4a7c9d0b2e8f7a6c5d4e"),
  storage: field(Schema.NullOr(ContentStorageModel), "Storage of the project; null: the storage of the server.", null),
  publicUrl: field(
    Schema.NullOr(Schema.String),
    "Address of the files without a slash at the end; null: the server does not know it.",
    "https://texts.example.com/content-delivery/5f0f6b1a6c1e4a7c9d0b2e8f7a6c5d4e"
  ),
  autoPublish: field(Schema.Boolean, "Whether changes are published by themselves.", true),
  pruneBeforePublish: field(Schema.Boolean, "Whether files that are not of the new version are removed.", true),
  zip: field(Schema.Boolean, "Whether all files are published as one archive, `translations.zip`."),
  languages: field(Schema.NullOr(texts), "Tags of the published languages; null: all.", ["en", "cs"]),
  format: field(Schema.String, "Format of the files.", "JSON"),
  structureDelimiter: field(
    Schema.NullOr(Schema.String),
    "Character at which names of keys are split; empty or null: they are not split.",
    "."
  ),
  supportArrays: field(Schema.Boolean, "Whether names like `a[0]` become lists."),
  messageFormat: field(Schema.NullOr(Schema.String), "Syntax of placeholders and plurals; null: ICU.", "ICU"),
  fileStructureTemplate: field(Schema.NullOr(Schema.String), "Path of each file; null: that of the format.", null),
  escapeHtml: field(Schema.Boolean, "Whether special characters of HTML are escaped, in XLIFF."),
  filterKeyId: field(Schema.NullOr(ids), "Ids of the only published keys; null: all.", null),
  filterKeyIdNot: field(Schema.NullOr(ids), "Ids of keys that are left out; null: none.", null),
  filterTag: field(Schema.NullOr(Schema.String), "A further tag for `filterTagIn`; null: none.", null),
  filterTagIn: field(Schema.NullOr(texts), "Only keys with one of these tags are published; null: all.", null),
  filterTagNotIn: field(Schema.NullOr(texts), "Only keys with none of these tags are published; null: all.", null),
  filterKeyPrefix: field(Schema.NullOr(Schema.String), "Beginning of the names of published keys; null: any.", null),
  filterState: field(Schema.NullOr(texts), "States of published texts; null: all.", ["TRANSLATED", "REVIEWED"]),
  filterNamespace: field(
    Schema.NullOr(texts),
    "Namespaces of published keys, the empty text is the default one; null: all.",
    null
  ),
  reviewedOnly: field(
    Schema.Boolean,
    "Whether texts are published as they were reviewed last, whatever `filterState` says. Not in Tolgee's API."
  ),
  filterBranch: field(
    Schema.NullOr(Schema.String),
    "Name of the published branch; null: the project uses no branches.",
    null
  ),
  branchName: field(Schema.NullOr(Schema.String), "The same as `filterBranch`.", null),
  lastPublished: field(
    Schema.NullOr(Schema.Int),
    "Time of the last publishing that succeeded in epoch milliseconds; null: none.",
    1_767_225_600_000
  ),
  lastPublishedFiles: field(texts, "Paths of the files of the last version below the slug.", ["en.json", "cs.json"]),
  lastAttempt: field(
    Schema.NullOr(Schema.Int),
    "Time of the last attempt to publish in epoch milliseconds; null: none. Not in Tolgee's API.",
    1_767_225_600_000
  ),
  lastError: field(
    Schema.NullOr(Schema.String),
    "Reason why the last attempt failed, for people; null: it did not. Not in Tolgee's API.",
    null
  ),
  liveVersion: field(
    Schema.NullOr(Schema.Int),
    "Number of the version that readers get; null: none, or the files lie in another storage. Not in Tolgee's API.",
    17
  ),
  files: field(
    Schema.Array(PublishedFileModel),
    "The files of the last version with size and digest. Not in Tolgee's API."
  )
})
export type ContentDeliveryConfigModel = typeof ContentDeliveryConfigModel.Type

/** Absent fields take their defaults, also in an update. */
export const ContentDeliveryConfigBody = Schema.Struct({
  name: field(
    optional(Schema.String),
    "Name of the content delivery, up to 100 characters; required.",
    "Texts of the app"
  ),
  contentStorageId: field(
    optional(Schema.Int),
    "Id of a storage of the project; absent or null: the storage of the server."
  ),
  slug: field(
    optional(Schema.String),
    "Folder of the files, only with a storage of the project: up to 60 lower-case letters and digits with single hyphens. Absent or null: a random one."
  ),
  autoPublish: field(optional(Schema.Boolean), "Whether changes are published by themselves; absent: false.", true),
  pruneBeforePublish: field(
    optional(Schema.Boolean),
    "Whether files that are not of the new version are removed; absent: true.",
    true
  ),
  zip: field(optional(Schema.Boolean), zipDescription, false),
  languages: field(optional(texts), publishesAll, ["en"]),
  format: field(optional(Schema.String), exportDescriptions.format, "JSON"),
  structureDelimiter: field(optional(Schema.String), exportDescriptions.structureDelimiter, "."),
  supportArrays: field(optional(Schema.Boolean), exportDescriptions.supportArrays),
  messageFormat: field(optional(Schema.String), exportDescriptions.messageFormat, "ICU"),
  fileStructureTemplate: field(optional(Schema.String), exportDescriptions.fileStructureTemplate),
  escapeHtml: field(optional(Schema.Boolean), exportDescriptions.escapeHtml),
  filterKeyId: field(optional(ids), exportDescriptions.filterKeyId),
  filterKeyIdNot: field(optional(ids), exportDescriptions.filterKeyIdNot),
  filterTag: field(optional(Schema.String), exportDescriptions.filterTag),
  filterTagIn: field(optional(texts), exportDescriptions.filterTagIn),
  filterTagNotIn: field(optional(texts), exportDescriptions.filterTagNotIn),
  filterKeyPrefix: field(optional(Schema.String), exportDescriptions.filterKeyPrefix),
  filterState: field(optional(texts), exportDescriptions.filterState, ["REVIEWED"]),
  filterNamespace: field(optional(texts), exportDescriptions.filterNamespace),
  reviewedOnly: field(
    optional(Schema.Boolean),
    "Whether texts are published as they were reviewed last, whatever `filterState` says: texts that never were reviewed are left out; absent: false. Not in Tolgee's API.",
    true
  ),
  filterBranch: branchOfBody
})
export type ContentDeliveryConfigBody = typeof ContentDeliveryConfigBody.Type
