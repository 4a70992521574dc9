import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { acquireProjectMutex, forUpdate } from "../database/locks.ts"

/** One delivery takes so many rows of other tables and indexes with it. */
const rowsPerDelivery = 10

/** A term takes its translations with it. */
const rowsPerTerm = 10

/** A key of a branch takes its translations and all that belongs to them with it. */
const rowsPerBranchKey = 4

/** A task takes its keys with it, which may be many. */
const rowsPerTask = 500

/** A content delivery takes its published files and its attempts with it. */
const rowsPerContentDelivery = 500

/** Rows of one table that are left of something deleted. */
interface EraseStep {
  readonly table: string
  /** Column by which rows are deleted. */
  readonly column?: string
  readonly source: string
  readonly condition: string
  /** The project whose lock guards the rows; null: an organization has them, and nothing writes them any more. */
  readonly projectId: string | null
  readonly perRow: number
  /** The project goes on, and may have tags and namespaces without keys afterwards. */
  readonly leavesUnused?: true
}

/** Content that deleted languages, projects, organizations and webhook configurations leave behind. */
export class DeletedContentRepository extends Context.Service<
  DeletedContentRepository,
  {
    /** Reads only, so that an idle server never takes the write lock. */
    readonly isLeft: Effect.Effect<boolean>
    /**
     * Erases at most `limit` rows of one project, about, under its lock: translations, suggestions and tasks of deleted languages; then keys of
     * deleted projects and branches, then tasks of these branches, then content deliveries of these branches and projects, and storages of these projects, then the merges of these projects, then these branches unless the activity, a
     * merge or another branch names them; then, of deleted projects, their tags, labels and namespaces; then the deliveries of webhook configurations that are deleted, or
     * whose project is; then these configurations; then batch jobs, notifications, settings of quality checks, the use of
     * translation memories and glossaries, prompts, settings and notes of machine translation of deleted projects; providers of language
     * models of deleted organizations; then their own memories and those of deleted organizations, with
     * their glossaries, entries and terms first.
     */
    readonly eraseSome: (limit: number) => Effect.Effect<{
      /** The project that may have tags and namespaces without keys now; null: none. */
      readonly keysErasedIn: number | null
    }>
  }
>()("@dragoman/store/project/DeletedContentRepository") {
  static readonly layer = Layer.effect(
    DeletedContentRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      /** In the order in which they are erased: translations apart from their keys, deliveries from their configuration. */
      const steps: ReadonlyArray<EraseStep> = [
        {
          table: "translation",
          // A deleted project has only deleted languages.
          source: "language o CROSS JOIN translation x",
          condition: "o.deleted_at IS NOT NULL AND x.language_id = o.id",
          projectId: "o.project_id",
          perRow: 1
        },
        {
          table: "translation_suggestion",
          source: "language o JOIN translation_suggestion x ON x.language_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.project_id",
          perRow: 1
        },
        {
          table: "task",
          source: "language o JOIN task x ON x.language_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.project_id",
          perRow: rowsPerTask
        },
        // By indexes, and in this order: SQLite would read the keys of all projects first.
        ...["x.deleted_at IS NULL AND x.branch_id IS NULL", "x.deleted_at IS NOT NULL"].map(
          (condition): EraseStep => ({
            table: "translation_key",
            source: "project o CROSS JOIN translation_key x",
            condition: `o.deleted_at IS NOT NULL AND x.project_id = o.id AND ${condition}`,
            projectId: "o.id",
            perRow: 1
          })
        ),
        // Each by its own index: keys, then those in the trash.
        ...[
          ["x.branch_id = o.id", "x.deleted_at IS NULL"],
          ["x.project_id = o.project_id AND x.branch_id = o.id", "x.deleted_at IS NOT NULL"]
        ].map(
          ([join, condition]): EraseStep => ({
            table: "translation_key",
            // In this order: SQLite would read the keys of all branches first.
            source: "branch o CROSS JOIN translation_key x",
            condition: `(o.state = 'DELETED'
              OR EXISTS (SELECT 1 FROM project p WHERE p.id = o.project_id AND p.deleted_at IS NOT NULL)) AND ${join} AND ${condition}`,
            projectId: "o.project_id",
            perRow: rowsPerBranchKey,
            leavesUnused: true
          })
        ),
        {
          table: "task",
          source: "branch o CROSS JOIN task x",
          condition: "o.state = 'DELETED' AND x.branch_id = o.id",
          projectId: "o.project_id",
          perRow: 1
        },
        {
          table: "content_delivery",
          source: "branch o CROSS JOIN content_delivery x",
          condition: "o.state = 'DELETED' AND x.branch_id = o.id",
          projectId: "o.project_id",
          perRow: rowsPerContentDelivery
        },
        // Content deliveries refer to their storages.
        ...[["content_delivery", rowsPerContentDelivery] as const, ["content_storage", 1] as const].map(
          ([table, perRow]): EraseStep => ({
            table,
            source: `project o JOIN ${table} x ON x.project_id = o.id`,
            condition: "o.deleted_at IS NOT NULL",
            projectId: "o.id",
            perRow
          })
        ),
        {
          table: "branch_merge_change",
          source:
            "project o JOIN branch_merge m ON m.project_id = o.id JOIN branch_merge_change x ON x.merge_id = m.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "branch_merge",
          source: "project o JOIN branch_merge x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "branch",
          source: "project o JOIN branch x ON x.project_id = o.id",
          condition: `(o.deleted_at IS NOT NULL OR (x.state = 'DELETED'
            AND NOT EXISTS (SELECT 1 FROM activity_revision r WHERE r.branch_id = x.id)
            AND NOT EXISTS (SELECT 1 FROM branch_merge m WHERE m.source_branch_id = x.id OR m.target_branch_id = x.id)
            AND NOT EXISTS (SELECT 1 FROM branch c WHERE c.origin_branch_id = x.id)))`,
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
          table: "label",
          source: "project o JOIN label x ON x.project_id = o.id",
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
        },
        {
          table: "quality_setting",
          source:
            "project o JOIN quality_setting x ON x.project_id = o.id LEFT JOIN language l ON l.id = x.language_id",
          condition: "(o.deleted_at IS NOT NULL OR l.deleted_at IS NOT NULL)",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "memory_assignment",
          column: "project_id",
          source: "project o JOIN memory_assignment x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "glossary_project",
          column: "project_id",
          source: "project o JOIN glossary_project x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        {
          table: "glossary_term",
          source:
            "organization o JOIN glossary g ON g.organization_id = o.id JOIN glossary_term x ON x.glossary_id = g.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: null,
          perRow: rowsPerTerm
        },
        {
          table: "glossary",
          source: "organization o JOIN glossary x ON x.organization_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: null,
          perRow: 1
        },
        {
          table: "prompt",
          source: "project o JOIN prompt x ON x.project_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: "o.id",
          perRow: 1
        },
        ...["machine_translation_setting", "translation_note"].map((table) => ({
          table,
          source: `project o JOIN ${table} x ON x.project_id = o.id LEFT JOIN language l ON l.id = x.language_id`,
          condition: "(o.deleted_at IS NOT NULL OR l.deleted_at IS NOT NULL)",
          projectId: "o.id",
          perRow: 1
        })),
        {
          table: "llm_provider",
          source: "organization o JOIN llm_provider x ON x.organization_id = o.id",
          condition: "o.deleted_at IS NOT NULL",
          projectId: null,
          perRow: 1
        },
        ...["project", "organization"].flatMap((owner): ReadonlyArray<EraseStep> => {
          const projectId = owner === "project" ? "o.id" : null
          const condition = "o.deleted_at IS NOT NULL"
          return [
            {
              table: "memory_entry",
              source: `${owner} o JOIN memory m ON m.${owner}_id = o.id JOIN memory_entry x ON x.memory_id = m.id`,
              condition,
              projectId,
              perRow: 1
            },
            {
              table: "memory",
              source: `${owner} o JOIN memory x ON x.${owner}_id = o.id`,
              condition,
              projectId,
              perRow: 1
            }
          ]
        })
      ]

      /** The first step that something is left of. `projectId`: only in this project. */
      const findNext = Effect.fnUntraced(function* (projectId: number | null) {
        for (const step of steps) {
          if (projectId !== null && step.projectId === null) continue
          const owner = sql.literal(step.projectId ?? "NULL")
          const ofProject = projectId === null ? sql`` : sql`${owner} = ${projectId} AND`
          const [row] = yield* sql<{ projectId: number | null }>`
            SELECT CAST(${owner} AS BIGINT) AS project_id FROM ${sql.literal(step.source)}
            WHERE ${ofProject} ${sql.literal(step.condition)} LIMIT 1`
          if (row !== undefined) return { step, projectId: row.projectId }
        }
        return null
      })

      const erase = (
        { table, column = "id", source, condition, perRow, projectId: owner }: EraseStep,
        limit: number,
        projectId: number | null
      ) => {
        const ofProject = owner === null ? sql`` : sql`${sql.literal(owner)} = ${projectId} AND`
        return sql`DELETE FROM ${sql(table)} WHERE ${sql(column)} IN (
          SELECT ${sql.literal(`x.${column}`)} FROM ${sql.literal(source)}
          WHERE ${ofProject} ${sql.literal(condition)} LIMIT ${Math.ceil(limit / perRow)})`
      }

      return DeletedContentRepository.of({
        isLeft: Effect.map(findNext(null), (next) => next !== null).pipe(Effect.orDie),

        eraseSome: Effect.fnUntraced(function* (limit) {
          const found = yield* findNext(null)
          if (found === null) return { keysErasedIn: null }
          const { projectId } = found
          if (projectId === null) {
            yield* erase(found.step, limit, null)
            return { keysErasedIn: null }
          }
          // Keys of the project may be written at the same time, with the texts of its deleted languages.
          yield* acquireProjectMutex(projectId)
          yield* sql`SELECT id FROM project WHERE id = ${projectId} ${forUpdate(sql)}`
          // Again, under the lock: a project deleted between two of the queries above has not lost its keys yet.
          const next = yield* findNext(projectId)
          if (next !== null) yield* erase(next.step, limit, projectId)
          return { keysErasedIn: next?.step.leavesUnused === true ? projectId : null }
        }, Effect.orDie)
      })
    })
  )
}
