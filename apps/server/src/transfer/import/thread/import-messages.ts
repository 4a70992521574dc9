import { FileFormatMapping, SingleStepImportParams } from "@dragoman/api"
import { forceModes } from "@dragoman/domain/import"
import { translationProtections } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { ImageLinks } from "../../../content/image/image-links.ts"
import { ReceivedJson } from "../../../platform/body/json-body.ts"
import { SentPlace } from "../../../platform/worker/sent-place.ts"
import { job, SentBytes, SentDomainError, streamingJob } from "../../../platform/worker/worker-messages.ts"
import { AccessParts, sentAccess } from "../../../service/access/access-message.ts"
import { ImportConflict, ImportReport } from "../applying/import-report.ts"
import { ImportSummary } from "../applying/import-summary.ts"

const UploadedFiles = Schema.Array(
  Schema.Struct({
    /** Name as sent by the client, with directories. */
    name: Schema.String,
    /** The temporary file with its bytes. */
    path: Schema.String
  })
)

const Owner = Schema.Struct({ ...SentPlace.fields, userId: Schema.Finite, apiKeyId: Schema.Finite })

const StageUpload = Schema.Struct({
  owner: Owner,
  files: UploadedFiles,
  /** null: a dot. */
  structureDelimiter: Schema.NullOr(Schema.String),
  fileMappings: Schema.Array(FileFormatMapping),
  /** Size of one archive, unpacked. */
  uncompressedBytesMax: Schema.Finite,
  /** Epoch milliseconds. */
  now: Schema.Finite
})
export type StageUpload = typeof StageUpload.Type

/** A change to a live import by its user. `createNewKeys`: the setting. */
const ImportChange = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("removeLanguage"),
    languageId: Schema.Finite,
    fileId: Schema.Finite,
    /** Epoch milliseconds. */
    now: Schema.Finite
  }),
  /** null: unpaired. */
  Schema.Struct({
    kind: Schema.Literal("pair"),
    languageId: Schema.Finite,
    existingLanguageId: Schema.NullOr(Schema.Finite)
  }),
  Schema.Struct({
    kind: Schema.Literal("setNamespace"),
    fileId: Schema.Finite,
    namespace: Schema.NullOr(Schema.String),
    createNewKeys: Schema.Boolean
  }),
  Schema.Struct({ kind: Schema.Literal("setKeyCreation"), createNewKeys: Schema.Boolean }),
  /** The setting for empty values has changed. */
  Schema.Struct({ kind: Schema.Literal("setEmptyValues") }),
  /** Compares the import with the current project. */
  Schema.Struct({ kind: Schema.Literal("refresh") }),
  Schema.Struct({
    kind: Schema.Literal("resolveAll"),
    languageId: Schema.Finite,
    isOverride: Schema.Boolean,
    facts: Schema.Struct({ protection: Schema.Literals(translationProtections), mayChangeState: Schema.Boolean })
  })
])
export type ImportChange = typeof ImportChange.Type

/** The branch of an import; null: the default one. */
const branchId = SentPlace.fields.branchId

/** Applies the live import that a user has on a branch. */
const ApplyStaged = Schema.Struct({
  authority: AccessParts,
  branchId,
  forceMode: Schema.Literals(forceModes),
  /** True: a large import is committed in batches. */
  inBatches: Schema.Boolean
})
export type ApplyStaged = typeof ApplyStaged.Type

/** The progress of applying an import. */
const ApplyProgress = Schema.Struct({
  kind: Schema.Literal("progress"),
  status: Schema.Literals(["PREPARING_AND_VALIDATING", "STORING_KEYS", "STORING_TRANSLATIONS", "FINALIZING"]),
  /** null, here and below: not counted yet. */
  totalKeys: Schema.NullOr(Schema.Finite),
  importedKeys: Schema.NullOr(Schema.Finite)
})
export type ApplyProgress = typeof ApplyProgress.Type

const AppliedStaged = Schema.Struct({
  kind: Schema.Literal("applied"),
  report: ImportReport,
  summary: ImportSummary
})
export type AppliedStaged = typeof AppliedStaged.Type

/** Applies files as soon as they are read. */
const SingleStepImport = Schema.Struct({
  authority: AccessParts,
  branchId,
  files: UploadedFiles,
  params: Schema.toType(SingleStepImportParams),
  /** Size of one archive, unpacked. */
  uncompressedBytesMax: Schema.Finite
})
export type SingleStepImport = typeof SingleStepImport.Type

/** Plans what applying the files would do. `now`: epoch milliseconds. */
const PlanFiles = Schema.Struct({ ...SingleStepImport.fields, now: Schema.Finite })
export type PlanFiles = typeof PlanFiles.Type

const ApplyPlan = Schema.Struct({ authority: AccessParts, planId: Schema.Finite, now: Schema.Finite })
export type ApplyPlan = typeof ApplyPlan.Type

const ImportedFiles = Schema.Struct({
  unresolvedConflicts: Schema.Array(ImportConflict),
  report: ImportReport
})

/** How the keys of a body are imported, and the access that it requires. */
const BodyOperation = Schema.Union([
  Schema.Struct({ operation: Schema.Literal("keys"), access: sentAccess<"keys.create" | "translations.edit">() }),
  Schema.Struct({ operation: Schema.Literal("resolvable"), access: sentAccess<"translations.view">() }),
  Schema.Struct({ operation: Schema.Literal("keysResolvable"), access: sentAccess() })
])
export type BodyOperation = typeof BodyOperation.Type

/** A request body with keys, not parsed yet. `branch`: the name in the query; keys and bodies may name another branch. */
const ImportOfBody = Schema.Struct({
  operation: BodyOperation,
  branch: Schema.NullOr(Schema.String),
  body: ReceivedJson,
  links: ImageLinks
})
export type ImportOfBody = typeof ImportOfBody.Type

/** The response. */
const ImportedBody = Schema.Struct({
  /** JSON; null: none. */
  body: Schema.NullOr(SentBytes),
  /** The header that counts what was left out. */
  reportHeader: Schema.String
})
export type ImportedBody = typeof ImportedBody.Type

const UploadMessage = Schema.Struct({
  code: Schema.Literals(["cannot_parse_file", "namespace_cannot_be_used_when_feature_is_disabled"]),
  params: Schema.Array(Schema.String)
})
export type UploadMessage = typeof UploadMessage.Type

const UploadWarning = Schema.Struct({
  /** null: the file was left out; `line` and `column` are null as well. */
  importFileId: Schema.NullOr(Schema.Finite),
  fileName: Schema.String,
  /** null, here and below: the warning concerns a part of the file instead of a key. */
  keyName: Schema.NullOr(Schema.String),
  languageName: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Schema.Finite),
  column: Schema.NullOr(Schema.Finite),
  message: Schema.String
})
export type UploadWarning = typeof UploadWarning.Type

/** The result of an upload. `importId` null: nothing was found in it, and nothing is stored. */
const StagedUpload = Schema.Struct({
  importId: Schema.NullOr(Schema.Finite),
  /** The first warnings about single texts and files; `warnings` are those about the whole upload. */
  notices: Schema.Array(UploadWarning),
  /** Including those that are not listed. */
  noticeCount: Schema.Finite,
  errors: Schema.Array(UploadMessage),
  warnings: Schema.Array(UploadMessage)
})
export type StagedUpload = typeof StagedUpload.Type

const ChangeImport = Schema.Struct({
  owner: Owner,
  change: ImportChange
})
export type ChangeImport = typeof ChangeImport.Type

const Commit = Schema.Struct({
  projectId: Schema.Finite,
  deliveries: Schema.Finite,
  checkedIds: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Finite))),
  startsJob: Schema.optionalKey(Schema.Boolean),
  publishes: Schema.optionalKey(Schema.Boolean)
})

/**
 * `change`: false if the import no longer exists. `erase`: erases the rows of imports that were deleted or never finished.
 * `commits`: the commits of the other jobs, as long as the thread runs.
 */
export class ImportJobs extends RpcGroup.make(
  job("stage", StageUpload, StagedUpload, SentDomainError),
  job("importFiles", SingleStepImport, ImportedFiles, SentDomainError),
  job("planFiles", PlanFiles, Schema.Struct({ planId: Schema.Finite }), SentDomainError),
  job("applyPlan", ApplyPlan, ImportedFiles, SentDomainError),
  job("importBody", ImportOfBody, ImportedBody, SentDomainError),
  streamingJob("applyStaged", ApplyStaged, Schema.Union([ApplyProgress, AppliedStaged]), SentDomainError),
  job("change", ChangeImport, Schema.Boolean),
  job("erase", Schema.Struct({ now: Schema.Finite }), Schema.Void),
  streamingJob("commits", Schema.Void, Commit)
) {}
