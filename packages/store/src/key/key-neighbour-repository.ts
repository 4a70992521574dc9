import type { KeyNeighbour } from "@dragoman/domain/key"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { jsonIds } from "../database/sql-fragments.ts"
import { except, type Selected, select } from "../database/table.ts"
import { keyNeighbourTable, keyTable } from "../table/content-tables.ts"

/** Neighbours that a key keeps. */
const neighboursMax = 20

const keyNeighbour = select(except(keyNeighbourTable.as("n"), "projectId"))

const neighbourName = select({ keyId: keyNeighbourTable.as("n").keyId, name: keyTable.as("k").name })

/** A key, and the name of one that is shown near it. */
export interface NeighbourName extends Selected<typeof neighbourName> {}

/** Keys that are shown near each other, for translators. Writes belong into the transaction of the change. */
export class KeyNeighbourRepository extends Context.Service<
  KeyNeighbourRepository,
  {
    /** Each pair occurs once and replaces its stored row; the nearest 20 of each key stay. */
    readonly save: (projectId: number, neighbours: ReadonlyArray<KeyNeighbour>) => Effect.Effect<void>
    /** The nearest ones first. */
    readonly list: (keyId: number, limit: number) => Effect.Effect<ReadonlyArray<KeyNeighbour>>
    /** Lists the names of the nearest neighbours of each key, at most `limit` of them, the nearest ones first. */
    readonly listNames: (
      projectId: number,
      keyIds: ReadonlyArray<number>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<NeighbourName>>
  }
>()("@dragoman/store/key/KeyNeighbourRepository") {
  static readonly layer = Layer.effect(
    KeyNeighbourRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return KeyNeighbourRepository.of({
        save: Effect.fnUntraced(function* (projectId, neighbours) {
          if (neighbours.length === 0) return
          yield* keyNeighbourTable.upsert(sql, ["keyId", "neighbourId"], neighbours, { projectId })
          const keyIds = [...new Set(neighbours.map(({ keyId }) => keyId))]
          yield* sql`
            DELETE FROM key_neighbour WHERE (key_id, neighbour_id) IN (
              SELECT ranked.key_id, ranked.neighbour_id FROM (
                SELECT key_id, neighbour_id,
                  row_number() OVER (PARTITION BY key_id ORDER BY distance, neighbour_id) AS position
                FROM key_neighbour WHERE key_id IN ${jsonIds(sql, keyIds)}
              ) ranked WHERE ranked.position > ${neighboursMax})`
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (keyId, limit) {
          return yield* keyNeighbour.all(sql`
            SELECT ${keyNeighbour.columns}
            FROM key_neighbour n JOIN translation_key k ON k.id = n.neighbour_id AND k.project_id = n.project_id
            WHERE n.key_id = ${keyId} AND k.deleted_at IS NULL
            ORDER BY n.distance, n.neighbour_id LIMIT ${limit}`)
        }, Effect.orDie),

        listNames: Effect.fnUntraced(function* (projectId, keyIds, limit) {
          if (keyIds.length === 0) return []
          return yield* neighbourName.all(sql`
            SELECT ${neighbourName.columns}
            FROM (
              SELECT near.key_id, near.neighbour_id,
                row_number() OVER (PARTITION BY near.key_id ORDER BY near.distance, near.neighbour_id) AS place
              FROM key_neighbour near
              JOIN translation_key shown ON shown.id = near.neighbour_id AND ${isOf(sql, projectId, "shown")}
                AND shown.deleted_at IS NULL
              WHERE near.key_id IN ${jsonIds(sql, keyIds)}
            ) n JOIN translation_key k ON k.id = n.neighbour_id AND ${isOf(sql, projectId, "k")}
            WHERE n.place <= ${limit} ORDER BY n.key_id, n.place`)
        }, Effect.orDie)
      })
    })
  )
}
