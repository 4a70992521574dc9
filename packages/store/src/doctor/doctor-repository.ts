import type { DatabaseContent, RowFacts } from "@dragoman/domain/doctor"
import { Cause, Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { BackupRunRepository } from "../backup/backup-run-repository.ts"
import { makeSecretColumns, webhookSecretPlace } from "../encryption/secret-columns.ts"
import { checkIsFree } from "../migration/migrate.ts"
import { readAppliedMigrations, worksWith } from "../migration/migration-log.ts"
import { schemaVersion } from "../migration/migrations.ts"
import { readSearchIndexState, type SearchIndexState } from "../search-index/search-index-repository.ts"
import { type IntegrityOptions, readIntegrity } from "./read-integrity.ts"
import { readMemoryIndex } from "./read-memory-index.ts"
import { readRows } from "./read-rows.ts"
import { readEngine, readSequencesBehind, readSpace } from "./read-space.ts"

/**
 * Facts for operators about a database of any schema, however damaged it is. Only reads.
 * `readContent` reads every page of a SQLite file: it does not belong on the thread that serves requests.
 */
export class DoctorRepository extends Context.Service<
  DoctorRepository,
  {
    /** A part that cannot be read is named in `unreadable`. A defect: nothing can be read. */
    readonly readContent: (options: IntegrityOptions) => Effect.Effect<DatabaseContent>
    /** Different hosts of enabled webhook configurations, at most so many. A defect: a secret cannot be decrypted. */
    readonly listWebhookHosts: (max: number) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@dragoman/store/doctor/DoctorRepository") {
  static readonly layer = Layer.effect(
    DoctorRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* makeSecretColumns
      const backupRuns = yield* BackupRunRepository
      return DoctorRepository.of({
        readContent: Effect.fnUntraced(
          function* (options) {
            const unreadable: Array<DatabaseContent["unreadable"][number]> = []
            const read = <A, E>(
              part: string,
              absent: A,
              effect: Effect.Effect<A, E, SqlClient.SqlClient | BackupRunRepository>
            ) =>
              Effect.catchCause(effect, (cause) => {
                if (Cause.hasInterrupts(cause)) return Effect.interrupt
                unreadable.push({ part, problem: describeCause(cause) })
                return Effect.succeed(absent)
              })
            const engine = yield* Effect.orDie(readEngine)
            // The first look at the file itself.
            const schema = yield* readSchemaFacts
            // Before the long part, so that the newest row is of now.
            const rows =
              schema.version === schemaVersion ? yield* read<RowFacts | null, unknown>("rows", null, readRows) : null
            const comparesMemory = schema.version === schemaVersion && options.thoroughness === "thorough"
            const content: DatabaseContent = {
              ...engine,
              schema,
              rows,
              space: yield* read(
                "sizes",
                { sizeBytes: 0, freeBytes: null, logBytes: null, deadRows: [], oldestTransactionAt: null },
                readSpace
              ),
              sequencesBehind: yield* read("sequences", [], readSequencesBehind),
              integrity: yield* read(
                "integrity",
                { problems: [], brokenReferences: [], invalidIndexes: [], unchecked: [] },
                readIntegrity(options)
              ),
              memoryIndex: comparesMemory ? yield* read("memory index", null, readMemoryIndex) : null,
              lacksSearchExtension:
                schema.version === schemaVersion &&
                (yield* read<SearchIndexState, unknown>("search index", "ready", readSearchIndexState)) ===
                  "impossible",
              unreadable
            }
            return content
          },
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.provideService(BackupRunRepository, backupRuns)
        ),

        listWebhookHosts: Effect.fnUntraced(function* (max) {
          const rows = yield* sql<{ id: number; url: string }>`
            SELECT w.id, w.url FROM webhook_configuration w JOIN project p ON p.id = w.project_id
            WHERE w.enabled = 1 AND w.deleted_at IS NULL AND p.deleted_at IS NULL ORDER BY w.id`
          const hosts = new Set<string>()
          for (const { id, url: stored } of rows) {
            const url = secrets.open(webhookSecretPlace(id, "url"), stored)
            if (URL.canParse(url) && hosts.size < max) hosts.add(new URL(url).hostname)
          }
          return [...hosts]
        }, Effect.orDie)
      })
    })
  ).pipe(Layer.provide(BackupRunRepository.layer))
}

const readSchemaFacts = Effect.gen(function* () {
  const applied = yield* readAppliedMigrations
  const version = applied.at(-1)?.version ?? 0
  const none = { version, works: worksWith(applied, schemaVersion), isUnfinished: false, isForeign: false }
  if (version > 0) return none
  return yield* checkIsFree.pipe(
    Effect.as(none),
    Effect.catchTags({
      DatabaseUnfinished: () => Effect.succeed({ ...none, isUnfinished: true }),
      DatabaseOfAnotherProgram: () => Effect.succeed({ ...none, isForeign: true })
    })
  )
})

/** The sentence of the database, without a full stop. */
const describeCause = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const inner = SqlError.isSqlError(error) ? error.reason.cause : error
  return (inner instanceof Error ? inner.message : String(inner)).replace(/\.$/, "")
}
