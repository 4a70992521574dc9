import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isIn, isOf } from "../database/content-place.ts"
import { jsonRows } from "../database/sql-fragments.ts"
import { pick, type RowOf, type Selected, select } from "../database/table.ts"
import { branchTable } from "../table/branch-tables.ts"
import {
  commentTable,
  keyNeighbourTable,
  keyTable,
  keyTagTable,
  screenshotReferenceTable,
  translationFormatDataTable,
  translationTable
} from "../table/content-tables.ts"
import { translationLabelTable } from "../table/label-tables.ts"
import { qualityIssueTable, staleCheckTable } from "../table/quality-check-tables.ts"

/** Tables whose rows are copied with their key. */
const tablesOfKeys = [keyTagTable, screenshotReferenceTable]

/** Tables whose rows are copied with their translation. */
const tablesOfTranslations = [
  commentTable,
  translationFormatDataTable,
  translationLabelTable,
  qualityIssueTable,
  staleCheckTable
]

/** Every table whose rows belong to a key or a translation, and is copied to a new branch. */
export const copiedTables: ReadonlyArray<string> = [
  keyTable,
  translationTable,
  keyNeighbourTable,
  ...tablesOfKeys,
  ...tablesOfTranslations
].map(({ name }) => name)

/** The columns of a table in the order of `INSERT`, and the values that a copy gets: those of the row `x`, but for `changed`. */
const columnsOf = (
  { columns }: { readonly columns: ReadonlyArray<{ readonly column: string }> },
  changed: Readonly<Record<string, string>>
) => {
  const names = columns.map(({ column }) => column).filter((column) => column !== "id")
  return { names: names.join(", "), values: names.map((name) => changed[name] ?? `x.${name}`).join(", ") }
}

const lease = select(pick(branchTable.as(), "projectId", "name", "originBranchId", "authorId"))

/** A branch whose keys are being copied. */
export interface CopyingBranch extends Selected<typeof lease> {}

/** A key with its copy. */
interface KeyCopy {
  readonly id: number
  readonly originKeyId: number
}

/** A copy with its position on the branch. */
interface CopyPosition extends Pick<RowOf<typeof keyTable>, "id" | "position"> {}

/**
 * Copies the keys of a branch to a new one, in transactions that hold the lock of the project. While the lease lasts, no other
 * transaction changes content of the project, so all of them copy the same state (ADR 119).
 */
export class BranchCopyRepository extends Context.Service<
  BranchCopyRepository,
  {
    /** Inserts a branch whose keys are to be copied; its id. */
    readonly insert: (
      branch: Pick<RowOf<typeof branchTable>, "projectId" | "name" | "originBranchId" | "authorId"> & {
        readonly leasedUntil: number
      },
      at: number
    ) => Effect.Effect<number>
    /** Extends the lease of a branch that is being copied; None once it has ended. */
    readonly extend: (id: number, now: number, leasedUntil: number) => Effect.Effect<Option.Option<CopyingBranch>>
    /** Copies the next keys, in the order of their ids; returns their number. */
    readonly copyKeys: (id: number, branch: CopyingBranch, limit: number) => Effect.Effect<number>
    /** Copies comments and the data of file formats to keys that have the texts of their origins already. */
    readonly copyNotes: (projectId: number, keys: ReadonlyArray<KeyCopy>) => Effect.Effect<void>
    /** Lists the copies that need another position than their own id or the one that they have, by the order of their origins. */
    readonly listPositions: (id: number) => Effect.Effect<ReadonlyArray<CopyPosition>>
    readonly setPositions: (projectId: number, positions: ReadonlyArray<CopyPosition>) => Effect.Effect<void>
    /** Opens the branch; later revisions of the project than the newest one are what a merge compares. */
    readonly finish: (id: number) => Effect.Effect<void>
    /** Hides a branch, which frees its name, with its imports; hourly work erases the keys. */
    readonly erase: (id: number, at: number) => Effect.Effect<void>
    /** Says whether copying stopped half-way somewhere: a lease has ended. */
    readonly isAbandoned: (now: number) => Effect.Effect<boolean>
    /** Hides the branches whose copying stopped half-way. */
    readonly eraseAbandoned: (now: number) => Effect.Effect<void>
  }
>()("@dragoman/store/branch/BranchCopyRepository") {
  static readonly layer = Layer.effect(
    BranchCopyRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** The copied keys, as the rows `c` of a statement that joins them with tables in the given order on both engines. */
      const copies = (keys: ReadonlyArray<KeyCopy>) => {
        const input = jsonRows(
          sql,
          { id: "integer", origin: "integer" },
          keys.map(({ id, originKeyId }) => ({ id, origin: originKeyId }))
        )
        // Materialized: SQLite would read the JSON again for each column of each joined row.
        return sql`WITH c AS MATERIALIZED (SELECT id, origin FROM ${input} input)`
      }

      const copyKeyRows = Effect.fnUntraced(function* (
        id: number,
        { projectId, originBranchId }: CopyingBranch,
        limit: number
      ) {
        const [last] = yield* sql<{ origin: number }>`
          SELECT CAST(COALESCE(MAX(origin_key_id), 0) AS BIGINT) AS origin FROM translation_key
          WHERE branch_id = ${id} AND project_id = ${projectId} AND origin_key_id IS NOT NULL`
        const { names, values } = columnsOf(keyTable, { branch_id: "b.id", origin_key_id: "x.id" })
        const place = { projectId, branchId: originBranchId }
        return yield* sql<KeyCopy>`
          INSERT INTO translation_key (${sql.literal(names)})
          SELECT ${sql.literal(values)} FROM (
            SELECT * FROM translation_key k
            WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL AND k.id > ${last?.origin ?? 0}
            ORDER BY k.id LIMIT ${limit}
          ) x CROSS JOIN branch b WHERE b.id = ${id} ORDER BY x.id
          RETURNING id, origin_key_id`
      })

      const copyTranslations = (projectId: number, keys: ReadonlyArray<KeyCopy>) => {
        const { names, values } = columnsOf(translationTable, { key_id: "c.id" })
        return sql`
          INSERT INTO translation (${sql.literal(names)}) ${copies(keys)}
          SELECT ${sql.literal(values)} FROM c CROSS JOIN translation x
          WHERE x.key_id = c.origin AND ${isOf(sql, projectId, "x")}`
      }

      const copyOfKeys = (table: (typeof tablesOfKeys)[number], keys: ReadonlyArray<KeyCopy>) => {
        const { names, values } = columnsOf(table, { key_id: "c.id" })
        return sql`
          INSERT INTO ${sql(table.name)} (${sql.literal(names)}) ${copies(keys)}
          SELECT ${sql.literal(values)} FROM c CROSS JOIN ${sql(table.name)} x WHERE x.key_id = c.origin`
      }

      const copyOfTranslations = (
        table: (typeof tablesOfTranslations)[number],
        projectId: number,
        keys: ReadonlyArray<KeyCopy>
      ) => {
        const { names, values } = columnsOf(table, { translation_id: "u.id" })
        // Rows with ids keep their order.
        const order = sql.literal(table.columns.some(({ column }) => column === "id") ? "ORDER BY x.id" : "")
        return sql`
          INSERT INTO ${sql(table.name)} (${sql.literal(names)}) ${copies(keys)}
          SELECT ${sql.literal(values)}
          FROM c CROSS JOIN translation t CROSS JOIN ${sql(table.name)} x CROSS JOIN translation u
          WHERE t.key_id = c.origin AND x.translation_id = t.id AND u.key_id = c.id AND u.language_id = t.language_id
            AND ${isOf(sql, projectId, "t")} AND ${isOf(sql, projectId, "u")}
          ${order}`
      }

      /** Copies pairs whose second key is copied now, whichever it is: the other one is in the same transaction or an earlier one. */
      const copyNeighbours = Effect.fnUntraced(function* (id: number, projectId: number, keys: ReadonlyArray<KeyCopy>) {
        const first = Math.min(...keys.map(({ originKeyId }) => originKeyId))
        const copy = (own: "key_id" | "neighbour_id", other: "key_id" | "neighbour_id") => {
          const { names, values } = columnsOf(keyNeighbourTable, { [own]: "c.id", [other]: "o.id" })
          return sql`
            INSERT INTO key_neighbour (${sql.literal(names)}) ${copies(keys)}
            SELECT ${sql.literal(values)} FROM c CROSS JOIN key_neighbour x CROSS JOIN translation_key o
            WHERE ${sql.literal(`x.${own}`)} = c.origin AND o.branch_id = ${id} AND ${isOf(sql, projectId, "o")} AND o.origin_key_id IS NOT NULL
              AND o.origin_key_id = ${sql.literal(`x.${other}`)}`
        }
        yield* copy("key_id", "neighbour_id")
        yield* sql`${copy("neighbour_id", "key_id")} AND o.origin_key_id < ${first}`
      })

      const erase = (condition: Statement.Fragment, at: number) =>
        sql`UPDATE branch SET state = 'DELETED', deleted_at = ${at}, leased_until = NULL WHERE ${condition}`

      return BranchCopyRepository.of({
        insert: Effect.fnUntraced(function* (branch, at) {
          const place = { projectId: branch.projectId, branchId: branch.originBranchId }
          const [counted] = yield* sql<{ count: number }>`
            SELECT CAST(count(*) AS INTEGER) AS count FROM translation_key k
            WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL`
          const row = { ...branch, state: "CREATING" as const, keyCount: counted?.count ?? 0, createdAt: at }
          const [inserted] = yield* sql<{ id: number }>`${branchTable.insert(sql, [row])} RETURNING id`
          return inserted?.id ?? 0
        }, Effect.orDie),

        extend: Effect.fnUntraced(function* (id, now, leasedUntil) {
          return yield* lease.first(sql`
            UPDATE branch SET leased_until = ${leasedUntil}
            WHERE id = ${id} AND state = 'CREATING' AND leased_until > ${now} RETURNING ${lease.columns}`)
        }, Effect.orDie),

        copyKeys: Effect.fnUntraced(function* (id, branch, limit) {
          const keys = yield* copyKeyRows(id, branch, limit)
          if (keys.length === 0) return 0
          yield* copyTranslations(branch.projectId, keys)
          for (const table of tablesOfKeys) yield* copyOfKeys(table, keys)
          for (const table of tablesOfTranslations) yield* copyOfTranslations(table, branch.projectId, keys)
          yield* copyNeighbours(id, branch.projectId, keys)
          yield* sql`UPDATE branch SET copied_count = copied_count + ${keys.length} WHERE id = ${id}`
          return keys.length
        }, Effect.orDie),

        copyNotes: Effect.fnUntraced(function* (projectId, keys) {
          if (keys.length === 0) return
          for (const table of [commentTable, translationFormatDataTable]) {
            yield* copyOfTranslations(table, projectId, keys)
          }
        }, Effect.orDie),

        listPositions: Effect.fnUntraced(function* (id) {
          const project = sql`(SELECT project_id FROM branch WHERE id = ${id})`
          const isCopy = sql`branch_id = ${id} AND ${isOf(sql, project, "translation_key")} AND origin_key_id IS NOT NULL`
          const placed = yield* sql`
            SELECT 1 FROM translation_key WHERE ${isCopy} AND position IS NOT NULL LIMIT 1`
          if (placed.length === 0) return []
          // The copies have the positions of their origins until here, which are ids of the origin.
          return yield* sql<CopyPosition>`
            SELECT p.id, NULLIF(q.id, p.id) AS position FROM (
              SELECT id, position,
                row_number() OVER (ORDER BY COALESCE(position, origin_key_id), origin_key_id) AS place
              FROM translation_key WHERE ${isCopy}
            ) p JOIN (
              SELECT id, row_number() OVER (ORDER BY id) AS place FROM translation_key WHERE ${isCopy}
            ) q ON q.place = p.place
            WHERE p.id <> q.id OR p.position IS NOT NULL`
        }, Effect.orDie),

        setPositions: Effect.fnUntraced(function* (projectId, positions) {
          if (positions.length > 0) yield* keyTable.update(sql, positions, { within: { projectId } })
        }, Effect.orDie),

        finish: Effect.fnUntraced(function* (id) {
          yield* sql`
            UPDATE branch SET state = 'READY', leased_until = NULL, base_revision_id = COALESCE(
              (SELECT MAX(r.id) FROM activity_revision r WHERE r.project_id = branch.project_id), 0)
            WHERE id = ${id}`
        }, Effect.orDie),

        erase: Effect.fnUntraced(function* (id, at) {
          yield* erase(sql`id = ${id} AND is_default = 0 AND deleted_at IS NULL`, at)
          yield* sql`UPDATE import SET deleted_at = ${at} WHERE branch_id = ${id} AND deleted_at IS NULL
            AND project_id = (SELECT project_id FROM branch WHERE id = ${id})`
          yield* sql`
            DELETE FROM branch_merge
            WHERE merged_at IS NULL AND (source_branch_id = ${id} OR target_branch_id = ${id})`
        }, Effect.orDie),

        isAbandoned: Effect.fnUntraced(function* (now) {
          const rows = yield* sql`SELECT 1 FROM branch WHERE state = 'CREATING' AND leased_until <= ${now} LIMIT 1`
          return rows.length > 0
        }, Effect.orDie),

        eraseAbandoned: Effect.fnUntraced(function* (now) {
          yield* erase(sql`state = 'CREATING' AND leased_until <= ${now}`, now)
        }, Effect.orDie)
      })
    })
  )
}
