import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { RowOf } from "../database/table.ts"
import { knownClientTable } from "../table/rate-limit-tables.ts"

export interface FoundClient {
  readonly userId: number
  /** null: never. */
  readonly lastLoginAt: number | null
}

/** The networks from which users have logged in, those of the last login first kept. */
export class KnownClientRepository extends Context.Service<
  KnownClientRepository,
  {
    /** The account of a user name, and when it logged in last from this network; null: there is no account. */
    readonly find: (username: string, network: string) => Effect.Effect<FoundClient | null>
    /** Finds when the user last logged in from this network, as far as it is known; null: never. */
    readonly lastLoginAt: (userId: number, network: string) => Effect.Effect<number | null>
    /** Belongs into a transaction. Of the user's networks those used last stay, so that there are at most `max`. */
    readonly remember: (client: RowOf<typeof knownClientTable>, max: number) => Effect.Effect<void>
    /** Removes clients whose last login was at this time or before. */
    readonly deleteUnused: (at: number) => Effect.Effect<void>
  }
>()("@dragoman/store/known-client/KnownClientRepository") {
  static readonly layer = Layer.effect(
    KnownClientRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return KnownClientRepository.of({
        lastLoginAt: Effect.fnUntraced(function* (userId, network) {
          const [row] = yield* sql<Pick<RowOf<typeof knownClientTable>, "lastLoginAt">>`
            SELECT last_login_at FROM known_client WHERE user_id = ${userId} AND network = ${network}`
          return row?.lastLoginAt ?? null
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (username, network) {
          const [row] = yield* sql<FoundClient>`
            SELECT u.id AS user_id, k.last_login_at FROM user_account u
            LEFT JOIN known_client k ON k.user_id = u.id AND k.network = ${network}
            WHERE u.username = ${username} AND u.deleted_at IS NULL`
          return row ?? null
        }, Effect.orDie),

        remember: Effect.fnUntraced(function* (client, max) {
          yield* knownClientTable.upsert(sql, ["userId", "network"], [client])
          yield* sql`
            DELETE FROM known_client WHERE user_id = ${client.userId} AND network IN (
              SELECT network FROM known_client WHERE user_id = ${client.userId}
              ORDER BY last_login_at DESC, network LIMIT 1000000 OFFSET ${max})`
        }, Effect.orDie),

        deleteUnused: Effect.fnUntraced(function* (at) {
          yield* sql`DELETE FROM known_client WHERE last_login_at <= ${at}`
        }, Effect.orDie)
      })
    })
  )
}
