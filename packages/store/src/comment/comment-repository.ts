import type { CommentContent, CommentState } from "@dragoman/domain/comment"
import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { pick, type RowOf, type Selected, select } from "../database/table.ts"
import { usernameInProject } from "../project/project-visibility.ts"
import { commentTable } from "../table/content-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const u = userAccountTable.as("u")

const commentWithAuthor = select({
  ...pick(commentTable.as("c"), "id", "text", "state", "createdAt", "updatedAt"),
  authorId: u.id,
  authorUsername: usernameInProject("u", "c.project_id"),
  authorName: u.name,
  authorAvatarHash: u.avatarHash,
  authorDeletedAt: u.deletedAt
})

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

/** The number of comments of a translation. */
export interface CommentCountRow extends Pick<RowOf<typeof commentTable>, "translationId"> {
  readonly comments: number
  readonly unresolved: number
}

/** Sort expressions of comments. */
const commentOrder: Readonly<Record<SortableProperty<"comments">, string>> = {
  id: "c.id",
  createdAt: "c.created_at",
  updatedAt: "c.updated_at"
}

/** Comments are found only under their own translation. Writes belong into the transaction of the change. */
export class CommentRepository extends Context.Service<
  CommentRepository,
  {
    readonly list: (
      request: RowPage<SortableProperty<"comments">> & { readonly translationId: number }
    ) => Effect.Effect<PagedRows<CommentRow>>
    readonly find: (translationId: number, id: number) => Effect.Effect<Option.Option<CommentRow>>
    /** The id. */
    readonly insert: (
      comment: CommentContent & {
        readonly projectId: number
        readonly translationId: number
        readonly authorId: number
        readonly at: number
      }
    ) => Effect.Effect<number>
    readonly update: (id: number, content: CommentContent, at: number) => Effect.Effect<void>
    readonly remove: (id: number) => Effect.Effect<void>
    /** Counts the comments of translations that have some. */
    readonly count: (translationIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<CommentCountRow>>
  }
>()("@dragoman/store/comment/CommentRepository") {
  static readonly layer = Layer.effect(
    CommentRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = sql.literal("translation_comment c JOIN user_account u ON u.id = c.author_id")
      return CommentRepository.of({
        list: Effect.fnUntraced(function* ({ translationId, ...page }) {
          const rows = yield* commentWithAuthor.all(sql`
            SELECT ${commentWithAuthor.columns} FROM ${source}
            WHERE c.translation_id = ${translationId} ${orderAndLimit(sql, commentOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM translation_comment WHERE translation_id = ${translationId}`
          return { rows: rows.map(toCommentRow), total: counted?.total ?? 0 }
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (translationId, id) {
          const found = yield* commentWithAuthor.first(sql`
            SELECT ${commentWithAuthor.columns} FROM ${source} WHERE c.translation_id = ${translationId} AND c.id = ${id}`)
          return Option.map(found, toCommentRow)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* ({ projectId, translationId, authorId, text, state, at }) {
          const row = { projectId, translationId, authorId, text, state, createdAt: at, updatedAt: at }
          const rows = yield* sql<{ id: number }>`${commentTable.insert(sql, [row])} RETURNING id`
          return rows[0]?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (id, { text, state }, at) {
          yield* commentTable.update(sql, [{ id, text, state, updatedAt: at }])
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (id) {
          yield* sql`DELETE FROM translation_comment WHERE id = ${id}`
        }, Effect.orDie),

        count: Effect.fnUntraced(function* (translationIds) {
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

const toCommentRow = ({
  authorId,
  authorUsername,
  authorName,
  authorAvatarHash,
  authorDeletedAt,
  ...comment
}: Selected<typeof commentWithAuthor>): CommentRow => ({
  ...comment,
  author: {
    id: authorId,
    username: authorUsername,
    name: authorName,
    avatarHash: authorAvatarHash,
    deleted: authorDeletedAt !== null
  }
})
