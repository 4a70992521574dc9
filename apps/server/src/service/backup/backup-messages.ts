import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { DatabaseWorkerData, job } from "../../platform/worker/worker-messages.ts"

/** The data of the thread that makes scheduled backups. */
export const BackupWorkerData = Schema.Struct({
  database: DatabaseWorkerData.fields.database,
  /** Encryption keys, the present one first; empty: backups are not authenticated. */
  encryptionKeys: Schema.Array(Schema.Struct({ id: Schema.String, bytes: Schema.Uint8Array })),
  folder: Schema.String,
  keep: Schema.Number,
  /** The bucket; null: backups stay in the folder alone. */
  bucket: Schema.NullOr(
    Schema.Struct({
      endpoint: Schema.String,
      bucket: Schema.String,
      prefix: Schema.String,
      region: Schema.String,
      accessKeyId: Schema.String,
      secretAccessKey: Schema.String
    })
  ),
  keepInBucket: Schema.Number
})

/** The result of a scheduled backup. */
const MadeBackup = Schema.Struct({
  /** The file; null: no backup was made. */
  file: Schema.NullOr(Schema.String),
  bytes: Schema.NullOr(Schema.Finite),
  /** The reason as a sentence; null: a backup was made. */
  error: Schema.NullOr(Schema.String),
  /** Address of the copy; null: there is none. */
  storedAs: Schema.NullOr(Schema.String),
  /** The reason why there is no copy, or why older ones could not be removed. */
  storeError: Schema.NullOr(Schema.String)
})

export type MadeBackup = typeof MadeBackup.Type

/** `at`: epoch milliseconds. */
export const BackupJobs = RpcGroup.make(job("makeBackup", Schema.Struct({ at: Schema.Finite }), MadeBackup))
