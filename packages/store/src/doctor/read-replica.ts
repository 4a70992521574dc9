import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerPostgres } from "../database/load-postgres.ts"
import { appliedPosition, writtenPosition } from "../database/replica.ts"

const connection = { applicationName: "dragoman doctor", connections: { read: 1, write: 1 } }

/** How many bytes of the primary's log the replica has not applied. `directUrl`: the replica may be behind a pooler too. */
export const readReplicaLag = Effect.fnUntraced(function* (options: {
  readonly primaryUrl: string
  readonly replicaUrl: string
  readonly directUrl: string | undefined
}) {
  const read = (url: string, position: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.unsafe<{ position: number }>(`SELECT ${position} AS position`)
    ).pipe(
      Effect.map(([row]) => row?.position ?? 0),
      Effect.provide(layerPostgres(url, { ...connection, directUrl: options.directUrl }))
    )
  const written = yield* read(options.primaryUrl, writtenPosition)
  return Math.max(0, written - (yield* read(options.replicaUrl, appliedPosition)))
})
