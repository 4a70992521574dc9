import { Api } from "@dragoman/api"
import { type TranslationSpending, toAmount } from "@dragoman/domain/machine-translation"
import type { TranslationUsageRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import {
  getBalanceOfOrganization,
  getBalanceOfProject,
  getBudgetOfOrganization,
  getBudgetOfProject,
  listUsage,
  setBudgetOfOrganization,
  setBudgetOfProject
} from "./budgets.ts"

export const TranslationSpendingHandlers = HttpApiBuilder.group(Api, "translationSpending", (handlers) =>
  handlers.handleAll({
    getBalanceOfProject: withAccess((access) => getBalanceOfProject(access)),
    getBalanceOfOrganization: withAccess((access) => getBalanceOfOrganization(access)),
    getBudgetOfProject: withAccess((access) => Effect.map(getBudgetOfProject(access), spendingToModel)),
    setBudgetOfProject: withAccess((access, { payload }) =>
      Effect.map(setBudgetOfProject(access, payload), spendingToModel)
    ),
    getBudgetOfOrganization: withAccess((access) => Effect.map(getBudgetOfOrganization(access), spendingToModel)),
    setBudgetOfOrganization: withAccess((access, { payload }) =>
      Effect.map(setBudgetOfOrganization(access, payload), spendingToModel)
    ),
    listUsageOfProject: withAccess(({ projectId }, { query }) =>
      Effect.map(listUsage({ projectId }, query), usagesToModel)
    ),
    listUsageOfOrganization: withAccess(({ organizationId }, { query }) =>
      Effect.map(listUsage({ organizationId }, query), usagesToModel)
    )
  })
)

const spendingToModel = ({ budget: { perDay, perMonth }, today, thisMonth }: TranslationSpending) => ({
  perDay: perDay === null ? null : toAmount(perDay),
  perMonth: perMonth === null ? null : toAmount(perMonth),
  spentToday: toAmount(today),
  spentThisMonth: toAmount(thisMonth)
})

const usagesToModel = (rows: ReadonlyArray<TranslationUsageRow>) => ({
  _embedded: {
    usages: rows.map(({ provider, cost, ...usage }) => ({
      ...usage,
      provider: provider === "" ? null : provider,
      cost: toAmount(cost)
    }))
  }
})
