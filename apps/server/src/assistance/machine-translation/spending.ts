import {
  type BudgetPeriod,
  dayOf,
  type ExceededBudget,
  findExceededBudget,
  oldestUsageDay,
  reachedShare,
  type TranslationBudget,
  type TranslationService,
  type TranslationSpending,
  type TranslationUsage
} from "@dragoman/domain/machine-translation"
import { computePermission, effectiveScopes } from "@dragoman/domain/permission"
import {
  AccessRepository,
  Database,
  NotificationAudienceRepository,
  type TranslationPayer,
  TranslationSpendingRepository
} from "@dragoman/store"
import { Clock, Context, Data, Effect } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"
import { CurrentEvaluation } from "./evaluation-observer.ts"
import { countBudgetRejection, countUsage } from "./machine-metrics.ts"

/** A budget does not allow the request. */
export class BudgetExceeded extends Data.TaggedError("BudgetExceeded")<ExceededBudget> {}

/** Gets the cost of each request that is paid for; null: no listener. */
export const CostListener = Context.Reference<((cost: number) => void) | null>(
  "@dragoman/server/assistance/machine-translation/CostListener",
  { defaultValue: () => null }
)

/** A cost that counts against the budgets before its request is sent, in millionths of the operator's currency. */
export interface Reservation {
  readonly payer: TranslationPayer
  readonly day: string
  readonly cost: number
}

/** The budget of the whole server, which the operator sets. */
export const serverBudget = Effect.map(
  Settings,
  ({ mtDailyBudget }): TranslationBudget => ({ perDay: mtDailyBudget, perMonth: null })
)

/**
 * Reserves the estimated cost of a request, or fails when a budget of project, organization or server does not allow it. A reservation
 * that is never settled, because its server was killed, stays counted for its day: the request may have been paid for.
 */
export const reserveCost = Effect.fn("reserveCost")(function* (payer: TranslationPayer, cost: number) {
  const spending = yield* TranslationSpendingRepository
  const database = yield* Database
  const server = yield* serverBudget
  const day = dayOf(yield* Clock.currentTimeMillis)
  yield* database
    .transaction(
      Effect.gen(function* () {
        const spendings = (yield* spending.add(payer, day, cost)).map(
          (one): TranslationSpending => (one.scope === "SERVER" ? { ...one, budget: server } : one)
        )
        const exceeded = findExceededBudget(spendings, cost)
        if (exceeded !== null) return yield* new BudgetExceeded(exceeded)
        yield* announceShares(payer, spendings, cost)
      })
    )
    .pipe(Effect.tapErrorTag("BudgetExceeded", ({ scope }) => countBudgetRejection(scope)))
  return { payer, day, cost } satisfies Reservation
})

/** Replaces a reserved cost by the real one, and counts the request. `null`: the request failed, and cost nothing. */
export const settleCost = Effect.fn("settleCost")(function* (
  { payer, day, cost }: Reservation,
  request: {
    readonly service: TranslationService
    readonly provider: string
    readonly usage: TranslationUsage
    readonly cost: number
  } | null
) {
  const spending = yield* TranslationSpendingRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      const difference = (request?.cost ?? 0) - cost
      if (difference !== 0) yield* spending.add(payer, day, difference)
      if (request !== null) yield* spending.count(payer, { day, ...request })
    })
  )
  if (request === null) return
  const listener = yield* CostListener
  listener?.(request.cost)
  yield* countUsage(request.service, request.usage, request.cost)
  const evaluation = yield* CurrentEvaluation
  evaluation?.onRequest(request)
})

/** Tells members who may edit the project when it, or its organization, has used a large share of its budget. */
const announceShares = Effect.fnUntraced(function* (
  { projectId }: TranslationPayer,
  spendings: ReadonlyArray<TranslationSpending>,
  cost: number
) {
  const reached = spendings.flatMap(({ scope, budget, today, thisMonth }) => {
    if (scope === "SERVER") return []
    const periods = [
      ["DAY", reachedShare(today, cost, budget.perDay)],
      ["MONTH", reachedShare(thisMonth, cost, budget.perMonth)]
    ] as const satisfies ReadonlyArray<readonly [BudgetPeriod, ReturnType<typeof reachedShare>]>
    return periods.flatMap(([period, percent]) => (percent === null ? [] : [{ scope, period, percent }]))
  })
  if (reached.length === 0) return
  const audience = yield* NotificationAudienceRepository
  const access = yield* AccessRepository
  const project = yield* audience.findProject(projectId)
  if (project === null) return
  const users = yield* access.listProjectUsers(projectId, yield* audience.listProjectUserIds(projectId))
  const userIds = users
    .filter((user) => effectiveScopes(computePermission(user), null).includes("project.edit"))
    .map(({ userId }) => userId)
  for (const params of reached) {
    yield* notifyUsers({ type: "TRANSLATION_BUDGET_REACHED", params, userIds, project, actor: null })
  }
})

/** Erases usage of more than two years ago. */
export const eraseOldUsage = Effect.fn("eraseOldUsage")(function* () {
  const spending = yield* TranslationSpendingRepository
  const database = yield* Database
  yield* database.transaction(spending.eraseBefore(oldestUsageDay(yield* Clock.currentTimeMillis)))
})
