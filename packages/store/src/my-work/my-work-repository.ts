import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isShown } from "../database/content-place.ts"
import { jsonIds } from "../database/sql-fragments.ts"

/** Texts of a language on the default branch by state; a language without any is left out. */
export interface LanguageWorkRow {
  readonly languageId: number
  readonly translated: number
  readonly reviewed: number
  readonly disabled: number
  readonly outdated: number
}

/** A number of things of one kind in a project. */
export interface AttentionRow {
  readonly projectId: number
  readonly kind: "webhook" | "job" | "task"
  readonly count: number
}

/** Ids of the projects in which each kind is counted, and the times that decide. */
export interface AttentionRequest {
  readonly webhooks: ReadonlyArray<number>
  readonly jobs: ReadonlyArray<number>
  readonly tasks: ReadonlyArray<number>
  /** Epoch milliseconds. */
  readonly now: number
  readonly jobsSince: number
}

/** Work that waits in projects, on their default branches. Counting reads every translation: not for the thread that serves requests. */
export class MyWorkRepository extends Context.Service<
  MyWorkRepository,
  {
    readonly countTexts: (languageIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<LanguageWorkRow>>
    readonly countKeys: (
      projectIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly projectId: number; readonly keys: number }>>
    /** Counts the keys with suggestions that wait for a decision. */
    readonly countSuggested: (
      languageIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly languageId: number; readonly keys: number }>>
    /** Counts failing webhooks, jobs that failed lately, and open tasks of any branch after their due date. */
    readonly countAttention: (request: AttentionRequest) => Effect.Effect<ReadonlyArray<AttentionRow>>
  }
>()("@dragoman/store/my-work/MyWorkRepository") {
  static readonly layer = Layer.effect(
    MyWorkRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MyWorkRepository.of({
        countTexts: Effect.fnUntraced(function* (languageIds) {
          return yield* sql<LanguageWorkRow>`
            SELECT t.language_id,
              CAST(sum(CASE WHEN t.state = 'TRANSLATED' THEN 1 ELSE 0 END) AS INTEGER) AS translated,
              CAST(sum(CASE WHEN t.state = 'REVIEWED' THEN 1 ELSE 0 END) AS INTEGER) AS reviewed,
              CAST(sum(CASE WHEN t.state = 'DISABLED' THEN 1 ELSE 0 END) AS INTEGER) AS disabled,
              CAST(sum(t.is_outdated) AS INTEGER) AS outdated
            FROM translation t JOIN translation_key k ON k.id = t.key_id AND k.project_id = t.project_id
            WHERE t.language_id IN ${jsonIds(sql, languageIds)} AND k.branch_id IS NULL AND k.deleted_at IS NULL
            GROUP BY t.language_id`
        }, Effect.orDie),

        countKeys: Effect.fnUntraced(function* (projectIds) {
          return yield* sql<{ projectId: number; keys: number }>`
            SELECT project_id, CAST(count(*) AS INTEGER) AS keys FROM translation_key
            WHERE project_id IN ${jsonIds(sql, projectIds)} AND branch_id IS NULL AND deleted_at IS NULL
            GROUP BY project_id`
        }, Effect.orDie),

        countSuggested: Effect.fnUntraced(function* (languageIds) {
          return yield* sql<{ languageId: number; keys: number }>`
            SELECT s.language_id, CAST(count(DISTINCT s.key_id) AS INTEGER) AS keys
            FROM translation_suggestion s JOIN translation_key k ON k.id = s.key_id AND k.project_id = s.project_id
            WHERE s.language_id IN ${jsonIds(sql, languageIds)} AND s.state = 'ACTIVE'
              AND k.branch_id IS NULL AND k.deleted_at IS NULL
            GROUP BY s.language_id`
        }, Effect.orDie),

        countAttention: Effect.fnUntraced(function* ({ webhooks, jobs, tasks, now, jobsSince }) {
          return yield* sql<AttentionRow>`
            SELECT project_id, 'webhook' AS kind, CAST(count(*) AS INTEGER) AS count FROM webhook_configuration
            WHERE project_id IN ${jsonIds(sql, webhooks)} AND deleted_at IS NULL
              AND (auto_disabled = 1 OR (enabled = 1 AND first_failed_at IS NOT NULL))
            GROUP BY project_id
            UNION ALL
            SELECT project_id, 'job', CAST(count(*) AS INTEGER) FROM batch_job
            WHERE project_id IN ${jsonIds(sql, jobs)} AND status = 'FAILED' AND is_hidden = 0 AND updated_at >= ${jobsSince}
            GROUP BY project_id
            UNION ALL
            SELECT t.project_id, 'task', CAST(count(*) AS INTEGER)
            FROM task t JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
            WHERE t.project_id IN ${jsonIds(sql, tasks)} AND t.state IN ('NEW', 'IN_PROGRESS') AND t.due_at < ${now}
              AND ${isShown(sql, "t")}
            GROUP BY t.project_id`
        }, Effect.orDie)
      })
    })
  )
}
