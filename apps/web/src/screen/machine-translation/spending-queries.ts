import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Request, Response } from "../../base/api/contract.ts"
import { organizationKey } from "../organization/organization-queries.ts"

/** Owner of a budget: a project, or an organization by its slug. */
export type SpendingOwner = { readonly projectId: number } | { readonly organization: string }

/** Usage of a service or a provider on a day. */
export type Usage = Response<"translationSpending", "listUsageOfProject">["_embedded"]["usages"][number]

const keyOf = (owner: SpendingOwner) =>
  "projectId" in owner ? (["project", owner.projectId] as const) : organizationKey(owner.organization)

export const budgetQuery = (owner: SpendingOwner) =>
  queryOptions({
    queryKey: [...keyOf(owner), "translation-budget"],
    queryFn: ({ signal }) =>
      "projectId" in owner
        ? call("translationSpending", "getBudgetOfProject", { params: owner }, { signal })
        : call("translationSpending", "getBudgetOfOrganization", { params: owner }, { signal })
  })

/** The usage of the present month of UTC. */
export const usageQuery = (owner: SpendingOwner) =>
  queryOptions({
    queryKey: [...keyOf(owner), "translation-usage"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<Usage>> => {
      const { _embedded } = await ("projectId" in owner
        ? call("translationSpending", "listUsageOfProject", { params: owner, query: {} }, { signal })
        : call("translationSpending", "listUsageOfOrganization", { params: owner, query: {} }, { signal }))
      return _embedded.usages
    }
  })

export const setBudget = (
  owner: SpendingOwner,
  payload: Request<"translationSpending", "setBudgetOfProject">["payload"]
) =>
  "projectId" in owner
    ? call("translationSpending", "setBudgetOfProject", { params: owner, payload })
    : call("translationSpending", "setBudgetOfOrganization", { params: owner, payload })
