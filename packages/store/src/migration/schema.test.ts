import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Table } from "../database/table.ts"
import { partitionedTables } from "../table/content-tables.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { readSchema } from "../testing/read-schema.ts"
import { printSchema, schemaFile } from "../testing/schema-file.ts"

const sources = fileURLToPath(new URL("..", import.meta.url))

type AnyTable = Table<Record<never, never>>

const isTable = (value: unknown): value is AnyTable =>
  typeof value === "object" && value !== null && "upsert" in value && "columns" in value

/** Reads the tables that the `*-tables.ts` files export. */
const readTables = Effect.promise(async () => {
  const modules = await Promise.all(
    globSync("table/*-tables.ts", { cwd: sources }).map((file) => import(`${sources}${file}`))
  )
  return modules.flatMap((exported) => Object.values(exported as object).filter(isTable))
})

describe("schema", () => {
  const readBoth = Effect.all([
    Effect.provide(readSchema, layerTestSqlite),
    Effect.provide(readSchema, layerTestPostgres)
  ])

  it.effect(
    "docs/schema.md shows the tables of both engines",
    () =>
      Effect.gen(function* () {
        const [sqlite, postgres] = yield* readBoth
        assert.strictEqual(
          readFileSync(schemaFile, "utf8"),
          printSchema(sqlite, postgres),
          "out of date; renew it: npm run exec node packages/store/src/testing/print-schema.ts"
        )
      }),
    60_000
  )

  it.effect(
    "both engines have the same tables, columns, keys and indexes",
    () =>
      Effect.gen(function* () {
        const shapes = (yield* readBoth).map((tables) =>
          tables.map(({ name, columns, primaryKey, foreignKeys, indexes, checks }) => ({
            name,
            columns: columns.map(({ name: column, isNullable }) => ({ column, isNullable })),
            primaryKey,
            foreignKeys,
            indexes: indexes.map(({ name: index, isUnique }) => ({ index, isUnique })),
            checks: checks.length
          }))
        )
        assert.deepStrictEqual(shapes[0], shapes[1])
      }),
    60_000
  )

  it.effect("tables that refer to keys or translations, and their unique indexes, can be partitioned by project", () =>
    Effect.gen(function* () {
      const tables = yield* Effect.provide(readSchema, layerTestSqlite)
      const partitioned = partitionedTables.map(({ name }) => name)
      for (const { name, columns, foreignKeys, indexes } of tables) {
        const refers = foreignKeys.some(({ table }) => partitioned.includes(table))
        if (refers)
          assert.include(
            columns.map((column) => column.name),
            "project_id",
            name
          )
        if (!partitioned.includes(name)) continue
        // A constraint gets the project in the conversion; an index has to hold it.
        const unique = indexes.filter(({ name: index, isUnique }) => isUnique && index !== "translation_key_language")
        for (const { definition } of unique) assert.include(definition, "project_id", name)
      }
    })
  )

  it.effect("every table has a schema of its columns, their types, and what an INSERT may leave out", () =>
    Effect.gen(function* () {
      const tables = yield* Effect.provide(readSchema, layerTestSqlite)
      const described = yield* readTables
      assert.deepStrictEqual(
        described.map(({ name }) => name).toSorted(),
        tables.map(({ name }) => name)
      )
      for (const { name, columns, primaryKey } of tables) {
        const schema = described.find((one) => one.name === name)?.columns ?? []
        assert.deepStrictEqual(
          schema
            .map(({ column, type, isNullable, hasDefault }) => ({ column, type, isNullable, hasDefault }))
            .toSorted((one, other) => (one.column < other.column ? -1 : 1)),
          columns
            .map((column) => ({
              column: column.name,
              type: column.type === "BLOB" ? "bytes" : column.type.toLowerCase(),
              isNullable: column.isNullable,
              hasDefault: column.default !== null || (column.name === "id" && primaryKey.length === 1)
            }))
            .toSorted((one, other) => (one.column < other.column ? -1 : 1)),
          name
        )
      }
    })
  )
})
