import { pseudoLocales } from "@dragoman/domain/language"
import { translationStates } from "@dragoman/domain/translation"
import { messageFormats } from "@dragoman/formats"
import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { SentPlace } from "../../platform/worker/sent-place.ts"
import { job, SentDomainError, sentIf } from "../../platform/worker/worker-messages.ts"

/** The filters of the exported keys; null: no filter. */
const KeySelection = Schema.Struct({
  keyIds: Schema.NullOr(Schema.Array(Schema.Finite)),
  exceptKeyIds: Schema.Array(Schema.Finite),
  /** At least one of these tags; `*` matches any characters. */
  tags: Schema.NullOr(Schema.Array(Schema.String)),
  exceptTags: Schema.Array(Schema.String),
  /** `""`: any name. */
  keyPrefix: Schema.String,
  /** `""`: the default namespace. */
  namespaces: Schema.NullOr(Schema.Array(Schema.String))
})
export type KeySelection = typeof KeySelection.Type

/** `pseudo` null: the language with this id; otherwise this is the base language, whose texts are changed into the pseudo-locale. */
const ExportedLanguage = Schema.Struct({
  id: Schema.Finite,
  tag: Schema.String,
  pseudo: Schema.NullOr(Schema.Literals(pseudoLocales))
})
export type ExportedLanguage = typeof ExportedLanguage.Type

/** `WriteOptions` of the formats. */
const SentWriteOptions = Schema.Struct({
  messageFormat: Schema.Literals(messageFormats),
  structureDelimiter: Schema.NullOr(Schema.String),
  supportArrays: Schema.Boolean,
  escapeHtml: Schema.Boolean,
  icuPlaceholders: Schema.Boolean
})

/** Everything that determines the files of an export. */
const ExportJob = Schema.Struct({
  place: SentPlace,
  languages: Schema.Array(ExportedLanguage),
  /** `id` null: the caller has no right to view its texts. */
  baseLanguage: Schema.Struct({ id: Schema.NullOr(Schema.Finite), tag: Schema.String }),
  keys: KeySelection,
  /**
   * null: all. `UNTRANSLATED` includes keys without a translation. `lastReviewed`: each text as it was reviewed last, if it ever was.
   */
  states: Schema.NullOr(
    Schema.Union([Schema.Array(Schema.Literals(translationStates)), Schema.Literal("lastReviewed")])
  ),
  /** `original`: that of the files which the keys were imported from. */
  order: Schema.Literals(["name", "original"]),
  format: Schema.String,
  template: Schema.String,
  options: SentWriteOptions
})
export type ExportJob = typeof ExportJob.Type

/** `output` null: only the warnings are needed. */
const ExportTask = Schema.Struct({
  job: ExportJob,
  output: Schema.NullOr(Schema.Struct({ path: Schema.String, archive: Schema.Literals(["always", "unlessSingle"]) })),
  /** One flag: 1 = the client has disconnected. */
  cancelled: sentIf((value) => value instanceof Int32Array)
})
export type ExportTask = typeof ExportTask.Type

const FilesTask = Schema.Struct({
  job: ExportJob,
  output: Schema.Struct({
    folder: Schema.String,
    /** Whether there is one file, an archive. */
    archive: Schema.Boolean,
    /** Files with these digests are not compressed again. */
    knownDigests: Schema.Array(Schema.String),
    compresses: Schema.Boolean
  }),
  /** One flag: 1 = the caller has ended. */
  cancelled: sentIf((value) => value instanceof Int32Array)
})
export type FilesTask = typeof FilesTask.Type

/** A file of an export in the folder of its task. */
const ExportedFile = Schema.Struct({
  /** The path in the export. */
  path: Schema.String,
  /** The name in the folder. */
  name: Schema.String,
  size: Schema.Finite,
  /** SHA-256 in hexadecimal digits. */
  digest: Schema.String,
  /** The name of the compressed file; null: there is none that is smaller. */
  brotli: Schema.NullOr(Schema.String),
  gzip: Schema.NullOr(Schema.String)
})
export type ExportedFile = typeof ExportedFile.Type

/** A warning, and the file of the export that it is about. */
const ExportedWarning = Schema.Struct({
  keyName: Schema.String,
  reason: Schema.String,
  sentence: Schema.String,
  languageTag: Schema.String,
  /** `""`: the default namespace. */
  namespace: Schema.String
})
export type ExportedWarning = typeof ExportedWarning.Type

/** The output file is complete; after an error there is none. */
const WrittenExport = Schema.Struct({
  /** Path of the only file, which is not in an archive; null: an archive. */
  singlePath: Schema.NullOr(Schema.String),
  bytes: Schema.Finite,
  /** The first ones; `warningCount` includes all. */
  warnings: Schema.Array(ExportedWarning),
  warningCount: Schema.Finite
})
export type WrittenExport = typeof WrittenExport.Type

/** `write`: one file or an archive. `writeFiles`: each file on its own. */
export class ExportJobs extends RpcGroup.make(
  job("write", ExportTask, WrittenExport, SentDomainError),
  job("writeFiles", FilesTask, Schema.Array(ExportedFile), SentDomainError)
) {}
