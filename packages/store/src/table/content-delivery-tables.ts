import {
  type AzureStorageSettings,
  contentStorageTypes,
  type PublishedExport,
  type PublishedFile,
  type S3StorageSettings
} from "@dragoman/domain/content-delivery"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table } from "../database/table.ts"

/** A storage of a project for published files. */
export const contentStorageTable = table("content_storage", {
  id: Id,
  projectId: Schema.Number,
  name: Schema.String,
  publicUrlPrefix: Schema.NullOr(Schema.String),
  type: Schema.Literals(contentStorageTypes),
  settings: Json<S3StorageSettings | AzureStorageSettings>(),
  /** The keys or the connection string as JSON; encrypted when the database is. */
  secret: Schema.String,
  createdAt: Millis
})

/** An export that is published to a storage under a slug. */
export const contentDeliveryTable = table("content_delivery", {
  id: Id,
  projectId: Schema.Number,
  /** null: the default branch. */
  branchId: Schema.NullOr(Schema.Number),
  /** null: the storage of the server. */
  storageId: Schema.NullOr(Schema.Number),
  name: Schema.String,
  /** Unique in its storage. */
  slug: Schema.String,
  autoPublish: Flag,
  pruneBeforePublish: Flag,
  zip: Flag,
  parameters: Json<PublishedExport>(),
  /** The version that readers get; null: none, or the files lie in another storage. */
  liveVersion: Schema.NullOr(Schema.Number),
  lastPublishedAt: Schema.NullOr(Millis),
  /** Files of the last version, by their paths; null: none. */
  lastPublishedFiles: Schema.NullOr(Json<ReadonlyArray<PublishedFile>>()),
  lastAttemptAt: Schema.NullOr(Millis),
  /** Why the last attempt failed, for people; null: it did not. */
  lastError: Schema.NullOr(Schema.String),
  /** Failed attempts in a row. */
  failedAttempts: hasDefault(Schema.Number),
  /** When it is published next; null: not scheduled. */
  dueAt: Schema.NullOr(Millis),
  /** When the first change happened that is not published; null: all are. */
  firstChangedAt: Schema.NullOr(Millis),
  /** Until then a server publishes it. */
  leasedUntil: Schema.NullOr(Millis),
  createdAt: Millis
})

/** A published version in the storage of this server: its files by path. Left out of backups; servers publish again. */
export const publishedVersionTable = table("published_version", {
  contentDeliveryId: Schema.Number,
  /** Grows; it is never given twice, also after a restore. */
  version: Schema.Number,
  files: Json<ReadonlyArray<PublishedFile>>(),
  createdAt: Millis
})

/** Bytes of published files, once per content delivery: versions share what did not change. */
export const publishedFileTable = table("published_file", {
  contentDeliveryId: Schema.Number,
  /** SHA-256 of the bytes in hexadecimal digits. */
  digest: Schema.String,
  content: Schema.Uint8Array,
  /** The same compressed; null: that is not smaller. */
  brotli: Schema.NullOr(Schema.Uint8Array),
  gzip: Schema.NullOr(Schema.Uint8Array)
})

/** An attempt to publish. */
export const publishingAttemptTable = table("publishing_attempt", {
  id: Id,
  contentDeliveryId: Schema.Number,
  startedAt: Millis,
  durationMillis: Schema.Number,
  /** Files of the version; 0: it failed before it had any. */
  files: Schema.Number,
  /** Files that were written because they are new or changed. */
  writtenFiles: Schema.Number,
  /** Bytes that were written. */
  writtenBytes: Schema.Number,
  /** For people; null: it succeeded. */
  error: Schema.NullOr(Schema.String),
  /** For people: why caches were not purged afterwards; null: they were, or there are none. */
  purgeError: Schema.NullOr(Schema.String)
})
