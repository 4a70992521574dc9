import {
  type BudgetInput,
  dayOf,
  firstDayOfMonth,
  leftOfBudgets,
  type TranslationBudget,
  toAmount,
  validateBudget
} from "@dragoman/domain/machine-translation"
import { type BudgetOwner, TranslationSpendingRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { changeOrganization } from "../../organization/change-organization.ts"
import { orFail } from "../../platform/fail.ts"
import { getProject } from "../../project/project/project-queries.ts"
import { projectObject } from "../../project/project/project-shapes.ts"
import type { OrganizationAccess, ProjectAccess } from "../../service/access/access.ts"
import { recordChange } from "../../service/audit/record-audit.ts"
import { serverBudget } from "./spending.ts"

const today = Effect.map(Clock.currentTimeMillis, dayOf)

/** Returns the amount that the budgets leave in a project, in whole units of the currency. */
export const getBalanceOfProject = Effect.fn("getBalanceOfProject")(function* (access: ProjectAccess) {
  const { organizationId } = access
  const { perMonth } = yield* TranslationSpendingRepository.use((repository) =>
    repository.findBudget({ organizationId })
  )
  return balanceOf(yield* findLeftOfProject(access), perMonth)
})

/** Finds the amount that the budgets leave in a project, in millionths of the currency; null: there is no budget. */
export const findLeftOfProject = Effect.fn("findLeftOfProject")(function* ({
  projectId,
  organizationId
}: Pick<ProjectAccess, "projectId" | "organizationId">) {
  const repository = yield* TranslationSpendingRepository
  const server = yield* serverBudget
  const spendings = (yield* repository.list({ organizationId, projectId }, yield* today)).map((spending) =>
    spending.scope === "SERVER" ? { ...spending, budget: server } : spending
  )
  return leftOfBudgets(spendings)
})

/** Returns the amount that the budget of an organization leaves. */
export const getBalanceOfOrganization = Effect.fn("getBalanceOfOrganization")(function* ({
  organizationId
}: OrganizationAccess<"MEMBER">) {
  const repository = yield* TranslationSpendingRepository
  const spending = yield* repository.findOfOrganization(organizationId, yield* today)
  return balanceOf(leftOfBudgets([spending]), spending.budget.perMonth)
})

const balanceOf = (left: number | null, perMonth: number | null) => ({
  creditBalance: Math.floor(toAmount(left ?? 0)),
  bucketSize: Math.floor(toAmount(perMonth ?? 0)),
  extraCreditBalance: 0
})

export const getBudgetOfProject = Effect.fn("getBudgetOfProject")(function* ({
  projectId,
  organizationId
}: ProjectAccess<"project.edit">) {
  const repository = yield* TranslationSpendingRepository
  const spendings = yield* repository.list({ organizationId, projectId }, yield* today)
  return spendings.find(({ scope }) => scope === "PROJECT") ?? (yield* Effect.die("a project has a spending"))
})

export const getBudgetOfOrganization = Effect.fn("getBudgetOfOrganization")(function* ({
  organizationId
}: Pick<OrganizationAccess<"MEMBER">, "organizationId">) {
  return yield* TranslationSpendingRepository.use((repository) =>
    Effect.flatMap(today, (day) => repository.findOfOrganization(organizationId, day))
  )
})

export const setBudgetOfProject = Effect.fn("setBudgetOfProject")(function* (
  access: ProjectAccess<"project.edit">,
  input: BudgetInput
) {
  const after = yield* orFail(validateBudget(input))
  const { projectId, caller } = access
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const before = yield* replaceBudget({ projectId }, after)
      const event = { action: "PROJECT_EDITED", object: projectObject(yield* getProject(access)), projectId } as const
      yield* recordChange(caller, event, audited(before), audited(after))
    })
  )
  return yield* getBudgetOfProject(access)
})

export const setBudgetOfOrganization = Effect.fn("setBudgetOfOrganization")(function* (
  access: OrganizationAccess<"OWNER">,
  input: BudgetInput
) {
  const after = yield* orFail(validateBudget(input))
  const { organizationId, caller, organization } = access
  yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const before = yield* replaceBudget({ organizationId }, after)
      const object = { kind: "ORGANIZATION", id: organizationId, name: organization.name } as const
      yield* recordChange(
        caller,
        { action: "ORGANIZATION_EDITED", object, organizationId },
        audited(before),
        audited(after)
      )
    })
  )
  return yield* getBudgetOfOrganization(access)
})

const replaceBudget = Effect.fnUntraced(function* (owner: BudgetOwner, budget: TranslationBudget) {
  const repository = yield* TranslationSpendingRepository
  const before = yield* repository.findBudget(owner)
  yield* repository.setBudget(owner, budget)
  return before
})

const audited = ({ perDay, perMonth }: TranslationBudget) => ({
  machineTranslationPerDay: perDay === null ? null : toAmount(perDay),
  machineTranslationPerMonth: perMonth === null ? null : toAmount(perMonth)
})

/** Lists usage by day, service and provider; absent days: this month until today. */
export const listUsage = Effect.fn("listUsage")(function* (
  owner: BudgetOwner,
  days: { readonly from?: string | undefined; readonly to?: string | undefined }
) {
  const repository = yield* TranslationSpendingRepository
  const day = yield* today
  return yield* repository.listUsage(owner, { from: days.from ?? firstDayOfMonth(day), to: days.to ?? day })
})
