import {
  type BudgetScope,
  budgetScopes,
  firstDayOfMonth,
  noBudget,
  type TranslationBudget,
  type TranslationService,
  type TranslationSpending,
  type TranslationUsage
} from "@dragoman/domain/machine-translation"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { RowOf } from "../database/table.ts"
import { pick, select } from "../database/table.ts"
import {
  translationBudgetTable,
  translationSpendingTable,
  translationUsageTable
} from "../table/translation-spending-tables.ts"

/** The organization that pays, and its project that costs are counted for. */
export interface TranslationPayer {
  readonly organizationId: number
  readonly projectId: number
}

/** The owner of a budget or of usage. */
export type BudgetOwner = { readonly organizationId: number } | { readonly projectId: number }

const b = translationBudgetTable.as("b")
const budget = select(pick(b, "perDay", "perMonth"))

/** Usage of one day, service and provider. */
export interface TranslationUsageRow
  extends Omit<RowOf<typeof translationUsageTable>, "organizationId" | "projectId"> {}

/** Usage and budgets of machine translation. Costs are millionths of the operator's currency, days those of UTC. */
export class TranslationSpendingRepository extends Context.Service<
  TranslationSpendingRepository,
  {
    /**
     * Adds a cost to the day of server, organization and project, and returns what each has spent without it. Locks the three rows,
     * always in the same order, so that servers which add at the same time wait for each other and see each other's costs.
     */
    readonly add: (
      payer: TranslationPayer,
      day: string,
      cost: number
    ) => Effect.Effect<ReadonlyArray<TranslationSpending>>
    /** Returns what server, organization and project have spent. The budget of the server is a setting. */
    readonly list: (payer: TranslationPayer, day: string) => Effect.Effect<ReadonlyArray<TranslationSpending>>
    /** Returns what an organization has spent. */
    readonly findOfOrganization: (organizationId: number, day: string) => Effect.Effect<TranslationSpending>
    /** Counts a request. */
    readonly count: (
      payer: TranslationPayer,
      request: {
        readonly day: string
        readonly service: TranslationService
        readonly provider: string
        readonly usage: TranslationUsage
        readonly cost: number
      }
    ) => Effect.Effect<void>
    /** Lists usage by day, service and provider. `from` and `to`: days, both included. */
    readonly listUsage: (
      owner: BudgetOwner,
      days: { readonly from: string; readonly to: string }
    ) => Effect.Effect<ReadonlyArray<TranslationUsageRow>>
    readonly findBudget: (owner: BudgetOwner) => Effect.Effect<TranslationBudget>
    readonly setBudget: (owner: BudgetOwner, budget: TranslationBudget) => Effect.Effect<void>
    /** Erases usage of the days before one. */
    readonly eraseBefore: (day: string) => Effect.Effect<void>
  }
>()("@dragoman/store/translation-spending/TranslationSpendingRepository") {
  static readonly layer = Layer.effect(
    TranslationSpendingRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const findBudget = Effect.fnUntraced(function* (owner: BudgetOwner) {
        const [found] = yield* budget.all(sql`SELECT ${budget.columns} FROM translation_budget b WHERE ${isOf(owner)}`)
        return found ?? noBudget
      })
      const isOf = (owner: BudgetOwner) =>
        "projectId" in owner ? sql`b.project_id = ${owner.projectId}` : sql`b.organization_id = ${owner.organizationId}`

      const budgetOf = (scope: BudgetScope, { organizationId, projectId }: TranslationPayer) => {
        switch (scope) {
          case "SERVER":
            return Effect.succeed(noBudget)
          case "ORGANIZATION":
            return findBudget({ organizationId })
          case "PROJECT":
            return findBudget({ projectId })
        }
      }

      const spendingOf = Effect.fnUntraced(function* (scope: BudgetScope, payer: TranslationPayer, day: string) {
        const [row] = yield* sql<{ readonly today: number; readonly thisMonth: number }>`
          SELECT CAST(COALESCE(SUM(CASE WHEN day = ${day} THEN cost ELSE 0 END), 0) AS BIGINT) AS today,
            CAST(COALESCE(SUM(cost), 0) AS BIGINT) AS this_month
          FROM translation_spending
          WHERE scope = ${scope} AND owner_id = ${ownerId(scope, payer)} AND day >= ${firstDayOfMonth(day)} AND day <= ${day}`
        return {
          scope,
          budget: yield* budgetOf(scope, payer),
          today: row?.today ?? 0,
          thisMonth: row?.thisMonth ?? 0
        } satisfies TranslationSpending
      })

      const list = Effect.fnUntraced(function* (payer: TranslationPayer, day: string) {
        return yield* Effect.forEach(budgetScopes, (scope) => spendingOf(scope, payer, day))
      })

      return TranslationSpendingRepository.of({
        add: Effect.fnUntraced(function* (payer, day, cost) {
          for (const scope of budgetScopes) {
            yield* sql`
              ${translationSpendingTable.insert(sql, [{ scope, ownerId: ownerId(scope, payer), day, cost }])}
              ON CONFLICT (scope, owner_id, day) DO UPDATE SET cost = translation_spending.cost + EXCLUDED.cost`
          }
          return (yield* list(payer, day)).map(({ today, thisMonth, ...spending }) => ({
            ...spending,
            today: today - cost,
            thisMonth: thisMonth - cost
          }))
        }, Effect.orDie),

        list: (payer, day) => Effect.orDie(list(payer, day)),

        findOfOrganization: (organizationId, day) =>
          Effect.orDie(spendingOf("ORGANIZATION", { organizationId, projectId: 0 }, day)),

        count: Effect.fnUntraced(function* (payer, { usage, ...request }) {
          yield* sql`
            ${translationUsageTable.insert(sql, [{ ...payer, ...request, ...usage, requests: 1 }])}
            ON CONFLICT (organization_id, project_id, day, service, provider) DO UPDATE SET
              requests = translation_usage.requests + 1,
              characters = translation_usage.characters + EXCLUDED.characters,
              input_tokens = translation_usage.input_tokens + EXCLUDED.input_tokens,
              cached_tokens = translation_usage.cached_tokens + EXCLUDED.cached_tokens,
              output_tokens = translation_usage.output_tokens + EXCLUDED.output_tokens,
              cost = translation_usage.cost + EXCLUDED.cost`
        }, Effect.orDie),

        listUsage: Effect.fnUntraced(function* (owner, { from, to }) {
          const isOwners =
            "projectId" in owner ? sql`project_id = ${owner.projectId}` : sql`organization_id = ${owner.organizationId}`
          return yield* sql<TranslationUsageRow>`
            SELECT day, service, provider, CAST(SUM(requests) AS BIGINT) AS requests,
              CAST(SUM(characters) AS BIGINT) AS characters, CAST(SUM(input_tokens) AS BIGINT) AS input_tokens,
              CAST(SUM(cached_tokens) AS BIGINT) AS cached_tokens, CAST(SUM(output_tokens) AS BIGINT) AS output_tokens,
              CAST(SUM(cost) AS BIGINT) AS cost
            FROM translation_usage WHERE ${isOwners} AND day >= ${from} AND day <= ${to}
            GROUP BY day, service, provider ORDER BY day, service, provider`
        }, Effect.orDie),

        findBudget: (owner) => Effect.orDie(findBudget(owner)),

        setBudget: Effect.fnUntraced(function* (owner, { perDay, perMonth }) {
          yield* sql`DELETE FROM translation_budget AS b WHERE ${isOf(owner)}`
          if (perDay === null && perMonth === null) return
          yield* translationBudgetTable.insert(sql, [{ ...owner, perDay, perMonth }])
        }, Effect.orDie),

        eraseBefore: Effect.fnUntraced(function* (day) {
          yield* sql`DELETE FROM translation_usage WHERE day < ${day}`
          yield* sql`DELETE FROM translation_spending WHERE day < ${day}`
        }, Effect.orDie)
      })
    })
  )
}

const ownerId = (scope: BudgetScope, { organizationId, projectId }: TranslationPayer): number =>
  scope === "SERVER" ? 0 : scope === "ORGANIZATION" ? organizationId : projectId
