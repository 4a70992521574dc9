import type { CommentContent, CommentState } from "@dragoman/domain/comment"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/json-rows.ts"
import { type RowSlice, type SlicedRows, slice } from "../database/row-slice.ts"

export interface CommentRow extends CommentContent {
  readonly id: number
  readonly author: CommentAuthorRow
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface CommentAuthorRow {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly avatarHash: string | null
  readonly deleted: boolean
}

/** How many comments a translation has. */
export interface CommentCountRow {
  readonly translationId: number
  readonly comments: number
  readonly unresolved: number
}

/** What comments can be sorted by. */
export const commentOrder = { id: "c.id", createdAt: "c.created_at", updatedAt: "c.updated_at" } as const

/** Comments are found only under their own translation. Writes belong into the transaction of the change. */
export class CommentRepository extends Context.Service<
  CommentRepository,
  {
    readonly list: (
      request: RowSlice<keyof typeof commentOrder> & { readonly translationId: number }
    ) => Effect.Effect<SlicedRows<CommentRow>>
    readonly find: (translationId: number, id: number) => Effect.Effect<Option.Option<CommentRow>>
    /** The id. */
    readonly insert: (
      comment: CommentContent & { readonly translationId: number; readonly authorId: number; readonly at: number }
    ) => Effect.Effect<number>
    readonly update: (id: number, content: CommentContent, at: number) => Effect.Effect<void>
    readonly remove: (id: number) => Effect.Effect<void>
    /** Of translations that have some. */
    readonly count: (translationIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<CommentCountRow>>
  }
>()("@dragoman/store/comment/CommentRepository") {
  static readonly layer = Layer.effect(
    CommentRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = sql.literal(
        `SELECT c.id, c.text, c.state, c.created_at, c.updated_at, u.id AS author_id, u.username AS author_username,
           u.name AS author_name, u.avatar_hash AS author_avatar_hash, u.deleted_at AS author_deleted_at
         FROM translation_comment c JOIN user_account u ON u.id = c.author_id`
      )
      return CommentRepository.of({
        list: Effect.fn("CommentRepository.list")(function* ({ translationId, ...page }) {
          const rows = yield* sql<CommentColumns>`
            ${select} WHERE c.translation_id = ${translationId} ${slice(sql, commentOrder, page)}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM translation_comment WHERE translation_id = ${translationId}`
          return { rows: rows.map(toCommentRow), total: counted?.total ?? 0 }
        }, Effect.orDie),

        find: Effect.fn("CommentRepository.find")(function* (translationId, id) {
          const rows = yield* sql<CommentColumns>`
            ${select} WHERE c.translation_id = ${translationId} AND c.id = ${id}`
          return Option.map(Option.fromNullishOr(rows[0]), toCommentRow)
        }, Effect.orDie),

        insert: Effect.fn("CommentRepository.insert")(function* ({ translationId, authorId, text, state, at }) {
          const row = {
            translation_id: translationId,
            author_id: authorId,
            text,
            state,
            created_at: at,
            updated_at: at
          }
          const rows = yield* sql<{ id: number }>`INSERT INTO translation_comment ${sql.insert(row)} RETURNING id`
          return rows[0]?.id ?? 0
        }, Effect.orDie),

        update: Effect.fn("CommentRepository.update")(function* (id, { text, state }, at) {
          yield* sql`UPDATE translation_comment SET ${sql.update({ text, state, updated_at: at })} WHERE id = ${id}`
        }, Effect.orDie),

        remove: Effect.fn("CommentRepository.remove")(function* (id) {
          yield* sql`DELETE FROM translation_comment WHERE id = ${id}`
        }, Effect.orDie),

        count: Effect.fn("CommentRepository.count")(function* (translationIds) {
          if (translationIds.length === 0) return []
          return yield* sql<CommentCountRow>`
            SELECT translation_id, CAST(count(*) AS INTEGER) AS comments,
              CAST(sum(CASE WHEN state = ${unresolved} THEN 1 ELSE 0 END) AS INTEGER) AS unresolved
            FROM translation_comment WHERE translation_id IN ${jsonIds(sql, translationIds)}
            GROUP BY translation_id`
        }, Effect.orDie)
      })
    })
  )
}

const unresolved: CommentState = "NEEDS_RESOLUTION"

interface CommentColumns extends Pick<CommentRow, "id" | "text" | "state" | "createdAt" | "updatedAt"> {
  readonly authorId: number
  readonly authorUsername: string
  readonly authorName: string
  readonly authorAvatarHash: string | null
  readonly authorDeletedAt: number | null
}

const toCommentRow = ({
  authorId,
  authorUsername,
  authorName,
  authorAvatarHash,
  authorDeletedAt,
  ...comment
}: CommentColumns): CommentRow => ({
  ...comment,
  author: {
    id: authorId,
    username: authorUsername,
    name: authorName,
    avatarHash: authorAvatarHash,
    deleted: authorDeletedAt !== null
  }
})
