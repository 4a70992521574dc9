import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readTables } from "../copy/copied-tables.ts"
import { readLastIds, writeLastIds } from "../copy/sequences.ts"
import { backupManifestTable } from "../migration/own-tables.ts"
import { backupRunTable } from "../table/backup-tables.ts"

/**
 * Ids of revisions are those of events, and the ETags of lists. The server that was lost gave out more of them after the
 * backup, which clients have seen: the next one is far behind these.
 */
const revisionGap = 1_000_000

const revisionTable = "activity_revision"

/** Erases from a restored database the state of the one that was backed up. Belongs into a transaction. */
export const settleRestored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* readTables
  const revisions = tables.filter(({ name }) => name === revisionTable)
  const lastIds = yield* readLastIds(sql, revisions)
  yield* writeLastIds(sql, revisions, new Map([[revisionTable, (lastIds.get(revisionTable) ?? 0) + revisionGap]]))
  // The backup was made while it was itself under way.
  if (tables.some(({ name }) => name === backupRunTable.name)) {
    yield* sql`DELETE FROM backup_run WHERE state = 'RUNNING'`
  }
  yield* sql.unsafe(`DROP TABLE IF EXISTS ${backupManifestTable}`)
}).pipe(Effect.orDie)
