import type { KeyNeighbour } from "@dragoman/domain/key"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonRows } from "../database/json-rows.ts"

/** How many neighbours a key keeps. Source: reference "content-api" 2.12. */
const neighboursMax = 20

const columns = { key_id: "integer", neighbour_id: "integer", distance: "integer" } as const

/** Which keys are shown near which, for those who translate them. Writes belong into the transaction of the change. */
export class KeyNeighbourRepository extends Context.Service<
  KeyNeighbourRepository,
  {
    /** Each pair is given once and replaces what was known of it; the nearest 20 of each key stay. */
    readonly save: (neighbours: ReadonlyArray<KeyNeighbour>) => Effect.Effect<void>
    /** The nearest ones first. */
    readonly list: (keyId: number, limit: number) => Effect.Effect<ReadonlyArray<KeyNeighbour>>
  }
>()("@dragoman/store/key/KeyNeighbourRepository") {
  static readonly layer = Layer.effect(
    KeyNeighbourRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return KeyNeighbourRepository.of({
        save: Effect.fn("KeyNeighbourRepository.save")(function* (neighbours) {
          if (neighbours.length === 0) return
          const rows = neighbours.map(({ keyId, neighbourId, distance }) => ({
            key_id: keyId,
            neighbour_id: neighbourId,
            distance
          }))
          yield* sql`
            INSERT INTO key_neighbour (key_id, neighbour_id, distance)
            SELECT key_id, neighbour_id, distance FROM ${jsonRows(sql, columns, rows)} given WHERE true
            ON CONFLICT (key_id, neighbour_id) DO UPDATE SET distance = excluded.distance`
          const keyIds = [...new Set(neighbours.map(({ keyId }) => keyId))]
          yield* sql`
            DELETE FROM key_neighbour WHERE (key_id, neighbour_id) IN (
              SELECT ranked.key_id, ranked.neighbour_id FROM (
                SELECT key_id, neighbour_id,
                  row_number() OVER (PARTITION BY key_id ORDER BY distance, neighbour_id) AS position
                FROM key_neighbour WHERE key_id IN ${jsonIds(sql, keyIds)}
              ) ranked WHERE ranked.position > ${neighboursMax})`
        }, Effect.orDie),

        list: Effect.fn("KeyNeighbourRepository.list")(function* (keyId, limit) {
          return yield* sql<KeyNeighbour>`
            SELECT n.key_id, n.neighbour_id, n.distance
            FROM key_neighbour n JOIN translation_key k ON k.id = n.neighbour_id
            WHERE n.key_id = ${keyId} AND k.deleted_at IS NULL
            ORDER BY n.distance, n.neighbour_id LIMIT ${limit}`
        }, Effect.orDie)
      })
    })
  )
}
