import { Schema } from "effect"
import { Id, Millis, table } from "../database/table.ts"

/** Scheduled backups: the one that runs, and what became of the last ones; and those that were made by hand. */
export const backupRunTable = table("backup_run", {
  id: Id,
  /** At most one row is `RUNNING`, over all servers. `MANUAL`: complete, and made by `dragoman backup`. */
  state: Schema.Literals(["RUNNING", "DONE", "FAILED", "MANUAL"]),
  /** Name of the host on which it is made. */
  host: Schema.String,
  startedAt: Millis,
  /** null: it runs. */
  finishedAt: Schema.NullOr(Millis),
  /** A server that has not renewed it by then counts as dead. */
  leasedUntil: Millis,
  /** Path on that host; null: there is none yet. */
  file: Schema.NullOr(Schema.String),
  bytes: Schema.NullOr(Schema.Number),
  /** Error of a failed backup, for operators. */
  error: Schema.NullOr(Schema.String),
  /** The copy in a bucket: its name there; null: there is none. */
  storedAs: Schema.NullOr(Schema.String),
  /** Why there is none; null: none was wanted, or it is there. */
  storeError: Schema.NullOr(Schema.String)
})
