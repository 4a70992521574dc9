import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { acquireProjectMutex, projectLock } from "../database/locks.ts"
import { partitionedTables } from "../table/content-tables.ts"

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
  /** Tables with the owner under `o`, before the rows to erase. */
  readonly owners: string
  /** The condition of rows that are left, on `owners` and the rows, `x`. */
  readonly rows: string
  /** The condition of an owner that has such a row: it reads one entry of an index for each deleted owner. */
  readonly isLeft: string
  /** The project whose lock guards the rows; null: an organization has them, and nothing writes them any more. */
  readonly projectId: string | null
  readonly perRow: number
  /** The project goes on, and may have tags and namespaces without keys afterwards. */
  readonly leavesUnused?: true
}

interface OwnedRows {
  /** The column of the rows that names the row under which they are. An index begins with it. */
  readonly by?: string
  readonly parent?: string
  readonly owners?: string
  readonly isDeleted?: string
  /** A condition of the rows, as the index has it. */
  readonly where?: string
  /** A condition that leads PostgreSQL to the partition of the rows, of no use to an index. */
  readonly partition?: string
  readonly column?: string
  readonly projectId?: string | null
  readonly perRow?: number
  readonly leavesUnused?: true
}

/**
 * The step for rows under deleted owners, which are projects unless it says otherwise. Deleted owners stay, without rows: so each is asked
 * for its first row by the order of an index. Any other condition makes an engine read all rows of all owners.
 */
const under = (
  table: string,
  {
    by = "project_id",
    parent = "o.id",
    owners = "project o",
    isDeleted = "o.deleted_at IS NOT NULL",
    where,
    partition,
    projectId = "o.id",
    perRow = 1,
    ...rest
  }: OwnedRows = {}
): EraseStep => {
  const and = where === undefined ? "" : ` AND ${where}`
  return {
    table,
    owners,
    rows: `${isDeleted} AND x.${by} = ${parent}${and}${partition === undefined ? "" : ` AND ${partition}`}`,
    isLeft: `${isDeleted} AND ${parent} = (
      SELECT x.${by} FROM ${table} x WHERE x.${by} >= ${parent}${and} ORDER BY x.${by} LIMIT 1)`,
    projectId,
    perRow,
    ...rest
  }
}

/** The step for rows of tables with few rows, which may be left for several reasons. */
const among = (
  table: string,
  { owners = "project o", join, condition, projectId = "o.id", perRow = 1, ...rest }: AmongRows
): EraseStep => ({
  table,
  owners,
  rows: `${join} AND ${condition}`,
  isLeft: `EXISTS (SELECT 1 FROM ${table} x WHERE ${join} AND ${condition})`,
  projectId,
  perRow,
  ...rest
})

interface AmongRows extends Pick<OwnedRows, "owners" | "projectId" | "perRow" | "leavesUnused"> {
  readonly join: string
  readonly condition: string
}

const isBranchDeleted = `(o.state = 'DELETED'
  OR EXISTS (SELECT 1 FROM project p WHERE p.id = o.project_id AND p.deleted_at IS NOT NULL))`

const branchKeys = { perRow: rowsPerBranchKey, leavesUnused: true } as const

const ofBranch = (isDeleted: string) =>
  ({ by: "branch_id", owners: "branch o", isDeleted, projectId: "o.project_id" }) as const

const ofDeletedLanguage = { by: "language_id", owners: "language o", projectId: "o.project_id" } as const

const ofOrganization = { by: "organization_id", owners: "organization o", projectId: null } as const

/** The step for settings of a project, which a deleted language leaves too. */
const ofLanguage = (table: string): EraseStep =>
  among(table, {
    join: "x.project_id = o.id",
    condition: `(o.deleted_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM language l WHERE l.id = x.language_id AND l.deleted_at IS NOT NULL))`
  })

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
        // A deleted project has only deleted languages.
        under("translation", { ...ofDeletedLanguage, partition: "x.project_id = o.project_id" }),
        under("translation_suggestion", ofDeletedLanguage),
        under("task", { ...ofDeletedLanguage, perRow: rowsPerTask }),
        ...["x.deleted_at IS NULL AND x.branch_id IS NULL", "x.deleted_at IS NOT NULL"].map((where) =>
          under("translation_key", { where })
        ),
        // Each by its own index: keys, then those in the trash.
        under("translation_key", { ...ofBranch(isBranchDeleted), where: "x.deleted_at IS NULL", ...branchKeys }),
        among("translation_key", {
          owners: "branch o",
          join: "x.project_id = o.project_id AND x.branch_id = o.id",
          condition: `x.deleted_at IS NOT NULL AND ${isBranchDeleted}`,
          projectId: "o.project_id",
          ...branchKeys
        }),
        under("task", ofBranch("o.state = 'DELETED'")),
        under("content_delivery", { ...ofBranch("o.state = 'DELETED'"), perRow: rowsPerContentDelivery }),
        // Content deliveries refer to their storages.
        under("content_delivery", { perRow: rowsPerContentDelivery }),
        under("content_storage"),
        under("branch_merge_change", {
          by: "merge_id",
          parent: "m.id",
          owners: "project o JOIN branch_merge m ON m.project_id = o.id"
        }),
        under("branch_merge"),
        among("branch", {
          owners: "branch b JOIN project o ON o.id = b.project_id",
          join: "x.id = b.id",
          condition: `(o.deleted_at IS NOT NULL OR (x.state = 'DELETED'
            AND NOT EXISTS (SELECT 1 FROM activity_revision r WHERE r.branch_id = x.id)
            AND NOT EXISTS (SELECT 1 FROM branch_merge m WHERE m.source_branch_id = x.id OR m.target_branch_id = x.id)
            AND NOT EXISTS (SELECT 1 FROM branch c WHERE c.origin_branch_id = x.id)))`
        }),
        under("tag"),
        under("label"),
        under("namespace"),
        under("delivery", {
          by: "webhook_configuration_id",
          parent: "c.id",
          owners: "project o JOIN webhook_configuration c ON c.project_id = o.id",
          isDeleted: "(o.deleted_at IS NOT NULL OR c.deleted_at IS NOT NULL)",
          perRow: rowsPerDelivery
        }),
        among("webhook_configuration", {
          join: "x.project_id = o.id",
          condition: "(o.deleted_at IS NOT NULL OR x.deleted_at IS NOT NULL)"
        }),
        under("batch_job"),
        under("notification"),
        ofLanguage("quality_setting"),
        under("memory_assignment", { column: "project_id" }),
        under("glossary_project", { column: "project_id" }),
        under("glossary_term", {
          by: "glossary_id",
          parent: "g.id",
          owners: "organization o JOIN glossary g ON g.organization_id = o.id",
          projectId: null,
          perRow: rowsPerTerm
        }),
        under("glossary", ofOrganization),
        under("prompt"),
        ofLanguage("machine_translation_setting"),
        ofLanguage("translation_note"),
        under("llm_provider", ofOrganization),
        ...[{}, ofOrganization].flatMap((of) => {
          const owner = of === ofOrganization ? "organization" : "project"
          const owners = `${owner} o JOIN memory m ON m.${owner}_id = o.id`
          return [under("memory_entry", { ...of, by: "memory_id", parent: "m.id", owners }), under("memory", of)]
        })
      ]

      /** The first step that something is left of. `projectId`: only in this project. */
      const findNext = Effect.fnUntraced(function* (projectId: number | null) {
        for (const step of steps) {
          if (projectId !== null && step.projectId === null) continue
          const owner = sql.literal(step.projectId ?? "NULL")
          const ofProject = projectId === null ? sql`` : sql`${owner} = ${projectId} AND`
          const [row] = yield* sql<{ projectId: number | null }>`
            SELECT CAST(${owner} AS BIGINT) AS project_id FROM ${sql.literal(step.owners)}
            WHERE ${ofProject} ${sql.literal(step.isLeft)} LIMIT 1`
          if (row !== undefined) return { step, projectId: row.projectId }
        }
        return null
      })

      const erase = (
        { table, column = "id", owners, rows, perRow, projectId: owner }: EraseStep,
        limit: number,
        projectId: number | null
      ) => {
        const ofProject = owner === null ? sql`` : sql`${sql.literal(owner)} = ${projectId} AND`
        const ofPartition =
          projectId !== null && partitionedTables.some(({ name }) => name === table)
            ? sql`AND ${isOf(sql, projectId, table)}`
            : sql``
        return sql`DELETE FROM ${sql(table)} WHERE ${sql(column)} IN (
          SELECT ${sql.literal(`x.${column}`)} FROM ${sql.literal(`${owners} CROSS JOIN ${table} x`)}
          WHERE ${ofProject} ${sql.literal(rows)} LIMIT ${Math.ceil(limit / perRow)}) ${ofPartition}`
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
          const { gate, rowLock } = projectLock(sql, projectId, "exclusive")
          yield* sql`SELECT id FROM project WHERE id = ${projectId} AND ${gate} ${rowLock}`
          // Again, under the lock: a project deleted between two of the queries above has not lost its keys yet.
          const next = yield* findNext(projectId)
          if (next !== null) yield* erase(next.step, limit, projectId)
          return { keysErasedIn: next?.step.leavesUnused === true ? projectId : null }
        }, Effect.orDie)
      })
    })
  )
}
