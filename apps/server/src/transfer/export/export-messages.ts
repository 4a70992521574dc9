import type { TranslationState } from "@dragoman/domain/translation"
import type { ExportWarning, WriteOptions } from "@dragoman/formats"
import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job, SentDomainError, sentAs } from "../../platform/worker/worker-messages.ts"

/** The filters of the exported keys; null: no filter. */
export interface KeySelection {
  readonly keyIds: ReadonlyArray<number> | null
  readonly exceptKeyIds: ReadonlyArray<number>
  /** At least one of these tags; `*` matches any characters. */
  readonly tags: ReadonlyArray<string> | null
  readonly exceptTags: ReadonlyArray<string>
  /** `""`: any name. */
  readonly keyPrefix: string
  /** `""`: the default namespace. */
  readonly namespaces: ReadonlyArray<string> | null
}

/** Everything that determines the files of an export. */
export interface ExportJob {
  readonly projectId: number
  readonly languages: ReadonlyArray<ExportedLanguage>
  /** `id` null: the caller has no right to view its texts. */
  readonly baseLanguage: { readonly id: number | null; readonly tag: string }
  readonly keys: KeySelection
  /** null: all. `UNTRANSLATED` includes keys without a translation. */
  readonly states: ReadonlyArray<TranslationState> | null
  readonly format: string
  readonly template: string
  readonly options: WriteOptions
}

export interface ExportedLanguage {
  readonly id: number
  readonly tag: string
}

/** `output` null: only the warnings are needed. */
const ExportTask = Schema.Struct({
  job: sentAs<ExportJob>(),
  output: Schema.NullOr(Schema.Struct({ path: Schema.String, archive: Schema.Literals(["always", "unlessSingle"]) })),
  /** One flag: 1 = the client has disconnected. */
  cancelled: sentAs<Int32Array>()
})
export type ExportTask = typeof ExportTask.Type

/** The output file is complete; after an error there is none. */
const WrittenExport = Schema.Struct({
  /** Path of the only file, which is not in an archive; null: an archive. */
  singlePath: Schema.NullOr(Schema.String),
  bytes: Schema.Finite,
  /** The first ones; `warningCount` includes all. */
  warnings: sentAs<ReadonlyArray<ExportedWarning>>(),
  warningCount: Schema.Finite
})
export type WrittenExport = typeof WrittenExport.Type

export class ExportJobs extends RpcGroup.make(job("write", ExportTask, WrittenExport, SentDomainError)) {}

/** A warning, and the file of the export that it is about. */
export interface ExportedWarning extends ExportWarning {
  readonly languageTag: string
  /** `""`: the default namespace. */
  readonly namespace: string
}
