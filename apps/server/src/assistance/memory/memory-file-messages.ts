import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job, SentDomainError } from "../../platform/worker/worker-messages.ts"
import { SentViewableTexts } from "./memory-entry-queries.ts"

/** An uploaded file with its name for errors. */
const CheckMemoryFile = Schema.Struct({ path: Schema.String, name: Schema.String })
export type CheckMemoryFile = typeof CheckMemoryFile.Type

const ImportMemoryFile = Schema.Struct({
  path: Schema.String,
  organizationId: Schema.Finite,
  memoryId: Schema.Finite,
  userId: Schema.Finite,
  overrideExisting: Schema.Boolean,
  /** Epoch milliseconds. */
  now: Schema.Finite
})
export type ImportMemoryFile = typeof ImportMemoryFile.Type

/** Units of the file, each counted once. */
const ImportedUnits = Schema.Struct({ created: Schema.Finite, updated: Schema.Finite, skipped: Schema.Finite })
export type ImportedUnits = typeof ImportedUnits.Type

const ExportMemory = Schema.Struct({
  path: Schema.String,
  memoryId: Schema.Finite,
  sourceLanguageTag: Schema.String,
  viewable: SentViewableTexts
})
export type ExportMemory = typeof ExportMemory.Type

export class MemoryFileJobs extends RpcGroup.make(
  job("check", CheckMemoryFile, Schema.Finite, SentDomainError),
  job("importFile", ImportMemoryFile, ImportedUnits, SentDomainError),
  job("exportMemory", ExportMemory, Schema.Void)
) {}
