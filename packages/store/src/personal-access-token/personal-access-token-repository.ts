import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { except, type Selected, select } from "../database/table.ts"
import { personalAccessTokenTable } from "../table/user-tables.ts"

const t = personalAccessTokenTable.as("t")

const token = select({ tokenId: t.id, ...except(t, "id", "tokenHash", "announcedExpiry") })

export interface PersonalAccessTokenRow extends Selected<typeof token> {}

export interface PersonalAccessTokenList extends RowPage<SortableProperty<"personalAccessTokens">> {
  readonly userId: number
}

/** Sort expressions of tokens; tokens that never expire come last. */
const personalAccessTokenOrder: Readonly<Record<SortableProperty<"personalAccessTokens">, string>> = {
  id: "t.id",
  description: "unicode_lower(t.description)",
  createdAt: "t.created_at",
  updatedAt: "t.updated_at",
  expiresAt: "COALESCE(t.expires_at, 9007199254740991)",
  lastUsedAt: "COALESCE(t.last_used_at, 0)"
}

/** Tokens that act as their user; of the token itself only a digest is kept. */
export class PersonalAccessTokenRepository extends Context.Service<
  PersonalAccessTokenRepository,
  {
    /** Finds a token of any user; the caller checks whose it is. */
    readonly find: (tokenId: number) => Effect.Effect<Option.Option<PersonalAccessTokenRow>>
    readonly list: (request: PersonalAccessTokenList) => Effect.Effect<PagedRows<PersonalAccessTokenRow>>
    readonly create: (token: {
      readonly userId: number
      readonly description: string
      readonly tokenHash: string
      readonly expiresAt: number | null
      readonly at: number
    }) => Effect.Effect<number>
    readonly setDescription: (tokenId: number, description: string, at: number) => Effect.Effect<void>
    /** The token before stops working. */
    readonly replace: (
      tokenId: number,
      values: { readonly tokenHash: string; readonly expiresAt: number | null; readonly at: number }
    ) => Effect.Effect<void>
    readonly delete: (tokenId: number) => Effect.Effect<void>
    /** The descriptions of those that are gone: all of the user but the kept ones. */
    readonly deleteAll: (userId: number, keptIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@dragoman/store/personal-access-token/PersonalAccessTokenRepository") {
  static readonly layer = Layer.effect(
    PersonalAccessTokenRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return PersonalAccessTokenRepository.of({
        find: Effect.fnUntraced(function* (tokenId) {
          return yield* token.first(sql`
            SELECT ${token.columns} FROM personal_access_token t WHERE t.id = ${tokenId}`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ userId, ...request }) {
          const rows = yield* token.all(sql`
            SELECT ${token.columns} FROM personal_access_token t WHERE t.user_id = ${userId}
            ${orderAndLimit(sql, personalAccessTokenOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM personal_access_token t WHERE t.user_id = ${userId}`
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie),

        create: Effect.fnUntraced(function* ({ at, ...input }) {
          const row = { ...input, createdAt: at, updatedAt: at }
          const rows = yield* sql<{ id: number }>`${personalAccessTokenTable.insert(sql, [row])} RETURNING id`
          return yield* Effect.fromNullishOr(rows[0]?.id)
        }, Effect.orDie),

        setDescription: Effect.fnUntraced(function* (tokenId, description, at) {
          yield* personalAccessTokenTable.update(sql, [{ id: tokenId, description, updatedAt: at }])
        }, Effect.orDie),

        replace: Effect.fnUntraced(function* (tokenId, { tokenHash, expiresAt, at }) {
          yield* personalAccessTokenTable.update(sql, [{ id: tokenId, tokenHash, expiresAt, updatedAt: at }])
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        delete: Effect.fnUntraced(function* (tokenId) {
          yield* sql`DELETE FROM personal_access_token WHERE id = ${tokenId}`
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        deleteAll: Effect.fnUntraced(function* (userId, keptIds) {
          const rows = yield* sql<{ description: string }>`
            DELETE FROM personal_access_token
            WHERE user_id = ${userId} AND id NOT IN ${jsonIds(sql, keptIds)} RETURNING description`
          yield* announceAccessChange(sql)
          return rows.map(({ description }) => description)
        }, Effect.orDie)
      })
    })
  )
}
