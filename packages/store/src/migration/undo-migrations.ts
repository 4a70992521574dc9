import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dropConversion, readContentForm } from "../database/content-form.ts"
import { retryLocked } from "../database/retry-locked.ts"
import type { ColumnTypes, Migration } from "./migration.ts"
import { lockSchema } from "./migration-locks.ts"
import { type AppliedMigration, columnTypes, isPostgres, readAppliedMigrations } from "./migration-log.ts"
import { migrations } from "./migrations.ts"

/** The database has never been at this schema version, or is at an older one. */
export class SchemaVersionUnknown extends Data.TaggedError("SchemaVersionUnknown")<{
  readonly wanted: number
  /** Versions that the database can go back to, newest first. */
  readonly versions: ReadonlyArray<number>
}> {}

/** A migration that no program can undo: only its copy leads back. */
export class MigrationNotUndoable extends Data.TaggedError("MigrationNotUndoable")<{
  readonly version: number
  readonly name: string
}> {}

/** Keys and translations lie in partitions, which older schemas do not have. */
export class ContentPartitioned extends Data.TaggedError("ContentPartitioned")<object> {}

export interface UndoStep {
  readonly version: number
  readonly name: string
  readonly loses: string | null
  readonly statements: ReadonlyArray<string>
}

/**
 * Lists the migrations to undo for a schema version, newest first. A migration that this program does not know is undone as the
 * program that applied it has written down. `to`: null for the version before the newest one.
 */
const planUndo = (
  applied: ReadonlyArray<AppliedMigration>,
  to: number | null,
  types: ColumnTypes,
  steps: ReadonlyArray<Migration> = migrations
): { readonly to: number; readonly steps: ReadonlyArray<UndoStep> } | SchemaVersionUnknown | MigrationNotUndoable => {
  const versions = applied.map(({ version }) => version).toReversed()
  const wanted = to ?? versions[1]
  if (wanted === undefined || !versions.slice(1).includes(wanted)) {
    return new SchemaVersionUnknown({ wanted: wanted ?? 0, versions: versions.slice(1) })
  }
  const undone: Array<UndoStep> = []
  for (const { version, name, undo, loses } of applied.toReversed()) {
    if (version <= wanted) break
    const known = steps.find((step) => step.version === version)
    const statements = known === undefined ? undo : (known.undo?.statements(types) ?? null)
    if (statements === null) return new MigrationNotUndoable({ version, name })
    undone.push({ version, name, statements, loses: known === undefined ? loses : (known.undo?.loses ?? null) })
  }
  return { to: wanted, steps: undone }
}

/** `planUndo` of the open database. */
export const readUndo = Effect.fnUntraced(function* (to: number | null, steps: ReadonlyArray<Migration> = migrations) {
  const plan = planUndo(yield* readAppliedMigrations, to, yield* columnTypes, steps)
  return "_tag" in plan ? yield* plan : plan
})

/** Ends an unfinished conversion too. Belongs into the transaction that changes the schema. */
export const requirePlainContent = Effect.gen(function* () {
  if (!(yield* isPostgres)) return
  if ((yield* readContentForm) === "partitioned") return yield* new ContentPartitioned()
  yield* dropConversion
})

/**
 * Undoes the newest migrations down to a schema version, all in one transaction: what was written since stays, as far as the older
 * schema has a place for it. No program that needs the newer one may run. Returns what was undone.
 */
export const undoMigrations = Effect.fnUntraced(function* (
  to: number | null,
  steps: ReadonlyArray<Migration> = migrations
) {
  const sql = yield* SqlClient.SqlClient
  const transaction = Effect.gen(function* () {
    yield* lockSchema
    const plan = yield* readUndo(to, steps)
    yield* requirePlainContent
    for (const { version, statements } of plan.steps) {
      for (const statement of statements) yield* sql.unsafe(statement)
      yield* sql`DELETE FROM schema_migration WHERE version = ${version}`
    }
    return plan
  })
  return yield* retryLocked(sql.withTransaction(transaction)).pipe(Effect.catchTag("SqlError", Effect.die))
})
