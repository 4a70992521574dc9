import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { acquireProjectMutex, forUpdate } from "../database/locks.ts"

/** One delivery takes so many rows of other tables and indexes with it. */
const rowsPerDelivery = 10

/** Content that deleted languages, projects and webhook configurations leave behind. */
export class DeletedContentRepository extends Context.Service<
  DeletedContentRepository,
  {
    /** Reads only, so that an idle server never takes the write lock. */
    readonly isLeft: Effect.Effect<boolean>
    /**
     * Erases at most `limit` rows of one project, about, under its lock: translations of deleted languages; then keys of
     * deleted projects, their tags and their namespaces; then the deliveries of webhook configurations that are deleted, or
     * whose project is; then these configurations; then batch jobs and notifications of deleted projects.
     */
    readonly eraseSome: (limit: number) => Effect.Effect<void>
  }
>()("@dragoman/store/project/DeletedContentRepository") {
  static readonly layer = Layer.effect(
    DeletedContentRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      /** In the order in which they are erased: translations apart from their keys, deliveries from their configuration. */
      const steps = [
        {
          table: "translation",
          // A deleted project has only deleted languages.
          source: "language o JOIN translation x ON x.language_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.project_id",
          perRow: 1
        },
        {
          table: "translation_key",
          source: "project o JOIN translation_key x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "tag",
          source: "project o JOIN tag x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "namespace",
          source: "project o JOIN namespace x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "delivery",
          source:
            "project o JOIN webhook_configuration c ON c.project_id = o.id JOIN delivery x ON x.webhook_configuration_id = c.id",
          condition: "(o.deleted_at IS NOT NULL OR c.deleted_at IS NOT NULL)",
          projectId: "o.id",
          perRow: rowsPerDelivery
        },
        {
          table: "webhook_configuration",
          source: "project o JOIN webhook_configuration x ON x.project_id = o.id",
          condition: "(o.deleted_at IS NOT NULL OR x.deleted_at IS NOT NULL)",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "batch_job",
          source: "project o JOIN batch_job x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "notification",
          source: "project o JOIN notification x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        }
      ] as const

      /** The first step that something is left of. `projectId`: only in this project. */
      const findNext = Effect.fnUntraced(function* (projectId: number | null) {
        for (const step of steps) {
          const ofProject = projectId === null ? sql`` : sql`${sql.literal(step.projectId)} = ${projectId} AND`
          const [row] = yield* sql<{ projectId: number }>`
            SELECT ${sql.literal(step.projectId)} AS project_id FROM ${sql.literal(step.source)}
            WHERE ${ofProject} ${sql.literal(step.condition)} LIMIT 1`
          if (row !== undefined) return { step, projectId: row.projectId }
        }
        return null
      })

      return DeletedContentRepository.of({
        isLeft: Effect.map(findNext(null), (next) => next !== null).pipe(Effect.orDie),

        eraseSome: Effect.fnUntraced(function* (limit) {
          const found = yield* findNext(null)
          if (found === null) return
          const { projectId } = found
          // Keys of the project may be written at the same time, with the texts of its deleted languages.
          yield* acquireProjectMutex(projectId)
          yield* sql`SELECT id FROM project WHERE id = ${projectId} ${forUpdate(sql)}`
          // Again, under the lock: a project deleted between two of the queries above has not lost its keys yet.
          const next = yield* findNext(projectId)
          if (next === null) return
          const { step } = next
          yield* sql`DELETE FROM ${sql.literal(step.table)} WHERE id IN (
            SELECT x.id FROM ${sql.literal(step.source)}
            WHERE ${sql.literal(step.projectId)} = ${projectId} AND ${sql.literal(step.condition)}
            LIMIT ${Math.ceil(limit / step.perRow)})`
        }, Effect.orDie)
      })
    })
  )
}
