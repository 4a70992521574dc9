import type { StateCount } from "@dragoman/domain/stats"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn, isOf } from "../database/content-place.ts"
import { jsonIds, jsonRows } from "../database/sql-fragments.ts"
import { computed, type RowOf, type Selected, select } from "../database/table.ts"
import { keyTable, translationTable } from "../table/content-tables.ts"
import type { languageTable } from "../table/project-tables.ts"

export interface ProjectCounts {
  readonly keyCount: number
  readonly tagCount: number
  /** Time by language when a text of it was last written, epoch milliseconds; null: never. */
  readonly updatedAt: ReadonlyMap<number, number | null>
  readonly states: ReadonlyArray<StateCount>
}

const uncountedText = select({
  translationId: translationTable.as("t").id,
  text: computed(Schema.String, "t.text"),
  isPlural: keyTable.as("k").isPlural
})

/** A base text whose words are not counted yet. */
export interface UncountedText extends Selected<typeof uncountedText> {}

/** Texts of a language of a project by state. */
export interface LanguageTextCounts {
  readonly projectId: number
  readonly languageId: number
  readonly translated: number
  readonly reviewed: number
}

/** Keys of a project, and texts of its languages by state; languages without a text are left out. */
export interface ProjectTextCounts {
  readonly projectId: number
  readonly keyCount: number
  readonly languages: ReadonlyArray<LanguageTextCounts>
}

/** Progress of projects. Counting reads every translation: not for the thread that serves requests. */
export class StatsRepository extends Context.Service<
  StatsRepository,
  {
    /** `baseLanguageId`: whose words count. */
    readonly count: (place: ContentPlace, baseLanguageId: number | null) => Effect.Effect<ProjectCounts>
    /** Counts the texts of the default branches of projects that have keys, in two statements for any number of projects. */
    readonly countTexts: (projectIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ProjectTextCounts>>
    /** Lists uncounted texts of live keys after `afterId`, by id. */
    readonly listUncounted: (
      place: ContentPlace,
      baseLanguageId: number,
      afterId: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<UncountedText>>
    /** A text that was changed meanwhile is left for the next time. */
    readonly saveWordCounts: (
      projectId: number,
      counted: ReadonlyArray<{ readonly translationId: number; readonly text: string; readonly words: number }>
    ) => Effect.Effect<void>
    /** Revisions by day (days since 1970-01-01 UTC), the oldest first. */
    readonly listDailyActivity: (
      projectId: number
    ) => Effect.Effect<ReadonlyArray<{ readonly day: number; readonly revisions: number }>>
  }
>()("@dragoman/store/stats/StatsRepository") {
  static readonly layer = Layer.effect(
    StatsRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return StatsRepository.of({
        count: Effect.fnUntraced(function* (place, baseLanguageId) {
          const states = yield* sql<StateCount>`
            SELECT t.language_id, t.state, CAST(count(*) AS INTEGER) AS keys,
              CAST(COALESCE(sum(b.word_count), 0) AS INTEGER) AS words
            FROM translation_key k
            JOIN translation t ON t.key_id = k.id AND t.project_id = k.project_id
            LEFT JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id AND b.language_id = ${baseLanguageId ?? 0}
            WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL AND t.state IN ('TRANSLATED', 'REVIEWED')
            GROUP BY t.language_id, t.state`
          const languages = yield* sql<Pick<RowOf<typeof languageTable>, "id" | "translationsUpdatedAt">>`
            SELECT id, translations_updated_at FROM language WHERE project_id = ${place.projectId} AND deleted_at IS NULL`
          const [counted] = yield* sql<{ keyCount: number; tagCount: number }>`
            SELECT
              (SELECT CAST(count(*) AS INTEGER) FROM translation_key k
                WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL) AS key_count,
              (SELECT CAST(count(*) AS INTEGER) FROM tag WHERE project_id = ${place.projectId}) AS tag_count`
          return {
            keyCount: counted?.keyCount ?? 0,
            tagCount: counted?.tagCount ?? 0,
            updatedAt: new Map(languages.map((row) => [row.id, row.translationsUpdatedAt])),
            states
          }
        }, Effect.orDie),

        countTexts: Effect.fnUntraced(function* (projectIds) {
          const keys = yield* sql<{ projectId: number; keyCount: number }>`
            SELECT project_id, CAST(count(*) AS INTEGER) AS key_count FROM translation_key
            WHERE project_id IN ${jsonIds(sql, projectIds)} AND branch_id IS NULL AND deleted_at IS NULL GROUP BY project_id`
          const texts = yield* sql<LanguageTextCounts>`
            SELECT k.project_id, t.language_id,
              CAST(sum(CASE WHEN t.state = 'TRANSLATED' THEN 1 ELSE 0 END) AS INTEGER) AS translated,
              CAST(sum(CASE WHEN t.state = 'REVIEWED' THEN 1 ELSE 0 END) AS INTEGER) AS reviewed
            FROM translation_key k
            JOIN translation t ON t.key_id = k.id AND t.project_id = k.project_id
            JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
            WHERE k.project_id IN ${jsonIds(sql, projectIds)} AND k.branch_id IS NULL AND k.deleted_at IS NULL
              AND t.state IN ('TRANSLATED', 'REVIEWED')
            GROUP BY k.project_id, t.language_id`
          const textsByProjectId = Map.groupBy(texts, ({ projectId }) => projectId)
          return keys.map(
            ({ projectId, keyCount }): ProjectTextCounts => ({
              projectId,
              keyCount,
              languages: textsByProjectId.get(projectId) ?? []
            })
          )
        }, Effect.orDie),

        listUncounted: Effect.fnUntraced(function* (place, baseLanguageId, afterId, limit) {
          return yield* uncountedText.all(sql`
              SELECT ${uncountedText.columns}
              FROM translation t JOIN translation_key k ON k.id = t.key_id AND k.project_id = t.project_id
              WHERE t.language_id = ${baseLanguageId} AND t.word_count IS NULL AND t.text IS NOT NULL
                AND t.id > ${afterId} AND ${isIn(sql, place, "k")} AND k.deleted_at IS NULL
              ORDER BY t.id LIMIT ${limit}`)
        }, Effect.orDie),

        saveWordCounts: Effect.fnUntraced(function* (projectId, counted) {
          if (counted.length === 0) return
          // Texts that are just being written are counted the next time: a reader never waits for a writer.
          const skipLocked = sql.onDialectOrElse({ pg: () => "FOR NO KEY UPDATE SKIP LOCKED", orElse: () => "" })
          const free = yield* sql<{ id: number }>`
            SELECT id FROM translation WHERE id IN ${jsonIds(
              sql,
              counted.map(({ translationId }) => translationId)
            )} AND ${isOf(sql, projectId, "translation")} ${sql.literal(skipLocked)}`
          const freeIds = new Set(free.map(({ id }) => id))
          const rows = counted
            .filter(({ translationId }) => freeIds.has(translationId))
            .map(({ translationId, text, words }) => ({ id: translationId, text, words }))
          yield* sql`
            UPDATE translation SET word_count = input.words
            FROM ${jsonRows(sql, { id: "integer", text: "text", words: "integer" }, rows)} input
            WHERE translation.id = input.id AND translation.text = input.text AND ${isOf(sql, projectId, "translation")}`
        }, Effect.orDie),

        listDailyActivity: Effect.fnUntraced(function* (projectId) {
          return yield* sql<{ day: number; revisions: number }>`
            SELECT created_at / 86400000 AS day, CAST(count(*) AS INTEGER) AS revisions
            FROM activity_revision WHERE project_id = ${projectId} AND batch_job_id IS NULL
            GROUP BY created_at / 86400000 ORDER BY day`
        }, Effect.orDie)
      })
    })
  )
}
