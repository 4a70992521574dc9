import { SingleStepImportParams } from "@dragoman/api"
import type { Json } from "@dragoman/domain/error"
import { type ConflictFacts, forceModes } from "@dragoman/domain/import"
import type { ComputedPermission, Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { ImageLinks } from "../../../content/image/image-links.ts"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { ReceivedJson } from "../../../platform/body/receive-json.ts"
import { job, SentBytes, SentDomainError, sentAs, streamingJob } from "../../../platform/worker/worker-messages.ts"
import type { ImportReport } from "../applying/import-report.ts"
import type { ImportConflict } from "../applying/import-source.ts"

const UploadedFiles = Schema.Array(
  Schema.Struct({
    /** With directories, as the client sent it. */
    name: Schema.String,
    /** Where its bytes lie. */
    path: Schema.String
  })
)

/** Who imports, and what they may do, as it was when the request was let in. */
const ImportAuthority = Schema.Struct({
  projectId: Schema.Finite,
  userId: Schema.Finite,
  computedPermission: sentAs<ComputedPermission>(),
  effectiveScopes: sentAs<ReadonlyArray<Scope>>()
})

const StageUpload = Schema.Struct({
  projectId: Schema.Finite,
  userId: Schema.Finite,
  files: UploadedFiles,
  /** null: a dot. */
  structureDelimiter: Schema.NullOr(Schema.String),
  /** Of one archive, unpacked. */
  uncompressedBytesMax: Schema.Finite,
  /** Epoch milliseconds. */
  now: Schema.Finite
})
export type StageUpload = typeof StageUpload.Type

/** What becomes of a live import when its user decides something. `createNewKeys`: as the settings have it. */
const ImportChange = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("removeLanguage"),
    languageId: Schema.Finite,
    fileId: Schema.Finite,
    /** Epoch milliseconds. */
    now: Schema.Finite
  }),
  /** null: with no language of the project. */
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
  /** The settings have changed their mind about empty values. */
  Schema.Struct({ kind: Schema.Literal("setEmptyValues") }),
  /** Compared with the project as it is now. */
  Schema.Struct({ kind: Schema.Literal("refresh") }),
  Schema.Struct({
    kind: Schema.Literal("resolveAll"),
    languageId: Schema.Finite,
    isOverride: Schema.Boolean,
    facts: sentAs<ConflictFacts>()
  })
])
export type ImportChange = typeof ImportChange.Type

/** The live import of a user is applied. */
const ApplyStaged = Schema.Struct({ authority: ImportAuthority, forceMode: Schema.Literals(forceModes) })
export type ApplyStaged = typeof ApplyStaged.Type

/** How far an import is applied. */
const ApplyProgress = Schema.Struct({
  kind: Schema.Literal("progress"),
  status: Schema.Literals(["PREPARING_AND_VALIDATING", "STORING_KEYS", "STORING_TRANSLATIONS", "FINALIZING"]),
  /** null: not counted yet. */
  totalKeys: Schema.NullOr(Schema.Finite),
  importedKeys: Schema.NullOr(Schema.Finite)
})
export type ApplyProgress = typeof ApplyProgress.Type

const AppliedStaged = Schema.Struct({ kind: Schema.Literal("applied"), report: sentAs<ImportReport>() })
export type AppliedStaged = typeof AppliedStaged.Type

/** Files that are applied as soon as they are read. */
const SingleStepImport = Schema.Struct({
  authority: ImportAuthority,
  files: UploadedFiles,
  params: Schema.toType(SingleStepImportParams),
  /** Of one archive, unpacked. */
  uncompressedBytesMax: Schema.Finite
})
export type SingleStepImport = typeof SingleStepImport.Type

const ImportedFiles = Schema.Struct({
  unresolvedConflicts: sentAs<ReadonlyArray<ImportConflict>>(),
  report: sentAs<ImportReport>()
})

/** What becomes of the keys of a body, and the access that it needs. */
export type BodyOperation =
  | { readonly operation: "keys"; readonly access: ProjectAccess<"keys.create" | "translations.edit"> }
  | { readonly operation: "resolvable"; readonly access: ProjectAccess<"translations.view"> }
  | { readonly operation: "keysResolvable"; readonly access: ProjectAccess }

/** Unchecked keys in the body of a request. */
const ImportOfBody = Schema.Struct({
  operation: sentAs<BodyOperation>(),
  body: ReceivedJson,
  links: ImageLinks
})
export type ImportOfBody = typeof ImportOfBody.Type

/** What the client gets. */
const ImportedBody = Schema.Struct({
  /** JSON; null: nothing. */
  body: Schema.NullOr(SentBytes),
  /** What the header says was left out. */
  notices: Schema.String
})
export type ImportedBody = typeof ImportedBody.Type

const UploadMessage = Schema.Struct({
  code: Schema.Literals(["cannot_parse_file", "namespace_cannot_be_used_when_feature_is_disabled"]),
  params: sentAs<ReadonlyArray<Json>>()
})
export type UploadMessage = typeof UploadMessage.Type

const UploadNotice = Schema.Struct({
  /** null: the file was left out; then it has no lines either. */
  importFileId: Schema.NullOr(Schema.Finite),
  fileName: Schema.String,
  /** null: it concerns a part of the file rather than a key; so the next. */
  keyName: Schema.NullOr(Schema.String),
  languageName: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Schema.Finite),
  column: Schema.NullOr(Schema.Finite),
  message: Schema.String
})
export type UploadNotice = typeof UploadNotice.Type

/** What became of an upload. `importId` null: nothing was found in it, and nothing was kept. */
const StagedUpload = Schema.Struct({
  importId: Schema.NullOr(Schema.Finite),
  /** Texts that were understood in another way than a person may expect; the first ones. */
  notices: Schema.Array(UploadNotice),
  /** Of all. */
  noticeCount: Schema.Finite,
  errors: Schema.Array(UploadMessage),
  warnings: Schema.Array(UploadMessage)
})
export type StagedUpload = typeof StagedUpload.Type

const ChangeImport = Schema.Struct({
  owner: Schema.Struct({ projectId: Schema.Finite, userId: Schema.Finite }),
  change: ImportChange
})
export type ChangeImport = typeof ChangeImport.Type

const Commit = Schema.Struct({ projectId: Schema.Finite, deliveries: Schema.Finite })

/**
 * `change`: false when there is no such import any more. `erase`: removes the rows of imports that were deleted or never
 * finished. `commits`: what the other jobs commit, as long as the thread lives.
 */
export class ImportJobs extends RpcGroup.make(
  job("stage", StageUpload, StagedUpload, SentDomainError),
  job("importFiles", SingleStepImport, ImportedFiles, SentDomainError),
  job("importBody", ImportOfBody, ImportedBody, SentDomainError),
  streamingJob("applyStaged", ApplyStaged, Schema.Union([ApplyProgress, AppliedStaged]), SentDomainError),
  job("change", ChangeImport, Schema.Boolean),
  job("erase", Schema.Struct({ now: Schema.Finite }), Schema.Void),
  streamingJob("commits", Schema.Void, Commit)
) {}
