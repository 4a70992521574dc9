import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { quoted } from "../copy/copied-tables.ts"
import { type FamilyTable, type PartitionFamily, partitionFamilies, partitionName, rootOf } from "./partition-family.ts"
import { type PartitionRange, readLastId, readPartitions } from "./read-partitions.ts"

/** Ranges ahead of the newest id: servers write fewer rows between two rounds. */
const rangesAhead = 2

/** Any number: servers that make partitions take this advisory lock in turn. */
const partitionLock = 7_236_425

/** Longest wait for a table, because all its statements queue behind it. */
const tableLockMillis = 1_000

const setTableWait = (sql: SqlClient.SqlClient) => sql.unsafe(`SET LOCAL lock_timeout = ${tableLockMillis}`)

/**
 * Makes the partitions that will be needed, of all tables that are partitioned. Belongs into a transaction; blocks neither reads nor
 * writes of the tables. Returns how many ranges are new.
 */
export const makePartitionsAhead = Effect.fnUntraced(function* (families: ReadonlyArray<PartitionFamily>) {
  const sql = yield* SqlClient.SqlClient
  let made = 0
  for (const family of families) {
    if ((yield* missingRanges(sql, family)).length === 0) continue
    yield* setTableWait(sql)
    yield* sql`SELECT pg_advisory_xact_lock(${sql.literal(String(partitionLock))})`
    // Again, under the lock: another server may have made them.
    for (const from of yield* missingRanges(sql, family)) {
      yield* addRange(sql, family, from)
      made++
    }
  }
  return made
}, Effect.orDie)

/** Lists the first ids of the ranges to make. */
const missingRanges = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, family: PartitionFamily) {
  const newest = (yield* readPartitions(sql, family)).at(-1)
  if (newest === undefined) return []
  const needed = (yield* readLastId(sql, family)) + rangesAhead * family.rangeSize
  const count = Math.max(0, Math.ceil((needed - newest.until) / family.rangeSize))
  return Array.from({ length: count }, (_, index) => newest.until + index * family.rangeSize)
})

/** Makes a partition of each table for the range that begins with an id. Each refers to the one of the table that gives the ids. */
export const addRange = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, family: PartitionFamily, from: number) {
  const root = rootOf(family)
  for (const { table, key } of family.tables) {
    const name = partitionName(table, from)
    const [model] = yield* sql<{
      name: string
      options: string | null
      primaryKey: string | null
      isInherited: boolean
    }>`
      SELECT c.relname AS name, array_to_string(c.reloptions, ', ') AS options, pg_get_constraintdef(k.oid) AS primary_key,
        EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conrelid = i.inhparent AND o.contype = 'p') AS is_inherited
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
      WHERE i.inhparent = CAST(${table} AS regclass) ORDER BY c.oid LIMIT 1`
    const options = model?.options ? ` WITH (${model.options})` : ""
    yield* sql.unsafe(
      `CREATE TABLE ${quoted(name)} (LIKE ${quoted(table)} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)${options}`
    )
    if (model?.primaryKey && !model.isInherited)
      yield* sql.unsafe(`ALTER TABLE ${quoted(name)} ADD ${model.primaryKey}`)
    if (table !== root.table) yield* sql.unsafe(reference(name, key, partitionName(root.table, from), root))
    // Unlike `PARTITION OF` it locks the table against other changes of its schema only. Indexes and references come with it.
    yield* sql.unsafe(
      `ALTER TABLE ${quoted(table)} ATTACH PARTITION ${quoted(name)} FOR VALUES FROM (${from}) TO (${from + family.rangeSize})`
    )
  }
})

const reference = (name: string, key: string, target: string, root: FamilyTable): string => `
  ALTER TABLE ${quoted(name)} ADD FOREIGN KEY (${quoted(key)}) REFERENCES ${quoted(target)} (${quoted(root.key)}) ON DELETE CASCADE`

/** Newest rows of a partition that show its age: ids are about in the order of times. */
const newestRows = 1_000

/**
 * Lists the ranges of deliveries that are all older than a time, and over; null: they are not partitioned. Reads no more than some rows of
 * each.
 */
export const listOldDeliveries = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, before: number) {
  const family = partitionFamilies.deliveries
  const ranges = yield* readPartitions(sql, family)
  if (ranges.length === 0) return null
  const lastId = yield* readLastId(sql, family)
  const old: Array<PartitionRange> = []
  for (const range of ranges) {
    // It gets more rows.
    if (range.until > lastId) break
    const partition = sql(partitionName(rootOf(family).table, range.from))
    const [newest] = yield* sql<{ createdAt: number | null }>`
      SELECT MAX(created_at) AS created_at FROM (
        SELECT created_at FROM ${partition} ORDER BY id DESC LIMIT ${newestRows}) newest`
    if ((newest?.createdAt ?? 0) >= before) break
    if (!(yield* isPending(sql, range))) old.push(range)
  }
  return old
}, Effect.orDie)

/** Reads the index of pending deliveries only. */
const isPending = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { from }: PartitionRange) {
  const rows = yield* sql`
    SELECT id FROM ${sql(partitionName("delivery", from))} WHERE state = 'PENDING'
    ORDER BY webhook_configuration_id, next_attempt_at, id LIMIT 1`
  return rows.length > 0
})

/** Drops the partitions of a range whole, unless a delivery of it is to be sent again. Belongs into a transaction; waits a second for readers. */
export const dropDeliveries = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, range: PartitionRange) {
  const names = partitionFamilies.deliveries.tables.map(({ table }) => quoted(partitionName(table, range.from)))
  yield* setTableWait(sql)
  // In this order other statements lock the tables.
  yield* sql.unsafe(`LOCK TABLE delivery, delivery_content, delivery_attempt IN ACCESS EXCLUSIVE MODE`)
  if (yield* isPending(sql, range)) return
  yield* sql.unsafe(`DROP TABLE IF EXISTS ${names.toReversed().join(", ")}`)
}, Effect.orDie)
