import { type BackupHistory, isBackupDue } from "@dragoman/domain/backup"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { pick, type Selected, select } from "../database/table.ts"
import { backupRunTable } from "../table/backup-tables.ts"

const row = select(backupRunTable.as())
const doneTimes = select(pick(backupRunTable.as(), "startedAt"))

/** A scheduled backup. */
export type BackupRun = Selected<typeof row>

/** Results of the last scheduled backups; null: there is none. */
export interface BackupRuns {
  readonly lastFinished: BackupRun | null
  readonly lastDone: BackupRun | null
  /** Made by `dragoman backup`. */
  readonly lastManual: BackupRun | null
  /** The last one with a copy in a bucket. */
  readonly lastStored: BackupRun | null
}

/** Rows that stay: a year of daily backups. */
const rowsKept = 400

/** Scheduled backups of all servers. Writes belong into a transaction. */
export class BackupRunRepository extends Context.Service<
  BackupRunRepository,
  {
    /**
     * Begins a backup when one is due and no server makes one; its id. Until `leasedUntil` no other begins. Times: epoch
     * milliseconds.
     */
    readonly begin: (options: {
      readonly now: number
      readonly leasedUntil: number
      readonly intervalMillis: number
      readonly host: string
    }) => Effect.Effect<Option.Option<number>>
    readonly renew: (id: number, leasedUntil: number) => Effect.Effect<void>
    readonly finish: (
      id: number,
      result: Pick<BackupRun, "state" | "finishedAt" | "file" | "bytes" | "error" | "storedAs" | "storeError">
    ) => Effect.Effect<void>
    /** A complete backup that an operator has made. It puts off no scheduled one. */
    readonly recordManual: (
      backup: Pick<BackupRun, "host" | "startedAt" | "finishedAt" | "file" | "bytes">
    ) => Effect.Effect<void>
    readonly listLast: Effect.Effect<BackupRuns>
  }
>()("@dragoman/store/backup/BackupRunRepository") {
  static readonly layer = Layer.effect(
    BackupRunRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const findLast = (condition: string, order = "id DESC") =>
        Effect.map(
          row.first(
            sql`SELECT ${row.columns} FROM backup_run WHERE ${sql.literal(condition)} ORDER BY ${sql.literal(order)} LIMIT 1`
          ),
          Option.getOrNull
        )
      const lastStart = (state: "DONE" | "FAILED") =>
        Effect.map(
          doneTimes.first(
            sql`SELECT ${doneTimes.columns} FROM backup_run WHERE state = ${state} ORDER BY id DESC LIMIT 1`
          ),
          (found) => Option.getOrNull(Option.map(found, ({ startedAt }) => startedAt))
        )
      return BackupRunRepository.of({
        begin: Effect.fnUntraced(function* ({ now, leasedUntil, intervalMillis, host }) {
          yield* sql`
            UPDATE backup_run SET state = 'FAILED', finished_at = ${now}, error = 'The server ended while it made the backup.'
            WHERE state = 'RUNNING' AND leased_until < ${now}`
          const values = { state: "RUNNING" as const, host, startedAt: now, leasedUntil }
          // Waits for a server that is just doing the same; only then it is known whether a backup is still due.
          const [inserted] = yield* sql<{ id: number }>`
            ${backupRunTable.insert(sql, [values])} ON CONFLICT (state) WHERE state = 'RUNNING' DO NOTHING RETURNING id`
          if (inserted === undefined) return Option.none()
          const history: BackupHistory = { doneAt: yield* lastStart("DONE"), failedAt: yield* lastStart("FAILED") }
          if (isBackupDue(history, intervalMillis, now)) return Option.some(inserted.id)
          yield* sql`DELETE FROM backup_run WHERE id = ${inserted.id}`
          return Option.none()
        }, Effect.orDie),
        renew: Effect.fnUntraced(function* (id, leasedUntil) {
          yield* sql`UPDATE backup_run SET leased_until = ${leasedUntil} WHERE id = ${id} AND state = 'RUNNING'`
        }, Effect.orDie),
        finish: Effect.fnUntraced(function* (id, result) {
          yield* backupRunTable.update(sql, [{ id, ...result }])
          yield* sql`DELETE FROM backup_run WHERE id <= ${id - rowsKept} AND state <> 'RUNNING'`
        }, Effect.orDie),
        recordManual: Effect.fnUntraced(function* (backup) {
          yield* backupRunTable.insert(sql, [{ ...backup, state: "MANUAL" as const, leasedUntil: backup.startedAt }])
          yield* sql`
            DELETE FROM backup_run WHERE state = 'MANUAL' AND id <= (SELECT MAX(id) FROM backup_run) - ${rowsKept}`
        }, Effect.orDie),
        listLast: Effect.gen(function* () {
          return {
            lastFinished: yield* findLast("state IN ('DONE', 'FAILED')"),
            lastDone: yield* findLast("state = 'DONE'"),
            lastManual: yield* findLast("state = 'MANUAL'"),
            lastStored: yield* findLast("state = 'DONE' AND stored_as IS NOT NULL")
          }
        }).pipe(Effect.orDie)
      })
    })
  )
}
