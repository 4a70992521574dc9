import type { MergeChangeType, MergeSide } from "@dragoman/domain/branch"
import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { computed, Flag, type NewRowOf, optional, pick, type RowOf, type Selected, select } from "../database/table.ts"
import { branchMergeChangeTable, branchMergeTable, branchTable } from "../table/branch-tables.ts"
import { keyTable } from "../table/content-tables.ts"
import { isComparedSql } from "./compared-revisions.ts"

/** Whether a branch of the merge `m` has a later revision; jobs may change several branches in one. */
const hasChangedSql = (revision: "source_revision_id" | "target_revision_id", branchId: string) =>
  `EXISTS (SELECT 1 FROM activity_revision r
    WHERE r.project_id = m.project_id AND r.id > m.${revision} AND ${isComparedSql}
      AND (COALESCE(r.branch_id, 0) = ${branchId} OR r.type = 'AUTO_TRANSLATE' OR r.type LIKE 'BATCH%'))`

const outdatedSql = `CASE WHEN m.merged_at IS NULL AND (
  ${hasChangedSql("source_revision_id", "m.source_branch_id")}
  OR ${hasChangedSql("target_revision_id", "(CASE WHEN t.is_default = 1 THEN 0 ELSE t.id END)")}
) THEN 1 ELSE 0 END`

/** Tables: `branch_merge m`, its source `s` and its target `t`. */
const listedMerge = select({
  ...pick(
    branchMergeTable.as("m"),
    "id",
    "sourceBranchId",
    "targetBranchId",
    "additions",
    "deletions",
    "modifications",
    "conflicts",
    "resolvedConflicts",
    "mergedAt"
  ),
  sourceBranchName: optional(branchTable.as("s")).name,
  targetBranchName: optional(branchTable.as("t")).name,
  /** Open tasks of the source. */
  openTasks: computed(
    Schema.Number,
    `(SELECT CAST(count(*) AS INTEGER) FROM task k JOIN language l ON l.id = k.language_id AND l.deleted_at IS NULL
      WHERE k.branch_id = m.source_branch_id AND k.state IN ('NEW', 'IN_PROGRESS'))`
  ),
  /** Whether a branch has changed since the comparison; false for those that were merged. */
  outdated: computed(Flag, outdatedSql)
})

/** A merge with the names of its branches, also of those that were deleted since. */
export interface BranchMergeRow extends Selected<typeof listedMerge> {}

const change = select(
  pick(branchMergeChangeTable.as("c"), "id", "type", "sourceKeyId", "targetKeyId", "versions", "resolution")
)

export interface BranchMergeChangeRow extends Selected<typeof change> {}

/** A change that is not stored yet. */
export interface NewBranchMergeChange extends Omit<BranchMergeChangeRow, "id"> {}

const changeOrder: Readonly<Record<SortableProperty<"branchMergeChanges">, string>> = { id: "c.id" }
const mergeOrder: Readonly<Record<SortableProperty<"branchMerges">, string>> = { id: "m.id" }

/** Number of changes that one statement inserts. */
const changesPerStatement = 1_000

/** A key of a branch, and the key of its origin that it is compared with. */
interface KeyOrigin extends Pick<RowOf<typeof keyTable>, "id" | "originKeyId"> {}

/** Merges of branches, and comparisons that may become one. Writes need the lock of the project. */
export class BranchMergeRepository extends Context.Service<
  BranchMergeRepository,
  {
    readonly list: (
      projectId: number,
      page: RowPage<SortableProperty<"branchMerges">>
    ) => Effect.Effect<PagedRows<BranchMergeRow>>
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<BranchMergeRow>>
    /** Adds a merge without changes; returns its id. */
    readonly insert: (row: NewRowOf<typeof branchMergeTable>) => Effect.Effect<number>
    readonly update: (
      row: Pick<RowOf<typeof branchMergeTable>, "id" | "sourceRevisionId" | "targetRevisionId">
    ) => Effect.Effect<void>
    /** Replaces the changes of a merge, and counts them. */
    readonly setChanges: (mergeId: number, changes: ReadonlyArray<NewBranchMergeChange>) => Effect.Effect<void>
    /** Lists the changes of a type; null: of all types. */
    readonly listChanges: (
      request: RowPage<SortableProperty<"branchMergeChanges">> & {
        readonly mergeId: number
        readonly type: MergeChangeType | null
      }
    ) => Effect.Effect<PagedRows<BranchMergeChangeRow>>
    /** Lists all changes, by id. */
    readonly listAllChanges: (mergeId: number) => Effect.Effect<ReadonlyArray<BranchMergeChangeRow>>
    readonly findChange: (mergeId: number, id: number) => Effect.Effect<Option.Option<BranchMergeChangeRow>>
    readonly resolve: (mergeId: number, changeId: number, side: MergeSide) => Effect.Effect<void>
    /** Resolves all conflicts, also those that are resolved already. */
    readonly resolveConflicts: (mergeId: number, side: MergeSide) => Effect.Effect<void>
    /** Marks a merge as applied, and removes its changes; it keeps their counts. */
    readonly finish: (
      row: Pick<RowOf<typeof branchMergeTable>, "id" | "mergedAt" | "mergeRevisionId">
    ) => Effect.Effect<void>
    readonly remove: (id: number) => Effect.Effect<void>
    /** Lets the next merge of a branch that goes on compare with its state of now. */
    readonly moveBase: (branchId: number, origins: ReadonlyArray<KeyOrigin>) => Effect.Effect<void>
  }
>()("@dragoman/store/branch/BranchMergeRepository") {
  static readonly layer = Layer.effect(
    BranchMergeRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const listed = sql.literal(`branch_merge m
        LEFT JOIN branch s ON s.id = m.source_branch_id LEFT JOIN branch t ON t.id = m.target_branch_id`)

      const count = (mergeId: number) => {
        const counted = (condition: string) =>
          sql.literal(
            `(SELECT count(*) FROM branch_merge_change c WHERE c.merge_id = branch_merge.id AND ${condition})`
          )
        return sql`UPDATE branch_merge SET
          additions = ${counted("c.type = 'ADD'")}, deletions = ${counted("c.type = 'DELETE'")},
          modifications = ${counted("c.type = 'UPDATE'")},
          conflicts = ${counted("c.type = 'CONFLICT' AND c.resolution IS NULL")},
          resolved_conflicts = ${counted("c.type = 'CONFLICT' AND c.resolution IS NOT NULL")}
          WHERE id = ${mergeId}`
      }

      const resolve = Effect.fnUntraced(function* (mergeId: number, side: MergeSide, which: Statement.Fragment) {
        yield* sql`UPDATE branch_merge_change SET resolution = ${side} WHERE merge_id = ${mergeId} AND ${which}`
        yield* count(mergeId)
      })

      return BranchMergeRepository.of({
        list: Effect.fnUntraced(function* (projectId, page) {
          const rows = yield* listedMerge.all(sql`
            SELECT ${listedMerge.columns} FROM ${listed} WHERE m.project_id = ${projectId}
            ${orderAndLimit(sql, mergeOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM branch_merge WHERE project_id = ${projectId}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (projectId, id) {
          return yield* listedMerge.first(sql`
            SELECT ${listedMerge.columns} FROM ${listed} WHERE m.project_id = ${projectId} AND m.id = ${id}`)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (row) {
          const [inserted] = yield* sql<{ id: number }>`${branchMergeTable.insert(sql, [row])} RETURNING id`
          return inserted?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (row) {
          yield* branchMergeTable.update(sql, [row])
        }, Effect.orDie),

        setChanges: Effect.fnUntraced(function* (mergeId, changes) {
          yield* sql`DELETE FROM branch_merge_change WHERE merge_id = ${mergeId}`
          for (let first = 0; first < changes.length; first += changesPerStatement) {
            const some = changes.slice(first, first + changesPerStatement)
            yield* branchMergeChangeTable.insert(sql, some, { mergeId })
          }
          yield* count(mergeId)
        }, Effect.orDie),

        listChanges: Effect.fnUntraced(function* ({ mergeId, type, ...page }) {
          const condition = sql.and([sql`c.merge_id = ${mergeId}`, ...(type === null ? [] : [sql`c.type = ${type}`])])
          const rows = yield* change.all(sql`
            SELECT ${change.columns} FROM branch_merge_change c WHERE ${condition}
            ${orderAndLimit(sql, changeOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM branch_merge_change c WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        listAllChanges: Effect.fnUntraced(function* (mergeId) {
          return yield* change.all(sql`
            SELECT ${change.columns} FROM branch_merge_change c WHERE c.merge_id = ${mergeId} ORDER BY c.id`)
        }, Effect.orDie),

        findChange: Effect.fnUntraced(function* (mergeId, id) {
          return yield* change.first(sql`
            SELECT ${change.columns} FROM branch_merge_change c WHERE c.merge_id = ${mergeId} AND c.id = ${id}`)
        }, Effect.orDie),

        resolve: Effect.fnUntraced(function* (mergeId, changeId, side) {
          yield* resolve(mergeId, side, sql`id = ${changeId}`)
        }, Effect.orDie),

        resolveConflicts: Effect.fnUntraced(function* (mergeId, side) {
          yield* resolve(mergeId, side, sql`type = 'CONFLICT'`)
        }, Effect.orDie),

        finish: Effect.fnUntraced(function* ({ id, mergedAt, mergeRevisionId }) {
          yield* branchMergeTable.update(sql, [{ id, mergedAt, mergeRevisionId }])
          yield* sql`DELETE FROM branch_merge_change WHERE merge_id = ${id}`
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (id) {
          yield* sql`DELETE FROM branch_merge WHERE id = ${id}`
        }, Effect.orDie),

        moveBase: Effect.fnUntraced(function* (branchId, origins) {
          yield* sql`
            UPDATE branch SET base_revision_id = COALESCE(
              (SELECT MAX(r.id) FROM activity_revision r WHERE r.project_id = branch.project_id), 0)
            WHERE id = ${branchId}`
          for (let first = 0; first < origins.length; first += changesPerStatement) {
            yield* keyTable.update(sql, origins.slice(first, first + changesPerStatement))
          }
        }, Effect.orDie)
      })
    })
  )
}
