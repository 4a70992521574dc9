import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { knownBrowserTable } from "../table/notification-tables.ts"

/** Browsers and programs that users have logged in with; a digest each. */
export class KnownBrowserRepository extends Context.Service<
  KnownBrowserRepository,
  {
    /**
     * Remembers a login, in its transaction. True: the user has logged in with others before, and never with this one. Of each
     * user those used last stay, so that there are at most `max`.
     */
    readonly noteLogin: (
      login: { readonly userId: number; readonly digest: string; readonly at: number },
      max: number
    ) => Effect.Effect<boolean>
    readonly isUsedSince: (userId: number, digest: string, since: number) => Effect.Effect<boolean>
    readonly eraseUnusedSince: (before: number) => Effect.Effect<void>
  }
>()("@dragoman/store/notification/KnownBrowserRepository") {
  static readonly layer = Layer.effect(
    KnownBrowserRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return KnownBrowserRepository.of({
        noteLogin: Effect.fnUntraced(function* ({ userId, digest, at }, max) {
          const [known] = yield* sql<{ total: number; matching: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total,
              CAST(COALESCE(sum(CASE WHEN digest = ${digest} THEN 1 ELSE 0 END), 0) AS INTEGER) AS matching
            FROM known_browser WHERE user_id = ${userId}`
          yield* knownBrowserTable.upsert(sql, ["userId", "digest"], [{ userId, digest, lastUsedAt: at }])
          yield* sql`
            DELETE FROM known_browser WHERE id IN (
              SELECT id FROM known_browser WHERE user_id = ${userId}
              ORDER BY last_used_at DESC, id DESC LIMIT 1000000 OFFSET ${max})`
          return known !== undefined && known.total > 0 && known.matching === 0
        }, Effect.orDie),

        isUsedSince: Effect.fnUntraced(function* (userId, digest, since) {
          const rows = yield* sql`
            SELECT id FROM known_browser
            WHERE user_id = ${userId} AND digest = ${digest} AND last_used_at >= ${since}`
          return rows.length > 0
        }, Effect.orDie),

        eraseUnusedSince: Effect.fnUntraced(function* (before) {
          yield* sql`DELETE FROM known_browser WHERE last_used_at < ${before}`
        }, Effect.orDie)
      })
    })
  )
}
