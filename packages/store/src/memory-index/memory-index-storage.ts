import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Database } from "../database/database.ts"
import { jsonIdRows, jsonIds, jsonRows, jsonTexts } from "../database/sql-fragments.ts"
import { memoryGramTable } from "../table/memory-index-tables.ts"

/** The generation that lookups read, and what has changed since it was built. */
export interface MemoryIndexState {
  readonly generation: number
  readonly rankedGrams: number
  readonly builtCount: number
  readonly changedCount: number
}

interface StoredSignature {
  readonly place: number
  readonly sourceId: number
  readonly grams: Uint8Array
}

/** Rows with bytes in one statement: below the number of parameters that either engine takes. */
const rowsPerInsert = 500

/** The storage of one index, as packages/similarity needs it. */
export const makeMemoryIndexStorage = (sql: SqlClient.SqlClient, database: Database["Service"], indexId: number) => {
  const inGeneration = (generation: number) => sql`index_id = ${indexId} AND generation = ${generation}`
  const lock = sql.onDialectOrElse({
    pg: () => sql`SELECT id FROM memory_index WHERE id = ${indexId} FOR UPDATE`,
    orElse: () => null
  })
  const insertOrReplace = Effect.fnUntraced(function* (
    table: string,
    columns: string,
    replaced: string,
    rows: ReadonlyArray<Record<string, number | Uint8Array>>
  ) {
    for (let from = 0; from < rows.length; from += rowsPerInsert) {
      const [first, ...others] = rows.slice(from, from + rowsPerInsert)
      if (first === undefined) return
      yield* sql`INSERT INTO ${sql(table)} ${sql.insert([first, ...others])}
        ON CONFLICT (${sql.literal(columns)}) DO UPDATE SET ${sql.literal(replaced)}`
    }
  }, Effect.orDie)
  return {
    snapshot: <A>(effect: Effect.Effect<A>): Effect.Effect<A> => database.snapshot(effect),
    transaction: <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
      database.transaction(lock === null ? effect : Effect.andThen(Effect.orDie(lock), effect)),
    state: Effect.gen(function* () {
      const [row] = yield* sql<MemoryIndexState>`
        SELECT generation, ranked_grams, built_count, changed_count FROM memory_index WHERE id = ${indexId}`
      // The index may have been erased with its organization.
      return row ?? { generation: 1, rankedGrams: 0, builtCount: 0, changedCount: 0 }
    }).pipe(Effect.orDie),
    findGrams: (generation: number, grams: ReadonlyArray<string>) =>
      sql<{ gram: string; number: number }>`
        SELECT gram, number FROM memory_gram
        WHERE ${inGeneration(generation)} AND gram IN ${jsonTexts(sql, grams)}`.pipe(Effect.orDie),
    addGrams: (generation: number, grams: ReadonlyArray<string>, first: number) =>
      grams.length === 0
        ? Effect.void
        : memoryGramTable
            .insert(
              sql,
              grams.map((gram, index) => ({ gram, number: first + index })),
              { indexId, generation }
            )
            .pipe(Effect.orDie, Effect.asVoid),
    countGrams: (generation: number) =>
      sql<{ count: number }>`SELECT count(*) AS count FROM memory_gram WHERE ${inGeneration(generation)}`.pipe(
        Effect.orDie,
        Effect.map(([row]) => Number(row?.count ?? 0))
      ),
    // CROSS JOIN keeps this order on SQLite, which would read all postings of the generation for every slot; so below.
    readPostings: (generation: number, slots: ReadonlyArray<number>) =>
      sql<{ slot: number; numbers: Uint8Array }>`
        SELECT p.slot, p.numbers FROM ${jsonIdRows(sql, slots)} input CROSS JOIN memory_posting p
        WHERE p.slot = input.id AND p.index_id = ${indexId} AND p.generation = ${generation}`.pipe(Effect.orDie),
    writePostings: (
      generation: number,
      postings: ReadonlyArray<{ readonly slot: number; readonly numbers: Uint8Array }>
    ) =>
      insertOrReplace(
        "memory_posting",
        "index_id, generation, slot",
        "numbers = excluded.numbers",
        postings.map(({ slot, numbers }) => ({ index_id: indexId, generation, slot, numbers }))
      ),
    readSignatures: (generation: number, places: ReadonlyArray<number>) =>
      sql<StoredSignature>`
        SELECT s.place, s.source_id, s.grams FROM ${jsonIdRows(sql, places)} input CROSS JOIN memory_signature s
        WHERE s.place = input.id AND s.index_id = ${indexId} AND s.generation = ${generation}`.pipe(Effect.orDie),
    countWaiting: (generation: number) =>
      sql<{ count: number }>`
        SELECT count(*) AS count FROM memory_signature WHERE ${inGeneration(generation)} AND place < 0`.pipe(
        Effect.orDie,
        Effect.map(([row]) => Number(row?.count ?? 0))
      ),
    readWaiting: (generation: number, limit: number) =>
      sql<StoredSignature>`
        SELECT place, source_id, grams FROM memory_signature
        WHERE ${inGeneration(generation)} AND place < 0 ORDER BY place LIMIT ${limit}`.pipe(Effect.orDie),
    writeSignatures: (generation: number, signatures: ReadonlyArray<StoredSignature>) =>
      insertOrReplace(
        "memory_signature",
        "index_id, generation, place",
        "source_id = excluded.source_id, grams = excluded.grams",
        signatures.map(({ place, sourceId, grams }) => ({
          index_id: indexId,
          generation,
          place,
          source_id: sourceId,
          grams
        }))
      ),
    deleteSignatures: (generation: number, places: ReadonlyArray<number>) =>
      sql`DELETE FROM memory_signature WHERE ${inGeneration(generation)} AND place IN ${jsonIds(sql, places)}`.pipe(
        Effect.orDie,
        Effect.asVoid
      ),
    lastPlaces: (generation: number, bounds: ReadonlyArray<readonly [first: number, last: number]>) =>
      sql<{ place: number | null }>`
        SELECT (SELECT max(s.place) FROM memory_signature s
          WHERE s.index_id = ${indexId} AND s.generation = ${generation}
            AND s.place BETWEEN input.first_place AND input.last_place) AS place
        FROM ${jsonRows(
          sql,
          { first_place: "integer", last_place: "integer" },
          bounds.map(([first_place, last_place]) => ({ first_place, last_place }))
        )} input`.pipe(
        Effect.orDie,
        Effect.map((rows) => rows.flatMap(({ place }) => place ?? []))
      ),
    readSources: (afterId: number, limit: number) =>
      sql<{ id: number; text: string }>`
        SELECT id, text FROM memory_source WHERE index_id = ${indexId} AND id > ${afterId}
        ORDER BY id LIMIT ${limit}`.pipe(Effect.orDie),
    countChanged: (changed: number) =>
      sql`UPDATE memory_index SET changed_count = changed_count + ${changed} WHERE id = ${indexId}`.pipe(
        Effect.orDie,
        Effect.asVoid
      ),
    eraseOthers: (limit: number) =>
      Effect.gen(function* () {
        let erased = 0
        for (const [table, key] of [
          ["memory_posting", "slot"],
          ["memory_signature", "place"],
          ["memory_gram", "gram"]
        ] as const) {
          const rows = yield* sql`
            DELETE FROM ${sql(table)} WHERE (index_id, generation, ${sql(key)}) IN (
              SELECT o.index_id, o.generation, o.${sql(key)} FROM ${sql(table)} o
              WHERE o.index_id = ${indexId}
                AND o.generation <> (SELECT generation FROM memory_index WHERE id = ${indexId})
              LIMIT ${limit})
            RETURNING 1 AS erased`
          erased += rows.length
        }
        return erased
      }).pipe(Effect.orDie),
    switchTo: ({ generation, rankedGrams, builtCount, changedCount }: MemoryIndexState) =>
      sql`UPDATE memory_index SET generation = ${generation}, ranked_grams = ${rankedGrams},
        built_count = ${builtCount}, changed_count = ${changedCount} WHERE id = ${indexId}`.pipe(
        Effect.orDie,
        Effect.asVoid
      )
  }
}
