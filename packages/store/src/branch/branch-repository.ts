import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { isOf, isShown } from "../database/content-place.ts"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { type NewRowOf, optional, pick, type RowOf, type Selected, select } from "../database/table.ts"
import { usernameInProject } from "../project/project-visibility.ts"
import { branchMergeTable, branchTable } from "../table/branch-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const branch = select(
  pick(
    branchTable.as(),
    "id",
    "name",
    "isDefault",
    "isProtected",
    "state",
    "originBranchId",
    "baseRevisionId",
    "keyCount",
    "copiedCount",
    "leasedUntil",
    "authorId",
    "createdAt"
  )
)

export interface BranchRow extends Selected<typeof branch> {}

const u = optional(userAccountTable.as("u"))
const m = optional(branchMergeTable.as("m"))

/** A branch `b`, its author `u`, the branch `o` that it was made from, its newest merge `m` and the target `t` of that. */
const listedBranch = select({
  ...pick(
    branchTable.as("b"),
    "id",
    "name",
    "isDefault",
    "isProtected",
    "state",
    "keyCount",
    "copiedCount",
    "createdAt"
  ),
  originBranchName: optional(branchTable.as("o")).name,
  authorId: u.id,
  authorUsername: { ...u.username, sql: usernameInProject("u", "b.project_id").sql },
  authorName: u.name,
  authorAvatarHash: u.avatarHash,
  authorDeletedAt: u.deletedAt,
  mergeId: m.id,
  mergeTargetName: optional(branchTable.as("t")).name,
  mergedAt: m.mergedAt
})

/** A branch as lists show it. */
export interface ListedBranchRow extends Selected<typeof listedBranch> {}

/** Sort expressions of branches. */
const branchOrder: Readonly<Record<SortableProperty<"branches">, string>> = {
  id: "b.id",
  isDefault: "b.is_default",
  name: "b.name"
}
const branchName = select(pick(branchTable.as("b"), "id", "name", "isDefault"))

/** Names of branches by id; null: the default branch. */
export type BranchNames = ReadonlyMap<number | null, string>

/** Branches of a project. Writes need the lock of the project. */
export class BranchRepository extends Context.Service<
  BranchRepository,
  {
    /** Lists the branches that are not deleted, the default one first, then the newest first. */
    readonly listOfProject: (projectId: number) => Effect.Effect<ReadonlyArray<BranchRow>>
    /** Lists branches with author, origin and newest merge. */
    readonly list: (
      request: RowPage<SortableProperty<"branches">> & { readonly projectId: number; readonly search: string }
    ) => Effect.Effect<PagedRows<ListedBranchRow>>
    /** Works like `list`, for the branch of this name; null: the default branch. */
    readonly findListed: (projectId: number, name: string | null) => Effect.Effect<Option.Option<ListedBranchRow>>
    /** Adds a branch; returns its id. */
    readonly insert: (row: NewRowOf<typeof branchTable>) => Effect.Effect<number>
    readonly update: (row: Pick<RowOf<typeof branchTable>, "id" | "name" | "isProtected">) => Effect.Effect<void>
    /** false, too, for a deleted project. */
    readonly isUsedBy: (projectId: number) => Effect.Effect<boolean>
    /** The names of the branches that can be read, by the ids that their keys have; empty for projects that use none. */
    readonly listNames: (projectId: number) => Effect.Effect<BranchNames>
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<BranchRow>>
    /** The branches of these keys; null: the default one. Ids of other projects, unknown and hidden ids have none. */
    readonly listOfKeys: (
      projectId: number,
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<number | null>>
    /** Lists which of these keys are on other branches than the default one. */
    readonly listKeysOnBranches: (
      projectId: number,
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly keyId: number; readonly branchId: number }>>
    /** Works like `listOfKeys`, for the keys of translations. */
    readonly listOfTranslations: (
      projectId: number,
      translationIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<number | null>>
  }
>()("@dragoman/store/branch/BranchRepository") {
  static readonly layer = Layer.effect(
    BranchRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // A branch whose origin is null was made from the default one, which itself has none.
      const listed = sql.literal(`branch b
        LEFT JOIN branch o ON o.project_id = b.project_id AND b.is_default = 0
          AND (o.id = b.origin_branch_id OR (b.origin_branch_id IS NULL AND o.is_default = 1))
        LEFT JOIN user_account u ON u.id = b.author_id
        LEFT JOIN branch_merge m ON m.id = (SELECT max(id) FROM branch_merge WHERE source_branch_id = b.id)
        LEFT JOIN branch t ON t.id = m.target_branch_id`)
      return BranchRepository.of({
        listOfProject: Effect.fnUntraced(function* (projectId) {
          return yield* branch.all(sql`
            SELECT ${branch.columns} FROM branch WHERE project_id = ${projectId} AND deleted_at IS NULL
            ORDER BY is_default DESC, id DESC`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ projectId, search, ...page }) {
          const condition = sql.and([
            sql`b.project_id = ${projectId}`,
            sql`b.deleted_at IS NULL`,
            ...(search === "" ? [] : [contains(sql, "b.name", search)])
          ])
          const rows = yield* listedBranch.all(sql`
            SELECT ${listedBranch.columns} FROM ${listed} WHERE ${condition} ${orderAndLimit(sql, branchOrder, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM branch b WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        findListed: Effect.fnUntraced(function* (projectId, name) {
          return yield* listedBranch.first(sql`
            SELECT ${listedBranch.columns} FROM ${listed}
            WHERE b.project_id = ${projectId} AND b.deleted_at IS NULL
              AND ${name === null ? sql`b.is_default = 1` : sql`b.name = ${name}`}`)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (row) {
          const [inserted] = yield* sql<{ id: number }>`${branchTable.insert(sql, [row])} RETURNING id`
          return inserted?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* ({ id, name, isProtected }) {
          yield* branchTable.update(sql, [{ id, name, isProtected }])
        }, Effect.orDie),

        isUsedBy: Effect.fnUntraced(function* (projectId) {
          const rows = yield* sql`
            SELECT 1 FROM project WHERE id = ${projectId} AND deleted_at IS NULL AND use_branching = 1`
          return rows.length > 0
        }, Effect.orDie),

        listNames: Effect.fnUntraced(function* (projectId) {
          const rows = yield* branchName.all(sql`
            SELECT ${branchName.columns} FROM project p JOIN branch b ON b.project_id = p.id AND b.state = 'READY'
            WHERE p.id = ${projectId} AND p.deleted_at IS NULL AND p.use_branching = 1`)
          return new Map(rows.map(({ id, name, isDefault }) => [isDefault ? null : id, name]))
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (projectId, id) {
          return yield* branch.first(sql`
            SELECT ${branch.columns} FROM branch
            WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL`)
        }, Effect.orDie),

        listOfKeys: Effect.fnUntraced(function* (projectId, keyIds) {
          if (keyIds.length === 0) return []
          const rows = yield* sql<{ branchId: number | null }>`
            SELECT DISTINCT k.branch_id FROM translation_key k
            WHERE k.project_id = ${projectId} AND k.id IN ${jsonIds(sql, keyIds)} AND ${isShown(sql, "k")}`
          return rows.map(({ branchId }) => branchId)
        }, Effect.orDie),

        listKeysOnBranches: Effect.fnUntraced(function* (projectId, keyIds) {
          return yield* sql<{ keyId: number; branchId: number }>`
            SELECT k.id AS key_id, k.branch_id FROM translation_key k
            WHERE k.project_id = ${projectId} AND k.branch_id IS NOT NULL AND k.id IN ${jsonIds(sql, keyIds)}`
        }, Effect.orDie),

        listOfTranslations: Effect.fnUntraced(function* (projectId, translationIds) {
          if (translationIds.length === 0) return []
          const rows = yield* sql<{ branchId: number | null }>`
            SELECT DISTINCT k.branch_id FROM translation t
            JOIN translation_key k ON k.id = t.key_id AND ${isOf(sql, projectId, "k")}
            WHERE t.project_id = ${projectId} AND t.id IN ${jsonIds(sql, translationIds)} AND ${isShown(sql, "k")}`
          return rows.map(({ branchId }) => branchId)
        }, Effect.orDie)
      })
    })
  )
}
