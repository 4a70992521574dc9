import type { MemoryIndexFacts } from "@dragoman/domain/doctor"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { isUnused, staleEntries, staleKeys } from "../memory-index/memory-index-sql.ts"

/** Compares the index of the translation memory with all texts. Texts that wait for the index do not count; null: there is none yet. */
export const readMemoryIndex = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [facts] = yield* sql<MemoryIndexFacts>`
    SELECT CAST((SELECT count(*) FROM ${staleKeys(sql)} AND k.id NOT IN (SELECT key_id FROM memory_pending))
        + (SELECT count(*) FROM ${staleEntries(sql)} AND e.id NOT IN (SELECT entry_id FROM memory_entry_pending)) AS INTEGER) AS missing,
      CAST((SELECT count(*) FROM memory_source WHERE ${isUnused(sql)}) AS INTEGER) AS surplus
    FROM (SELECT 1 AS one) input WHERE EXISTS (SELECT 1 FROM memory_index)`
  return facts ?? null
})
