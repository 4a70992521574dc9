import type { SortableProperty } from "@dragoman/domain/page"
import type { SuggestionState } from "@dragoman/domain/suggestion"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn } from "../database/content-place.ts"
import { jsonIds, jsonTexts, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { type NewRowOf, pick, type Selected, select } from "../database/table.ts"
import { usernameInProject } from "../project/project-visibility.ts"
import { suggestionTable } from "../table/content-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const u = userAccountTable.as("u")

const suggestionWithAuthor = select({
  ...pick(suggestionTable.as("s"), "id", "keyId", "languageId", "text", "isPlural", "state", "createdAt", "updatedAt"),
  authorId: u.id,
  authorUsername: usernameInProject("u", "s.project_id"),
  authorName: u.name,
  authorAvatarHash: u.avatarHash,
  authorDeletedAt: u.deletedAt
})

export interface SuggestionRow
  extends Omit<
    Selected<typeof suggestionWithAuthor>,
    "authorId" | "authorUsername" | "authorName" | "authorAvatarHash" | "authorDeletedAt"
  > {
  readonly author: {
    readonly id: number
    readonly username: string
    readonly name: string
    /** null: no picture. */
    readonly avatarHash: string | null
    readonly deleted: boolean
  }
}

/** Key and language for which texts are suggested. */
export interface SuggestionPlace {
  readonly keyId: number
  readonly languageId: number
}

export interface SuggestionCountRow extends SuggestionPlace {
  readonly active: number
  readonly total: number
}

/** An active suggestion that reviewers were not notified of. */
export interface UnannouncedSuggestionRow {
  readonly id: number
  readonly languageId: number
  readonly languageTag: string
  readonly authorId: number
}

export interface NewSuggestion extends Omit<NewRowOf<typeof suggestionTable>, "id" | "announcedAt"> {}

const suggestionOrder: Readonly<Record<SortableProperty<"suggestions">, string>> = {
  id: "s.id",
  createdAt: "s.created_at",
  updatedAt: "s.updated_at"
}

/** Texts that users suggest. Writes need the lock of the project. */
export class SuggestionRepository extends Context.Service<
  SuggestionRepository,
  {
    /** `states` null: those of all states. */
    readonly list: (
      request: RowPage<SortableProperty<"suggestions">> &
        SuggestionPlace & { readonly states: ReadonlyArray<SuggestionState> | null }
    ) => Effect.Effect<PagedRows<SuggestionRow>>
    readonly find: (place: SuggestionPlace, id: number) => Effect.Effect<Option.Option<SuggestionRow>>
    /** Lists the active ones for a key in a language by id. */
    readonly listActive: (place: SuggestionPlace) => Effect.Effect<ReadonlyArray<SuggestionRow>>
    /** Finds out whether this text is suggested already. */
    readonly hasActive: (place: SuggestionPlace, text: string) => Effect.Effect<boolean>
    /** Returns the id. */
    readonly insert: (suggestion: NewSuggestion) => Effect.Effect<number>
    readonly setState: (ids: ReadonlyArray<number>, state: SuggestionState, at: number) => Effect.Effect<void>
    readonly remove: (id: number) => Effect.Effect<void>
    /** Counts the suggestions of keys in languages; places without any are left out. */
    readonly count: (
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<SuggestionCountRow>>
    /** Lists the newest active suggestions of each key in each language, at most `limit` of each, the newest first. */
    readonly listNewest: (
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<SuggestionRow>>
    /** Counts the active suggestions of live keys by language; languages without any are left out. */
    readonly countOfLanguages: (
      place: ContentPlace
    ) => Effect.Effect<ReadonlyArray<{ readonly languageId: number; readonly suggestions: number }>>
    /**
     * Lists the projects with active suggestions that were not announced, apart from those where some were announced after a
     * time.
     */
    readonly listProjectsToAnnounce: (announcedBefore: number) => Effect.Effect<ReadonlyArray<number>>
    readonly listUnannounced: (projectId: number) => Effect.Effect<ReadonlyArray<UnannouncedSuggestionRow>>
    /** Leaves decided suggestions out of the announcements for ever, some at a time, so that no search for new ones reads them. */
    readonly skipDecided: (limit: number) => Effect.Effect<void>
    readonly setAnnounced: (ids: ReadonlyArray<number>, at: number) => Effect.Effect<void>
  }
>()("@dragoman/store/suggestion/SuggestionRepository") {
  static readonly layer = Layer.effect(
    SuggestionRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = sql.literal("translation_suggestion s JOIN user_account u ON u.id = s.author_id")
      const isAt = ({ keyId, languageId }: SuggestionPlace) =>
        sql`s.key_id = ${keyId} AND s.language_id = ${languageId}`
      /** Active suggestions that can be decided on: not in the trash, and not in a deleted language. */
      const live = sql.literal(`
        translation_suggestion s
        JOIN translation_key k ON k.id = s.key_id AND k.project_id = s.project_id AND k.deleted_at IS NULL
        JOIN language l ON l.id = s.language_id AND l.deleted_at IS NULL`)
      return SuggestionRepository.of({
        list: Effect.fnUntraced(function* ({ keyId, languageId, states, ...page }) {
          const ofState = states === null ? sql`` : sql`AND s.state IN ${jsonTexts(sql, states)}`
          const condition = sql`${isAt({ keyId, languageId })} ${ofState}`
          const rows = yield* suggestionWithAuthor.all(sql`
            SELECT ${suggestionWithAuthor.columns} FROM ${source}
            WHERE ${condition} ${orderAndLimit(sql, suggestionOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM translation_suggestion s WHERE ${condition}`
          return { rows: rows.map(toRow), total: counted?.total ?? 0 }
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (place, id) {
          const found = yield* suggestionWithAuthor.first(sql`
            SELECT ${suggestionWithAuthor.columns} FROM ${source} WHERE ${isAt(place)} AND s.id = ${id}`)
          return Option.map(found, toRow)
        }, Effect.orDie),

        listActive: Effect.fnUntraced(function* (place) {
          const rows = yield* suggestionWithAuthor.all(sql`
            SELECT ${suggestionWithAuthor.columns} FROM ${source}
            WHERE ${isAt(place)} AND s.state = 'ACTIVE' ORDER BY s.id`)
          return rows.map(toRow)
        }, Effect.orDie),

        hasActive: Effect.fnUntraced(function* (place, text) {
          const found = yield* sql`
            SELECT 1 FROM translation_suggestion s
            WHERE ${isAt(place)} AND s.state = 'ACTIVE' AND s.text = ${text} LIMIT 1`
          return found.length > 0
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (row) {
          const rows = yield* sql<{ id: number }>`${suggestionTable.insert(sql, [row])} RETURNING id`
          return rows[0]?.id ?? 0
        }, Effect.orDie),

        setState: Effect.fnUntraced(function* (ids, state, at) {
          if (ids.length === 0) return
          yield* sql`
            UPDATE translation_suggestion SET state = ${state}, updated_at = ${at} WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (id) {
          yield* sql`DELETE FROM translation_suggestion WHERE id = ${id}`
        }, Effect.orDie),

        count: Effect.fnUntraced(function* (keyIds, languageIds) {
          if (keyIds.length === 0 || languageIds.length === 0) return []
          return yield* sql<SuggestionCountRow>`
            SELECT key_id, language_id, CAST(count(*) AS INTEGER) AS total,
              CAST(sum(CASE WHEN state = 'ACTIVE' THEN 1 ELSE 0 END) AS INTEGER) AS active
            FROM translation_suggestion
            WHERE key_id IN ${jsonIds(sql, keyIds)} AND language_id IN ${jsonIds(sql, languageIds)}
            GROUP BY key_id, language_id`
        }, Effect.orDie),

        listNewest: Effect.fnUntraced(function* (keyIds, languageIds, limit) {
          if (keyIds.length === 0 || languageIds.length === 0) return []
          const rows = yield* suggestionWithAuthor.all(sql`
            SELECT ${suggestionWithAuthor.columns} FROM ${source}
            WHERE s.id IN (
              SELECT ranked.id FROM (
                SELECT id, row_number() OVER (PARTITION BY key_id, language_id ORDER BY id DESC) AS place
                FROM translation_suggestion
                WHERE key_id IN ${jsonIds(sql, keyIds)} AND language_id IN ${jsonIds(sql, languageIds)}
                  AND state = 'ACTIVE'
              ) ranked WHERE ranked.place <= ${limit}
            ) ORDER BY s.id DESC`)
          return rows.map(toRow)
        }, Effect.orDie),

        countOfLanguages: Effect.fnUntraced(function* (place) {
          return yield* sql<{ languageId: number; suggestions: number }>`
            SELECT s.language_id, CAST(count(*) AS INTEGER) AS suggestions FROM ${live}
            WHERE s.project_id = ${place.projectId} AND ${isIn(sql, place, "k")} AND s.state = 'ACTIVE' GROUP BY s.language_id ORDER BY s.language_id`
        }, Effect.orDie),

        listProjectsToAnnounce: Effect.fnUntraced(function* (announcedBefore) {
          const rows = yield* sql<{ projectId: number }>`
            SELECT DISTINCT s.project_id FROM ${live}
            WHERE s.announced_at IS NULL AND s.state = 'ACTIVE' AND NOT EXISTS (
              SELECT 1 FROM translation_suggestion a
              WHERE a.project_id = s.project_id AND a.announced_at > ${announcedBefore})
            ORDER BY s.project_id`
          return rows.map(({ projectId }) => projectId)
        }, Effect.orDie),

        listUnannounced: Effect.fnUntraced(function* (projectId) {
          return yield* sql<UnannouncedSuggestionRow>`
            SELECT s.id, s.language_id, l.tag AS language_tag, s.author_id FROM ${live}
            WHERE s.project_id = ${projectId} AND s.announced_at IS NULL AND s.state = 'ACTIVE' ORDER BY s.id`
        }, Effect.orDie),

        skipDecided: Effect.fnUntraced(function* (limit) {
          // A time of long ago: nothing was announced now.
          yield* sql`UPDATE translation_suggestion SET announced_at = 0 WHERE id IN (
            SELECT id FROM translation_suggestion WHERE announced_at IS NULL AND state <> 'ACTIVE'
            ORDER BY project_id, id LIMIT ${limit})`
        }, Effect.orDie),

        setAnnounced: Effect.fnUntraced(function* (ids, at) {
          if (ids.length === 0) return
          yield* sql`UPDATE translation_suggestion SET announced_at = ${at} WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie)
      })
    })
  )
}

const toRow = ({
  authorId,
  authorUsername,
  authorName,
  authorAvatarHash,
  authorDeletedAt,
  ...suggestion
}: Selected<typeof suggestionWithAuthor>): SuggestionRow => ({
  ...suggestion,
  author: {
    id: authorId,
    username: authorUsername,
    name: authorName,
    avatarHash: authorAvatarHash,
    deleted: authorDeletedAt !== null
  }
})
