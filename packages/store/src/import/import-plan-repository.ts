import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import type { PagedRows } from "../database/sql-fragments.ts"
import { type NewRowOf, pick, type Selected, select } from "../database/table.ts"
import { importPlanKeyTable, importPlanTable } from "../table/import-tables.ts"
import type { ImportUser } from "./import-repository.ts"

const importPlan = select(pick(importPlanTable.as(), "id", "createdAt", "expiresAt", "request", "summary"))
const planKey = select(pick(importPlanKeyTable.as(), "position", "imported", "change"))

export interface ImportPlanRow extends Selected<typeof importPlan> {}

export interface ImportPlanKeyRow extends Selected<typeof planKey> {}

export interface NewImportPlanKey
  extends Pick<NewRowOf<typeof importPlanKeyTable>, "position" | "action" | "imported" | "change"> {}

/** Plans of imports: what applying the files of a request would do, key by key. A plan is visible when it is complete. */
export class ImportPlanRepository extends Context.Service<
  ImportPlanRepository,
  {
    /** Inserts a plan that no client sees yet; returns its id. `request`: JSON. Times: epoch milliseconds. */
    readonly insert: (plan: {
      readonly owner: ImportUser
      readonly request: string
      readonly createdAt: number
      readonly expiresAt: number
    }) => Effect.Effect<number>
    readonly insertKeys: (planId: number, keys: ReadonlyArray<NewImportPlanKey>) => Effect.Effect<void>
    /** Shows the plan. `summary`: JSON. */
    readonly finish: (planId: number, summary: string) => Effect.Effect<void>
    /** Removes the owner's oldest plans beyond this number. `at`: epoch milliseconds. */
    readonly keepNewest: (owner: ImportUser, plansMax: number, at: number) => Effect.Effect<void>
    /** Complete plans of the owner that have not expired, the newest first; of a user also those that own keys made. */
    readonly list: (
      owner: ImportUser,
      now: number,
      page: { readonly limit: number; readonly offset: number }
    ) => Effect.Effect<PagedRows<ImportPlanRow>>
    readonly find: (owner: ImportUser, planId: number, now: number) => Effect.Effect<Option.Option<ImportPlanRow>>
    /** Finds a plan and removes it when the transaction commits; no other transaction takes it. */
    readonly take: (owner: ImportUser, planId: number, now: number) => Effect.Effect<Option.Option<ImportPlanRow>>
    /** Keys of the plan in their order, of these actions; null: of all. */
    readonly listKeys: (
      planId: number,
      actions: ReadonlyArray<string> | null,
      page: { readonly limit: number; readonly offset: number }
    ) => Effect.Effect<ReadonlyArray<ImportPlanKeyRow>>
    /** The next keys from this position. */
    readonly listKeysFrom: (
      planId: number,
      position: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ImportPlanKeyRow>>
    /** Says whether there is anything to erase; reads only. `unfinishedBefore`: as for `eraseSome`. */
    readonly hasRemoved: (now: number, unfinishedBefore: number) => Effect.Effect<boolean>
    /**
     * Erases at most `limit` rows of plans that were removed, have expired, or were never completed and began before
     * `unfinishedBefore`. False: nothing is left.
     */
    readonly eraseSome: (now: number, unfinishedBefore: number, limit: number) => Effect.Effect<boolean>
  }
>()("@dragoman/store/import/ImportPlanRepository") {
  static readonly layer = Layer.effect(
    ImportPlanRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** A user sees the plans of each own key, a key its own plans only. */
      const visible = ({ projectId, userId, apiKeyId }: ImportUser, now: number) => sql`
        project_id = ${projectId} AND user_id = ${userId} ${apiKeyId === 0 ? sql`` : sql`AND api_key_id = ${apiKeyId}`}
        AND is_ready = 1 AND deleted_at IS NULL AND expires_at > ${now}`

      const removed = (now: number, unfinishedBefore: number) => sql`
        SELECT id FROM import_plan WHERE deleted_at IS NOT NULL OR expires_at <= ${now}
          OR (is_ready = 0 AND created_at < ${unfinishedBefore}) ORDER BY id LIMIT 1`

      const listFrom = (planId: number, position: number, limit: number) =>
        planKey.all(sql`
          SELECT ${planKey.columns} FROM import_plan_key
          WHERE import_plan_id = ${planId} AND position >= ${position} ORDER BY position LIMIT ${limit}`)

      return ImportPlanRepository.of({
        insert: Effect.fnUntraced(function* ({ owner: { projectId, userId, apiKeyId }, ...plan }) {
          const rows = yield* sql<{ id: number }>`
            ${importPlanTable.insert(sql, [{ projectId, userId, apiKeyId, ...plan }])} RETURNING id`
          return rows[0]?.id ?? 0
        }, Effect.orDie),

        insertKeys: Effect.fnUntraced(function* (importPlanId, keys) {
          if (keys.length > 0) yield* importPlanKeyTable.insert(sql, keys, { importPlanId })
        }, Effect.orDie),

        finish: Effect.fnUntraced(function* (planId, summary) {
          yield* sql`UPDATE import_plan SET is_ready = 1, summary = ${summary} WHERE id = ${planId}`
        }, Effect.orDie),

        keepNewest: Effect.fnUntraced(function* ({ projectId, userId, apiKeyId }, plansMax, at) {
          yield* sql`
            UPDATE import_plan SET deleted_at = ${at}
            WHERE project_id = ${projectId} AND user_id = ${userId} AND api_key_id = ${apiKeyId}
              AND is_ready = 1 AND deleted_at IS NULL AND id <= (
                SELECT id FROM import_plan
                WHERE project_id = ${projectId} AND user_id = ${userId} AND api_key_id = ${apiKeyId}
                  AND is_ready = 1 AND deleted_at IS NULL
                ORDER BY id DESC LIMIT 1 OFFSET ${plansMax}
              )`
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (owner, now, { limit, offset }) {
          const rows = yield* importPlan.all(sql`
            SELECT ${importPlan.columns} FROM import_plan WHERE ${visible(owner, now)}
            ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM import_plan WHERE ${visible(owner, now)}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        find: Effect.fnUntraced(function* (owner, planId, now) {
          return yield* importPlan.first(sql`
            SELECT ${importPlan.columns} FROM import_plan WHERE id = ${planId} AND ${visible(owner, now)}`)
        }, Effect.orDie),

        take: Effect.fnUntraced(function* (owner, planId, now) {
          return yield* importPlan.first(sql`
            UPDATE import_plan SET deleted_at = ${now} WHERE id = ${planId} AND ${visible(owner, now)}
            RETURNING ${importPlan.columns}`)
        }, Effect.orDie),

        listKeys: Effect.fnUntraced(function* (planId, actions, { limit, offset }) {
          // Positions are dense, so a page of all keys begins where arithmetic says.
          if (actions === null) return yield* listFrom(planId, offset, limit)
          return yield* planKey.all(sql`
            SELECT ${planKey.columns} FROM import_plan_key
            WHERE import_plan_id = ${planId} AND ${sql.in("action", actions)}
            ORDER BY position LIMIT ${limit} OFFSET ${offset}`)
        }, Effect.orDie),

        listKeysFrom: (planId, position, limit) => Effect.orDie(listFrom(planId, position, limit)),

        hasRemoved: (now, unfinishedBefore) =>
          removed(now, unfinishedBefore).pipe(
            Effect.map((rows) => rows.length > 0),
            Effect.orDie
          ),

        eraseSome: Effect.fnUntraced(function* (now, unfinishedBefore, limit) {
          const [plan] = yield* sql<{ id: number }>`${removed(now, unfinishedBefore)}`
          if (plan === undefined) return false
          const erased = yield* sql`
            DELETE FROM import_plan_key WHERE import_plan_id = ${plan.id} AND position IN (
              SELECT position FROM import_plan_key WHERE import_plan_id = ${plan.id} ORDER BY position LIMIT ${limit}
            ) RETURNING position`
          if (erased.length === 0) yield* sql`DELETE FROM import_plan WHERE id = ${plan.id}`
          return true
        }, Effect.orDie)
      })
    })
  )
}
