import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readTables } from "../copy/copied-tables.ts"
import { schemaVersion } from "../migration/migrations.ts"
import { makeSchemaCopy, putBackSchemaCopy } from "../schema-copy/schema-copy.ts"
import { layerTestPostgres } from "../testing/engines.ts"
import { fillTables, readAllRows } from "../testing/fill-tables.ts"
import { readSchema } from "../testing/read-schema.ts"
import { dropDeliveries, listOldDeliveries, makePartitionsAhead } from "./keep-partitions.ts"
import { type PartitionFamily, partitionFamilies } from "./partition-family.ts"
import { joinPartitions, PartitionsAsWanted, partitionTables } from "./partition-tables.ts"
import { readPartitions } from "./read-partitions.ts"

const smallRanges = (family: PartitionFamily): PartitionFamily => ({ ...family, rangeSize: 10 })
const deliveries = smallRanges(partitionFamilies.deliveries)
const history = smallRanges(partitionFamilies.history)

const run = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(sql.unsafe<{ id: number }>(statement)))

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))

/** A delivery of an age with its body and an earlier attempt; its id. */
const addDelivery = Effect.fnUntraced(function* (state: string, createdAt: number) {
  const [row] = yield* run(`
    INSERT INTO delivery (message_id, webhook_configuration_id, revision_id, state, next_attempt_at, created_at)
    SELECT 'msg', MIN(id), 1, '${state}', 0, ${createdAt} FROM webhook_configuration RETURNING id`)
  const id = row?.id ?? 0
  yield* run(`INSERT INTO delivery_content (delivery_id, body) VALUES (${id}, 'body')`)
  yield* run(`INSERT INTO delivery_attempt (delivery_id, number, started_at, duration_millis) VALUES (${id}, 1, 1, 1)`)
  return id
})

const boundsOf = (family: PartitionFamily) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(readPartitions(sql, family), (ranges) => ranges.map(({ from, until }) => [from, until]))
  )

const countOf = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ count: number }>`SELECT CAST(COUNT(*) AS INTEGER) AS count FROM ${sql(table)}`,
      ([row]) => row?.count
    )
  )

/** The shape of the tables, as a migrated database has it; sequences may have other names. */
const schemaOf = Effect.map(readSchema, (tables) => tables.map(({ name, ...table }) => [name, table]))

layer(layerTestPostgres, { timeout: "120 seconds" })("partitions by ranges of ids", (it) => {
  it.effect("take over the tables as they are, and give back the same ones with all rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* fillTables
      const [rows, schema] = [yield* readAllRows, yield* schemaOf]
      const before = (yield* readTables).map(({ name }) => name).sort()
      for (const family of [deliveries, history]) yield* partitionTables(family)
      const bounds = yield* boundsOf(deliveries)
      const [, until = 0] = bounds[0] ?? []
      assert.deepStrictEqual(bounds, [
        [0, until],
        [until, until + 10]
      ])
      assert.instanceOf(yield* Effect.flip(partitionTables(deliveries)), PartitionsAsWanted)
      assert.strictEqual(yield* countOf("activity_modified_entity"), rows.activity_modified_entity?.length)

      const copied = (yield* readTables).map(({ name }) => name)
      assert.deepStrictEqual([...copied].sort(), before)
      assert.isBelow(
        copied.indexOf("delivery"),
        copied.indexOf("delivery_content"),
        "a copy writes bodies after deliveries"
      )

      // Ids go on, into the next ranges, which are there before they are needed.
      const ids: Array<number> = []
      for (let added = 0; added < 30; added++) {
        ids.push(yield* addDelivery(added === 9 ? "PENDING" : "DELIVERED", 100))
        yield* inTransaction(makePartitionsAhead([deliveries, history]))
      }
      assert.deepStrictEqual(
        ids.map((id) => id - (ids[0] ?? 0)),
        [...ids.keys()]
      )
      assert.isAtLeast((yield* boundsOf(deliveries)).length, 5)
      assert.isTrue(
        (yield* Effect.exit(
          run(`INSERT INTO delivery_content (delivery_id, body) VALUES (${(ids.at(-1) ?? 0) + 1}, 'x')`)
        ))._tag === "Failure",
        "no body without its delivery"
      )
      // A delivery takes what is under it along, in each partition.
      yield* run(`DELETE FROM delivery WHERE id >= ${ids[0]} AND state <> 'PENDING' AND id % 2 = 0`)
      const kept = yield* sql<{ id: number }>`SELECT id FROM delivery ORDER BY id`
      assert.strictEqual(yield* countOf("delivery_content"), kept.length)

      yield* run(`DELETE FROM delivery WHERE id >= ${ids[0]}`)
      for (const family of [deliveries, history]) yield* joinPartitions(family)
      assert.deepStrictEqual(yield* readAllRows, rows)
      assert.deepStrictEqual(yield* schemaOf, schema)
      assert.strictEqual(yield* addDelivery("PENDING", 1), (ids.at(-1) ?? 0) + 1)
      assert.instanceOf(yield* Effect.flip(joinPartitions(deliveries)), PartitionsAsWanted)
    })
  )
})

layer(layerTestPostgres, { timeout: "120 seconds" })("old partitions", (it) => {
  it.effect("are dropped whole, when all of their deliveries are over and older than the log", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* fillTables
      yield* run("DELETE FROM delivery")
      assert.isNull(yield* listOldDeliveries(sql, 100))
      yield* partitionTables(deliveries)
      const ids: Array<number> = []
      for (let added = 0; added < 50; added++) {
        ids.push(yield* addDelivery("DELIVERED", added))
        yield* inTransaction(makePartitionsAhead([deliveries]))
      }
      const full = (yield* boundsOf(deliveries)).filter(([, until = 0]) => until <= (ids.at(-1) ?? 0))
      assert.isAtLeast(full.length, 3)
      const [, [secondFrom = 0] = []] = full
      yield* run(`UPDATE delivery SET state = 'PENDING' WHERE id = ${secondFrom + 1}`)
      assert.deepStrictEqual(yield* listOldDeliveries(sql, 1), [], "rows of the first range are younger")
      const old = (yield* listOldDeliveries(sql, 100)) ?? []
      assert.deepStrictEqual(
        old.map(({ from, until }) => [from, until]),
        full.filter(([from]) => from !== secondFrom)
      )
      // One of the old deliveries is sent again between the look and the drop.
      const [first, third] = old
      if (first === undefined || third === undefined) return assert.fail("two ranges are old")
      yield* run(`UPDATE delivery SET state = 'PENDING' WHERE id = ${third.from + 1}`)
      for (const range of [first, third]) yield* inTransaction(dropDeliveries(sql, range))
      assert.deepInclude(yield* boundsOf(deliveries), [third.from, third.until])
      const [oldest] = yield* sql<{ id: number }>`SELECT MIN(id) AS id FROM delivery`
      assert.strictEqual(oldest?.id, first.until)
      assert.strictEqual(yield* countOf("delivery_content"), yield* countOf("delivery"))
      assert.strictEqual(yield* countOf("delivery_attempt"), yield* countOf("delivery"))
    })
  )

  it.effect("are in the copy before a change of the schema, which puts back plain tables", () =>
    Effect.gen(function* () {
      const tables = deliveries.tables.map(({ table }) => table)
      const counts = yield* Effect.forEach(tables, countOf)
      const copy = yield* makeSchemaCopy(schemaVersion, 1)
      yield* run("DELETE FROM delivery")
      yield* putBackSchemaCopy(copy, 2)
      assert.deepStrictEqual(yield* Effect.forEach(tables, countOf), counts)
      assert.deepStrictEqual(yield* boundsOf(deliveries), [])
    })
  )
})
