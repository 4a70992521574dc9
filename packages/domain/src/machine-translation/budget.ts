import { type Optional, type Validated, validateFields } from "../validation/validation.ts"

/** Most that machine translation may cost, in millionths of the operator's currency; null: no limit. */
export interface TranslationBudget {
  readonly perDay: number | null
  readonly perMonth: number | null
}

export const noBudget: TranslationBudget = { perDay: null, perMonth: null }

/** Owners of budgets. The whole server has one, too. */
export const budgetScopes = ["SERVER", "ORGANIZATION", "PROJECT"] as const
export type BudgetScope = (typeof budgetScopes)[number]

export const budgetPeriods = ["DAY", "MONTH"] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** The cost so far, with what running requests have reserved, in millionths of the currency. */
export interface TranslationSpending {
  readonly scope: BudgetScope
  readonly budget: TranslationBudget
  readonly today: number
  readonly thisMonth: number
}

const limitOf = ({ perDay, perMonth }: TranslationBudget, period: BudgetPeriod) =>
  period === "DAY" ? perDay : perMonth
const spentIn = ({ today, thisMonth }: TranslationSpending, period: BudgetPeriod) =>
  period === "DAY" ? today : thisMonth

/** A budget that does not allow more. */
export interface ExceededBudget {
  readonly scope: BudgetScope
  readonly period: BudgetPeriod
  /** Millionths of the currency that are left. */
  readonly left: number
}

/**
 * Returns the first budget that does not allow a further cost; null: all of them allow it. A budget that is used up allows
 * nothing, not even what costs nothing by the prices that the operator has set: a limit of 0 switches machines off.
 */
export const findExceededBudget = (
  spendings: ReadonlyArray<TranslationSpending>,
  cost: number
): ExceededBudget | null => {
  for (const spending of spendings) {
    for (const period of budgetPeriods) {
      const limit = limitOf(spending.budget, period)
      if (limit === null) continue
      const left = Math.max(0, limit - spentIn(spending, period))
      if (left === 0 || cost > left) return { scope: spending.scope, period, left }
    }
  }
  return null
}

/** Returns the smallest amount that the budgets leave, in millionths of the currency; null: there is no limit. */
export const leftOfBudgets = (spendings: ReadonlyArray<TranslationSpending>): number | null => {
  const left = spendings.flatMap((spending) =>
    budgetPeriods.flatMap((period) => {
      const limit = limitOf(spending.budget, period)
      return limit === null ? [] : [Math.max(0, limit - spentIn(spending, period))]
    })
  )
  return left.length === 0 ? null : Math.min(...left)
}

/** Shares of a budget, in percent, that its managers are told about. */
export const announcedShares = [80, 100] as const
export type AnnouncedShare = (typeof announcedShares)[number]

/** Returns the highest announced share that a cost reaches in a period; null: none that was not reached before. */
export const reachedShare = (spent: number, cost: number, limit: number | null): AnnouncedShare | null => {
  if (limit === null || limit === 0) return null
  const reached = announcedShares.filter(
    (share) => spent * 100 < limit * share && (spent + cost) * 100 >= limit * share
  )
  return reached.at(-1) ?? null
}

const dayMillis = 86_400_000

/** A day of UTC, as `YYYY-MM-DD`. `at`: epoch milliseconds. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Returns the first day of the month of a day. */
export const firstDayOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** Days for which usage is kept: more than two years, to compare months. */
const usageKeptDays = 800

/** Returns the day before which usage is erased. */
export const oldestUsageDay = (at: number): string => dayOf(at - usageKeptDays * dayMillis)

/** A budget as people write it, in the operator's currency. */
export interface BudgetInput {
  readonly perDay?: Optional<number>
  readonly perMonth?: Optional<number>
}

const million = 1_000_000
/** Beyond it the sum of a month would no longer be exact. */
const amountMax = 1_000_000_000

/** Checks a budget, and returns it in millionths of the currency. */
export const validateBudget = ({ perDay, perMonth }: BudgetInput): Validated<TranslationBudget> =>
  validateFields(
    { perDay: amountMessage(perDay), perMonth: amountMessage(perMonth) },
    { perDay: toMillionths(perDay), perMonth: toMillionths(perMonth) }
  )

const amountMessage = (amount: Optional<number>): string | null =>
  amount === null || amount === undefined || (amount >= 0 && amount <= amountMax)
    ? null
    : `must be between 0 and ${amountMax}`

const toMillionths = (amount: Optional<number>): number | null =>
  amount === null || amount === undefined ? null : Math.round(amount * million)

/** Returns an amount in the currency. */
export const toAmount = (millionths: number): number => millionths / million
