import { Data, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { CopiedTable } from "./copied-tables.ts"
import { openTable, type RowReader, type StoredRow, type StoredValue } from "./read-rows.ts"
import { makeTableDigest, type TableDigest } from "./table-digest.ts"
import { printKey } from "./write-rows.ts"

/** A row of the target is not as that of the source: the source has changed since the copy began, or the target has. */
export class CopiedRowsDiffer extends Data.TaggedError("CopiedRowsDiffer")<{
  readonly table: string
  /** The primary key of the first such row. */
  readonly row: string
}> {}

/**
 * Compares two databases value by value, table after table; returns what both hold. Belongs into `inSnapshot` of both.
 */
export const compareTables = Effect.fnUntraced(function* (
  source: SqlClient.SqlClient,
  target: SqlClient.SqlClient,
  tables: ReadonlyArray<CopiedTable>,
  onTable: (table: string) => void = () => {}
) {
  const digests: Record<string, TableDigest> = {}
  for (const table of tables) {
    onTable(table.name)
    const digest = makeTableDigest()
    const [one, other] = [rowByRow(yield* openTable(source, table)), rowByRow(yield* openTable(target, table))]
    for (;;) {
      const [expected, found] = [yield* one.some, yield* other.some]
      if (expected.length === 0 && found.length === 0) break
      const common = Math.min(expected.length, found.length)
      for (let index = 0; index < Math.max(common, 1); index++) {
        const [left, right] = [expected[index], found[index]]
        if (left === undefined || right === undefined || !isEqual(left, right)) {
          return yield* new CopiedRowsDiffer({ table: table.name, row: printKey(table, left ?? right ?? []) })
        }
      }
      digest.add(expected.slice(0, common))
      one.take(common)
      other.take(common)
    }
    digests[table.name] = digest.result()
  }
  return digests
})

/** The pages of two readers have different numbers of rows. */
const rowByRow = (reader: RowReader) => {
  let rows: ReadonlyArray<StoredRow> = []
  return {
    /** Rows that are not taken yet; empty behind the last one. */
    some: Effect.suspend(() =>
      rows.length > 0
        ? Effect.succeed(rows)
        : Effect.tap(reader.next, (read) =>
            Effect.sync(() => {
              rows = read
            })
          )
    ),
    take: (count: number): void => {
      rows = rows.slice(count)
    }
  }
}

const isEqual = (one: StoredRow, other: StoredRow): boolean =>
  one.length === other.length && one.every((value, index) => isEqualValue(value, other[index] ?? null))

const isEqualValue = (one: StoredValue, other: StoredValue): boolean =>
  one === other || (one instanceof Uint8Array && other instanceof Uint8Array && Buffer.compare(one, other) === 0)
