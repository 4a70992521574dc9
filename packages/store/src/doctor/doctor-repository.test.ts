import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import BetterSqlite3 from "better-sqlite3"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { BackupRunRepository } from "../backup/backup-run-repository.ts"
import { Database } from "../database/database.ts"
import { layerSqlite } from "../database/sqlite.ts"
import { schemaVersion } from "../migration/migrations.ts"
import { layerTestPostgres, layerTestSqlite, temporaryFolder } from "../testing/engines.ts"
import { layerProjectFixture } from "../testing/project-fixture.ts"
import { DoctorRepository } from "./doctor-repository.ts"

const thorough = { thoroughness: "thorough", until: Number.POSITIVE_INFINITY } as const

for (const [engine, layerTest] of [
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const) {
  const layerFixture = Layer.mergeAll(DoctorRepository.layer, BackupRunRepository.layer).pipe(
    Layer.provideMerge(layerProjectFixture(layerTest))
  )
  layer(layerFixture, { timeout: "60 seconds" })(`the facts for the doctor on ${engine}`, (it) => {
    it.effect("are those of a whole database with the schema of the program", () =>
      Effect.gen(function* () {
        const { readContent } = yield* DoctorRepository
        const content = yield* readContent(thorough)
        assert.deepStrictEqual(content.unreadable, [])
        assert.deepStrictEqual(content.schema, {
          version: schemaVersion,
          works: true,
          isUnfinished: false,
          isForeign: false
        })
        assert.deepStrictEqual(content.integrity, {
          problems: [],
          brokenReferences: [],
          invalidIndexes: [],
          unchecked: []
        })
        assert.deepStrictEqual(content.sequencesBehind, [])
        assert.isAbove(content.space.sizeBytes, 10_000)
        assert.isFalse(content.isReadOnly)
        assert.match(content.engineVersion, /^\d+\.\d+/)
        assert.strictEqual(content.connections === null, engine === "SQLite")
        assert.strictEqual(content.clockAheadMillis === null, engine === "SQLite")
        assert.isNull(content.memoryIndex)
        assert.isFalse(content.lacksSearchExtension)
        assert.isNull(content.rows?.encryptionKeyId)
        assert.isNull(content.rows?.backups.lastDoneAt)
      })
    )

    it.effect("compare the index of the memory with the texts, without those that wait for it", () =>
      Effect.gen(function* () {
        const { readContent } = yield* DoctorRepository
        const { transaction } = yield* Database
        const sql = yield* SqlClient.SqlClient
        const write = (...statements: ReadonlyArray<Effect.Effect<unknown, unknown>>) =>
          transaction(Effect.orDie(Effect.all(statements, { discard: true })))
        const insert = (table: string, row: Readonly<Record<string, unknown>>) =>
          sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`
        const created_at = 0
        const project_id = 900
        yield* write(
          insert("project", { id: project_id, name: "Memory", slug: "memory", organization_id: 1, created_at }),
          insert("language", { id: 900, project_id, tag: "en", name: "English", created_at }),
          sql`UPDATE project SET base_language_id = 900 WHERE id = ${project_id}`,
          insert("memory_index", { id: 900, organization_id: 1, language_tag: "en" }),
          ...[901, 902, 903].flatMap((id) => [
            insert("translation_key", { id, project_id, name: `key ${id}`, created_at }),
            insert("translation", {
              project_id,
              key_id: id,
              language_id: 900,
              text: `text ${id}`,
              state: "TRANSLATED"
            }),
            insert("memory_source", { id, index_id: 900, digest: `${id}`, text: `text ${id}` }),
            insert("memory_key", { key_id: id, source_id: id })
          ])
        )
        const compared = Effect.map(readContent(thorough), ({ memoryIndex }) => memoryIndex)
        assert.deepStrictEqual(yield* compared, { missing: 0, surplus: 0 })
        yield* write(
          sql`DELETE FROM memory_key WHERE key_id = 901`,
          sql`UPDATE translation SET text = 'other' WHERE key_id IN (902, 903)`,
          insert("memory_pending", { key_id: 903 })
        )
        assert.deepStrictEqual(yield* compared, { missing: 2, surplus: 1 })
        assert.isNull((yield* readContent({ thoroughness: "quick", until: -1 })).memoryIndex)
        yield* write(
          sql`DELETE FROM memory_index`,
          sql`DELETE FROM translation_key WHERE project_id = ${project_id}`,
          sql`UPDATE project SET base_language_id = NULL WHERE id = ${project_id}`,
          sql`DELETE FROM language WHERE project_id = ${project_id}`,
          sql`DELETE FROM project WHERE id = ${project_id}`
        )
        assert.isNull(yield* compared)
      })
    )

    it.effect("have the hosts of webhooks, those that fail, and deliveries that are late", () =>
      Effect.gen(function* () {
        const { readContent, listWebhookHosts } = yield* DoctorRepository
        const { transaction } = yield* Database
        const sql = yield* SqlClient.SqlClient
        yield* TestClock.adjust("1 second")
        const name = "Shop"
        const [{ id: projectId } = { id: 0 }] = yield* transaction(
          sql<{
            id: number
          }>`INSERT INTO project ${sql.insert({ name, slug: "shop", organization_id: 1, created_at: 0 })} RETURNING id`
        )
        const insert = (url: string, change: Readonly<Record<string, number>>) =>
          transaction(
            Effect.map(
              sql<{ id: number }>`INSERT INTO webhook_configuration ${sql.insert({
                project_id: projectId,
                url,
                secret: "s",
                enabled: 1,
                auto_disabled: 0,
                created_at: 1,
                ...change
              })} RETURNING id`,
              ([row]) => row?.id ?? 0
            )
          )
        const working = yield* insert("https://one.example.org/a", {})
        yield* insert("https://one.example.org/b", { deleted_at: 5 })
        const failing = yield* insert("https://two.example.org:8443/", { first_failed_at: 7 })
        const disabled = yield* insert("https://three.example.org/", { enabled: 0, auto_disabled: 1 })
        const [{ id: revisionId } = { id: 0 }] = yield* transaction(
          sql<{ id: number }>`INSERT INTO activity_revision ${sql.insert({
            project_id: projectId,
            type: "CREATE_LANGUAGE",
            created_at: 1_000
          })} RETURNING id`
        )
        yield* transaction(
          Effect.forEach(
            [
              // A new one, and one that was just made due again.
              { id: working, next_attempt_at: 0, created_at: 9 },
              { id: working, next_attempt_at: -1, created_at: 3 },
              { id: disabled, next_attempt_at: 8, created_at: 8 }
            ],
            ({ id, ...times }, place) =>
              sql`INSERT INTO delivery ${sql.insert({
                message_id: `m${place}`,
                webhook_configuration_id: id,
                revision_id: revisionId,
                state: "PENDING",
                attempt_count: 0,
                ...times
              })}`
          )
        )
        assert.deepStrictEqual(yield* listWebhookHosts(10), ["one.example.org", "two.example.org"])
        assert.deepStrictEqual(yield* listWebhookHosts(1), ["one.example.org"])
        const { rows } = yield* readContent({ thoroughness: "quick", until: -1 })
        const named = { project: name, projectId }
        assert.deepStrictEqual(rows?.webhooks, {
          disabled: [{ id: disabled, ...named }],
          failing: [{ id: failing, ...named, since: 7 }],
          lateSince: 9,
          lateCount: 2
        })
        assert.deepStrictEqual(rows?.newest, { table: "activity_revision", at: 1_000 })
      })
    )

    it.effect("have branches that are not complete, and count keys whose branch has no row", () =>
      Effect.gen(function* () {
        const { readContent } = yield* DoctorRepository
        const { transaction } = yield* Database
        const sql = yield* SqlClient.SqlClient
        const branches = Effect.map(readContent({ thoroughness: "quick", until: -1 }), ({ rows }) => rows?.branches)
        assert.deepStrictEqual(yield* branches, { unfinished: [], keysWithout: 0 })
        const insert = (table: string, row: Readonly<Record<string, unknown>>) =>
          transaction(sql`INSERT INTO ${sql(table)} ${sql.insert({ created_at: 5, ...row })}`)
        const project_id = 950
        yield* insert("project", { id: project_id, name: "Branches", slug: "branches", organization_id: 1 })
        const branch = { project_id, name: "half", state: "CREATING", leased_until: 7 }
        yield* insert("branch", { id: 950, ...branch })
        yield* insert("branch", { id: 951, ...branch, name: "whole", state: "READY", leased_until: null })
        for (const branch_id of [null, 950, 951, 952]) {
          yield* insert("translation_key", { project_id, name: "k", branch_id })
        }
        assert.deepStrictEqual(yield* branches, {
          unfinished: [{ name: "half", project: "Branches", since: 7 }],
          keysWithout: 1
        })
        yield* transaction(sql`DELETE FROM translation_key WHERE project_id = ${project_id}`)
        yield* transaction(sql`DELETE FROM project WHERE id = ${project_id}`)
      })
    )

    it.effect("know backups that were made by hand, which put off no scheduled one", () =>
      Effect.gen(function* () {
        const { readContent } = yield* DoctorRepository
        const { transaction } = yield* Database
        const runs = yield* BackupRunRepository
        yield* transaction(
          runs.recordManual({ host: "h", startedAt: 50, finishedAt: 60, file: "/backups/mine", bytes: 7 })
        )
        const { rows } = yield* readContent({ thoroughness: "quick", until: -1 })
        assert.deepStrictEqual(rows?.backups, { lastDoneAt: 50, lastBytes: 7, error: null, storeError: null })
        const { lastDone, lastFinished } = yield* runs.listLast
        assert.deepStrictEqual([lastDone, lastFinished], [null, null])
        const begun = yield* transaction(runs.begin({ now: 70, leasedUntil: 80, intervalMillis: 1_000, host: "h" }))
        assert.strictEqual(begun._tag, "Some")
      })
    )

    if (engine === "SQLite") {
      it.effect("name the tables for which the time was not enough", () =>
        Effect.gen(function* () {
          const { readContent } = yield* DoctorRepository
          const { integrity } = yield* readContent({ thoroughness: "quick", until: -1 })
          assert.includeMembers([...integrity.unchecked], ["sqlite_schema", "project", "translation"])
        })
      )
    } else {
      it.effect("name tables whose next id exists", () =>
        Effect.gen(function* () {
          const { readContent } = yield* DoctorRepository
          const { transaction } = yield* Database
          const sql = yield* SqlClient.SqlClient
          const [{ newest } = { newest: 0 }] = yield* sql<{ newest: number }>`SELECT MAX(id) AS newest FROM project`
          yield* transaction(sql`SELECT setval(pg_get_serial_sequence('project', 'id'), 1, false)`)
          const { sequencesBehind } = yield* readContent(thorough)
          assert.deepStrictEqual(
            sequencesBehind.map(({ table, newest: found }) => ({ table, found })),
            [{ table: "project", found: newest }]
          )
        })
      )
    }
  })
}

describe("a damaged SQLite file", () => {
  const readFile = (filename: string) =>
    DoctorRepository.pipe(
      Effect.flatMap(({ readContent }) => readContent(thorough)),
      Effect.provide(DoctorRepository.layer.pipe(Layer.provide(layerSqlite({ filename, isReadOnly: true }))))
    )

  it.effect("is described, table by table, and stays as it is", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "damaged.sqlite")
      const database = new BetterSqlite3(filename)
      database.exec(
        "CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent (id), name TEXT)"
      )
      database.exec("CREATE INDEX child_name ON child (name)")
      database.pragma("foreign_keys = OFF")
      database.exec("INSERT INTO child (parent_id, name) VALUES (7, 'a'), (8, 'b')")
      // An index that has lost its rows.
      database.unsafeMode(true)
      database.pragma("writable_schema = ON")
      database.exec(
        "UPDATE sqlite_schema SET sql = 'CREATE INDEX child_name ON child (parent_id)' WHERE name = 'child_name'"
      )
      database.close()
      const before = readFileSync(filename)
      const { integrity, schema, rows } = yield* readFile(filename)
      assert.deepStrictEqual(integrity.brokenReferences, [{ table: "child", parent: "parent", rows: 2 }])
      assert.match(integrity.problems.join(), /child: .*child_name/)
      assert.strictEqual(schema.version, 0)
      assert.isNull(rows)
      assert.isTrue(before.equals(readFileSync(filename)))
    })
  )
})
