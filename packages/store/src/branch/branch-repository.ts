import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds } from "../database/sql-fragments.ts"
import { pick, type Selected, select } from "../database/table.ts"
import { branchTable } from "../table/branch-tables.ts"

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
    "keyOffset",
    "translationOffset",
    "keyCount",
    "copiedCount",
    "authorId",
    "createdAt"
  )
)

export interface BranchRow extends Selected<typeof branch> {}

/** Branches of a project. Writes need the lock of the project. */
export class BranchRepository extends Context.Service<
  BranchRepository,
  {
    /** Lists the branches that are not deleted, the default one first, then the newest first. */
    readonly listOfProject: (projectId: number) => Effect.Effect<ReadonlyArray<BranchRow>>
    /** false, too, for a deleted project. */
    readonly isUsedBy: (projectId: number) => Effect.Effect<boolean>
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<BranchRow>>
    /** The branches of these keys; null: the default one. Ids of other projects and unknown ids have none. */
    readonly listOfKeys: (
      projectId: number,
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<number | null>>
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
      return BranchRepository.of({
        listOfProject: Effect.fnUntraced(function* (projectId) {
          return yield* branch.all(sql`
            SELECT ${branch.columns} FROM branch WHERE project_id = ${projectId} AND deleted_at IS NULL
            ORDER BY is_default DESC, id DESC`)
        }, Effect.orDie),

        isUsedBy: Effect.fnUntraced(function* (projectId) {
          const rows = yield* sql`
            SELECT 1 FROM project WHERE id = ${projectId} AND deleted_at IS NULL AND use_branching = 1`
          return rows.length > 0
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (projectId, id) {
          return yield* branch.first(sql`
            SELECT ${branch.columns} FROM branch
            WHERE project_id = ${projectId} AND id = ${id} AND deleted_at IS NULL`)
        }, Effect.orDie),

        listOfKeys: Effect.fnUntraced(function* (projectId, keyIds) {
          if (keyIds.length === 0) return []
          const rows = yield* sql<{ branchId: number | null }>`
            SELECT DISTINCT branch_id FROM translation_key
            WHERE project_id = ${projectId} AND id IN ${jsonIds(sql, keyIds)}`
          return rows.map(({ branchId }) => branchId)
        }, Effect.orDie),

        listOfTranslations: Effect.fnUntraced(function* (projectId, translationIds) {
          if (translationIds.length === 0) return []
          const rows = yield* sql<{ branchId: number | null }>`
            SELECT DISTINCT k.branch_id FROM translation t JOIN translation_key k ON k.id = t.key_id
            WHERE t.project_id = ${projectId} AND t.id IN ${jsonIds(sql, translationIds)}`
          return rows.map(({ branchId }) => branchId)
        }, Effect.orDie)
      })
    })
  )
}
