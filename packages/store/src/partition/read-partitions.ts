import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type PartitionFamily, rootOf } from "./partition-family.ts"

/** A range of ids with a partition of each table of a family. */
export interface PartitionRange {
  /** First id; 0: all ids below the end. */
  readonly from: number
  /** The first id behind the range. */
  readonly until: number
  /** Size of its partitions with their indexes. */
  readonly bytes: number
}

/** Lists the ranges of a family, oldest first; none: its tables are not partitioned, or this is SQLite. */
export const readPartitions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, family: PartitionFamily) {
  const { table } = rootOf(family)
  const names = family.tables.map((one) => one.table)
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql<{ bound: string; bytes: number }>`
      SELECT pg_get_expr(c.relpartbound, c.oid) AS bound, CAST((
        SELECT SUM(pg_total_relation_size(s.inhrelid)) FROM pg_inherits s
        JOIN pg_class sc ON sc.oid = s.inhrelid JOIN pg_class sp ON sp.oid = s.inhparent
        WHERE ${sql.in("sp.relname", names)} AND sp.relnamespace = c.relnamespace
          AND pg_get_expr(sc.relpartbound, sc.oid) = pg_get_expr(c.relpartbound, c.oid)) AS BIGINT) AS bytes
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
      WHERE p.relname = ${table} AND p.relnamespace = CAST(current_schema() AS regnamespace)`,
    orElse: () => Effect.succeed([])
  })
  return rows.map(toRange).toSorted((one, other) => one.from - other.from)
})

/** Parses `FOR VALUES FROM ('1000') TO ('2000')`; the first range has `MINVALUE`. */
const toRange = ({ bound, bytes }: { readonly bound: string; readonly bytes: number }): PartitionRange => {
  const [from = "", until = ""] = [...bound.matchAll(/\((?:'(\d+)'|MINVALUE)\)/g)].map(([, id]) => id ?? "0")
  return { from: Number(from), until: Number(until), bytes }
}

/** Returns the newest id of a family, given by its sequence or written with its row; 0: none. */
export const readLastId = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, family: PartitionFamily) {
  const { table, key } = rootOf(family)
  const [row] = yield* sql<{ id: number }>`
    SELECT GREATEST(
      pg_sequence_last_value(CAST(pg_get_serial_sequence(${table}, ${key}) AS regclass)),
      (SELECT MAX(${sql(key)}) FROM ${sql(table)}), 0) AS id`
  return row?.id ?? 0
})
