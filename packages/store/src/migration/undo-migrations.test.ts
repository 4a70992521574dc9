import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emptyPostgres, emptySqlite, PostgresServer } from "../testing/engines.ts"
import { fillTables, readAllRows } from "../testing/fill-tables.ts"
import { type CatalogueTable, readSchema } from "../testing/read-schema.ts"
import { branch } from "./0048-branch.ts"
import { migrate } from "./migrate.ts"
import type { Migration } from "./migration.ts"
import { currentVersion, readAppliedMigrations } from "./migration-log.ts"
import { migrations, schemaVersion } from "./migrations.ts"
import { readUndo, undoMigrations } from "./undo-migrations.ts"

const beforeFirst = () => Effect.void

/** The log of migrations has its columns in the catalogue too. */
const logShape = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT * FROM schema_migration ORDER BY version LIMIT 1`
  return Object.keys(rows[0] ?? {}).toSorted()
})

/** Tables that the way back to a schema version fills or empties. */
const movedBelow: Readonly<Record<number, ReadonlyArray<string>>> = {
  // Rows of branches are gone: a test of its own.
  47: [
    "activity_described_entity",
    "activity_modified_entity",
    "activity_revision",
    "import",
    "import_file",
    "import_file_issue",
    "import_key",
    "import_language",
    "import_translation",
    "key_neighbour",
    "key_tag",
    "memory_key",
    "memory_pending",
    "namespace",
    "quality_issue",
    "screenshot_reference",
    "stale_check",
    "tag",
    "translation",
    "translation_comment",
    "translation_format_data",
    "translation_key",
    "translation_label",
    "translation_suggestion"
  ],
  // Imports and settings of project API keys are gone.
  26: [
    "import",
    "import_file",
    "import_file_issue",
    "import_key",
    "import_language",
    "import_settings",
    "import_translation"
  ],
  // The last attempts are rows again: a test of its own.
  11: ["delivery_attempt"],
  // Configurations that are being deleted are gone, with their deliveries.
  3: ["webhook_configuration", "delivery", "delivery_attempt", "delivery_content"]
}

/** Names of what lies in the schema beside tables. */
const functionNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql<{ name: string }>`SELECT proname AS name FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace ORDER BY 1`,
    orElse: () => Effect.succeed([])
  })
  return rows.map(({ name }) => name)
})

const readAll = Effect.all({ tables: readSchema, log: logShape, functions: functionNames })

/** Keeps the rows that both have in common: the older schema has no place for the rest. */
const within = (
  rows: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>,
  tables: ReadonlyArray<CatalogueTable>
) =>
  Object.fromEntries(
    tables.map(({ name, columns }) => {
      const fields = columns.map((column) => column.name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase()))
      const kept = (rows[name] ?? []).map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])))
      return [name, kept]
    })
  )

/** A migration that this program does not know, as a newer one writes it into the log. */
const later = (version: number, extra: Partial<Migration>): Migration => ({
  version,
  name: `later ${version}`,
  statements: ({ integer }) => [`CREATE TABLE later_${version} (id ${integer})`],
  undo: { loses: "everything later", statements: () => [`DROP TABLE later_${version}`] },
  ...extra
})

/** The whole schema is read after each of all migrations, twice. */
const undoTimeoutMillis = 300_000

layer(PostgresServer.layer, { timeout: "60 seconds" })("the way back", (it) => {
  describe.each([
    ["SQLite", emptySqlite],
    ["PostgreSQL", emptyPostgres]
  ] as const)("on %s", (engine, database) => {
    it.effect(
      "of each migration leads to the schema of before, and keeps every row that it can hold",
      () =>
        Effect.gen(function* () {
          const connect = yield* database
          yield* Effect.gen(function* () {
            const schemas = new Map<number, Effect.Success<typeof readAll>>()
            for (const [index, { version }] of migrations.entries()) {
              yield* migrate({ now: version, beforeFirst, steps: migrations.slice(0, index + 1) })
              schemas.set(version, yield* readAll)
            }
            yield* fillTables
            let rows = yield* readAllRows
            for (const { version } of migrations.slice(0, -1).toReversed()) {
              const { to } = yield* undoMigrations(null)
              assert.strictEqual(to, version)
              const found = yield* readAll
              assert.deepStrictEqual(found, schemas.get(version), `schema ${version}`)
              const left = yield* readAllRows
              const moved = movedBelow[version] ?? []
              const [expected, actual] = [within(rows, found.tables), { ...left }]
              for (const table of moved) {
                delete expected[table]
                Reflect.deleteProperty(actual, table)
              }
              assert.deepStrictEqual(actual, expected, `rows of schema ${version}`)
              rows = left
            }
            // And forwards again, with these rows.
            yield* migrate({ now: 99, beforeFirst })
            assert.deepStrictEqual(yield* readAll, schemas.get(schemaVersion))
          }).pipe(Effect.provide(connect()))
        }).pipe(Effect.scoped),
      { timeout: undoTimeoutMillis, tags: engine === "SQLite" ? [] : ["exhaustive"] }
    )

    it.effect("of branches erases their keys, imports and activity, and nothing of the default branch", () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate({ now: 1, beforeFirst })
          yield* sql.withTransaction(
            Effect.gen(function* () {
              const named = { created_at: 0, name: "n", slug: "n" }
              yield* sql`INSERT INTO organization ${sql.insert({ id: 1, ...named })}`
              yield* sql`INSERT INTO project ${sql.insert({ id: 1, organization_id: 1, ...named })}`
              yield* sql`INSERT INTO user_account ${sql.insert({ id: 1, username: "u", name: "u", created_at: 0 })}`
              for (const branch_id of [null, 2]) {
                const [id, place] = [branch_id ?? 1, { project_id: 1, branch_id, created_at: 0 }]
                yield* sql`INSERT INTO namespace ${sql.insert({ id, project_id: 1, name: `n${id}` })}`
                yield* sql`INSERT INTO tag ${sql.insert({ id, project_id: 1, name: `t${id}` })}`
                yield* sql`INSERT INTO translation_key ${sql.insert({ id, ...place, name: "k", namespace_id: id })}`
                yield* sql`INSERT INTO key_tag ${sql.insert({ project_id: 1, key_id: id, tag_id: id })}`
                yield* sql`INSERT INTO import ${sql.insert({ id, ...place, user_id: 1 })}`
                yield* sql`INSERT INTO activity_revision ${sql.insert({ id, ...place, type: "CREATE_KEY" })}`
              }
              for (const [id, type] of [
                [3, "BRANCH_RENAME"],
                [4, "BRANCH_MERGE"]
              ] as const) {
                yield* sql`INSERT INTO activity_revision ${sql.insert({ id, project_id: 1, type, created_at: 0 })}`
              }
            })
          )
          yield* undoMigrations(branch.version - 1)
          const left = yield* Effect.forEach(
            ["translation_key", "namespace", "tag", "key_tag", "import", "activity_revision"],
            Effect.fnUntraced(function* (table) {
              const column = sql.literal(table === "key_tag" ? "key_id" : "id")
              const rows = yield* sql<{ id: number }>`SELECT ${column} AS id FROM ${sql(table)} ORDER BY 1`
              return rows.map(({ id }) => id)
            })
          )
          assert.deepStrictEqual(left, [[1], [1], [1], [1], [1], [1, 4]])
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )

    it.effect("of a migration that only a newer program knows is in the database", () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          yield* migrate({ now: 1, beforeFirst })
          const before = yield* readAll
          const next = [schemaVersion + 1, schemaVersion + 2].map((version) => later(version, {}))
          yield* migrate({ now: 2, beforeFirst, steps: [...migrations, ...next] })
          const plan = yield* readUndo(schemaVersion)
          assert.deepStrictEqual(
            plan.steps.map(({ version, loses }) => [version, loses]),
            [
              [schemaVersion + 2, "everything later"],
              [schemaVersion + 1, "everything later"]
            ]
          )
          yield* undoMigrations(schemaVersion)
          assert.strictEqual(yield* currentVersion, schemaVersion)
          assert.deepStrictEqual(yield* readAll, before)
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )

    it.effect("ends before a migration without one, and nothing is undone", () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const next = [later(schemaVersion + 1, { undo: null }), later(schemaVersion + 2, {})]
          yield* migrate({ now: 2, beforeFirst, steps: [...migrations, ...next] })
          const error = yield* Effect.flip(undoMigrations(schemaVersion))
          assert.deepInclude(error, { _tag: "MigrationNotUndoable", version: schemaVersion + 1 })
          const unknown = yield* Effect.flip(undoMigrations(schemaVersion + 9))
          assert.deepInclude(unknown, { _tag: "SchemaVersionUnknown", wanted: schemaVersion + 9 })
          assert.strictEqual(yield* currentVersion, schemaVersion + 2)
          yield* undoMigrations(null)
          assert.strictEqual(yield* currentVersion, schemaVersion + 1)
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )

    it.effect("is not needed for a program that the newer schema works with", () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const compatible = later(schemaVersion + 1, { oldestProgram: schemaVersion })
          yield* migrate({ now: 1, beforeFirst, steps: [...migrations, compatible] })
          const newer = { from: schemaVersion + 1, to: schemaVersion + 1 }
          assert.deepStrictEqual(yield* migrate({ now: 2, beforeFirst: () => Effect.die("no copy") }), newer)
          // The oldest program of all migrations counts, not that of the last one.
          const steps = [...migrations, compatible, later(schemaVersion + 2, {})]
          const last = later(schemaVersion + 3, { oldestProgram: schemaVersion })
          yield* migrate({ now: 3, beforeFirst, steps: [...steps, last] })
          const error = yield* Effect.flip(migrate({ now: 4, beforeFirst }))
          assert.deepInclude(error, { _tag: "DatabaseTooNew", databaseVersion: schemaVersion + 3 })
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )

    it.effect("is written into the log for migrations of programs that did not write it", () =>
      Effect.gen(function* () {
        const connect = yield* database
        yield* Effect.gen(function* () {
          const older = migrations.filter(({ version }) => version < 23)
          yield* migrate({ now: 1, beforeFirst, steps: older })
          assert.isTrue((yield* readAppliedMigrations).every(({ undo }) => undo === null))
          yield* migrate({ now: 2, beforeFirst })
          const applied = yield* readAppliedMigrations
          assert.deepStrictEqual(
            applied.filter(({ undo }) => undo === null).map(({ version }) => version),
            [1]
          )
        }).pipe(Effect.provide(connect()))
      }).pipe(Effect.scoped)
    )
  })
})
