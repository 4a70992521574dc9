import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type RowSlice, type SlicedRows, slice } from "../database/row-slice.ts"

/** Times are epoch milliseconds. */
export interface PersonalAccessTokenRow {
  readonly tokenId: number
  readonly userId: number
  readonly description: string
  /** null: never. */
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export interface PersonalAccessTokenList extends RowSlice {
  readonly userId: number
}

/** What tokens can be sorted by; tokens that never expire come last. */
export const personalAccessTokenOrder = {
  id: "t.id",
  description: "unicode_lower(t.description)",
  createdAt: "t.created_at",
  updatedAt: "t.updated_at",
  expiresAt: "COALESCE(t.expires_at, 9007199254740991)",
  lastUsedAt: "COALESCE(t.last_used_at, 0)"
} as const

/** Tokens that act as their user; of the token itself only a digest is kept. */
export class PersonalAccessTokenRepository extends Context.Service<
  PersonalAccessTokenRepository,
  {
    /** Of any user: whose it is, the caller checks. */
    readonly find: (tokenId: number) => Effect.Effect<Option.Option<PersonalAccessTokenRow>>
    readonly list: (request: PersonalAccessTokenList) => Effect.Effect<SlicedRows<PersonalAccessTokenRow>>
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
  }
>()("@dragoman/store/personal-access-token/PersonalAccessTokenRepository") {
  static readonly layer = Layer.effect(
    PersonalAccessTokenRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        `t.id AS token_id, t.user_id, t.description, t.expires_at, t.last_used_at, t.created_at, t.updated_at`
      )
      return PersonalAccessTokenRepository.of({
        find: Effect.fn("PersonalAccessTokenRepository.find")(function* (tokenId) {
          const rows = yield* sql<PersonalAccessTokenRow>`
            SELECT ${columns} FROM personal_access_token t WHERE t.id = ${tokenId}`
          return Option.fromNullishOr(rows[0])
        }, Effect.orDie),

        list: Effect.fn("PersonalAccessTokenRepository.list")(function* ({ userId, ...request }) {
          const rows = yield* sql<PersonalAccessTokenRow>`
            SELECT ${columns} FROM personal_access_token t WHERE t.user_id = ${userId}
            ${slice(sql, personalAccessTokenOrder, request)}`
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM personal_access_token t WHERE t.user_id = ${userId}`
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie),

        create: Effect.fn("PersonalAccessTokenRepository.create")(function* (token) {
          const row = {
            user_id: token.userId,
            description: token.description,
            token_hash: token.tokenHash,
            expires_at: token.expiresAt,
            created_at: token.at,
            updated_at: token.at
          }
          const rows = yield* sql<{ id: number }>`
            INSERT INTO personal_access_token ${sql.insert(row)} RETURNING id`
          return yield* Effect.fromNullishOr(rows[0]?.id)
        }, Effect.orDie),

        setDescription: Effect.fn("PersonalAccessTokenRepository.setDescription")(function* (tokenId, description, at) {
          yield* sql`
            UPDATE personal_access_token SET ${sql.update({ description, updated_at: at })} WHERE id = ${tokenId}`
        }, Effect.orDie),

        replace: Effect.fn("PersonalAccessTokenRepository.replace")(function* (tokenId, { tokenHash, expiresAt, at }) {
          const change = { token_hash: tokenHash, expires_at: expiresAt, updated_at: at }
          yield* sql`UPDATE personal_access_token SET ${sql.update(change)} WHERE id = ${tokenId}`
        }, Effect.orDie),

        delete: Effect.fn("PersonalAccessTokenRepository.delete")(function* (tokenId) {
          yield* sql`DELETE FROM personal_access_token WHERE id = ${tokenId}`
        }, Effect.orDie)
      })
    })
  )
}
