import { assert, describe, it } from "vitest"
import {
  dayOf,
  type ExceededBudget,
  findExceededBudget,
  firstDayOfMonth,
  leftOfBudgets,
  noBudget,
  reachedShare,
  type TranslationSpending
} from "./budget.ts"

const spending = (given: Partial<TranslationSpending>): TranslationSpending => ({
  scope: "PROJECT",
  budget: noBudget,
  today: 0,
  thisMonth: 0,
  ...given
})

describe("budgets", () => {
  it.each([
    ["allow everything without a limit", [spending({ today: 1e12 })], 1e9, null],
    ["allow what is left exactly", [spending({ budget: { perDay: 100, perMonth: null }, today: 60 })], 40, null],
    [
      "refuse a millionth more",
      [spending({ budget: { perDay: 100, perMonth: null }, today: 60 })],
      41,
      { scope: "PROJECT", period: "DAY", left: 40 }
    ],
    [
      "refuse by the month when the day allows it",
      [spending({ budget: { perDay: 100, perMonth: 150 }, today: 0, thisMonth: 140 })],
      20,
      { scope: "PROJECT", period: "MONTH", left: 10 }
    ],
    [
      "refuse by the organization when the project allows it",
      [spending({ scope: "ORGANIZATION", budget: { perDay: 10, perMonth: null }, today: 10 }), spending({})],
      1,
      { scope: "ORGANIZATION", period: "DAY", left: 0 }
    ],
    [
      "refuse what costs nothing when they are used up",
      [spending({ budget: { perDay: 0, perMonth: null } })],
      0,
      { scope: "PROJECT", period: "DAY", left: 0 }
    ],
    [
      "that were lowered below what was spent leave nothing",
      [spending({ budget: { perDay: 5, perMonth: null }, today: 9 })],
      1,
      { scope: "PROJECT", period: "DAY", left: 0 }
    ]
  ] satisfies ReadonlyArray<[string, ReadonlyArray<TranslationSpending>, number, ExceededBudget | null]>)(
    "%s",
    (_, spendings, cost, expected) => {
      assert.deepStrictEqual(findExceededBudget(spendings, cost), expected)
    }
  )

  it("leave the smallest of what each of them leaves", () => {
    assert.strictEqual(
      leftOfBudgets([spending({ budget: { perDay: 100, perMonth: 1_000 }, today: 40, thisMonth: 970 })]),
      30
    )
    assert.strictEqual(leftOfBudgets([spending({})]), null)
  })

  it.each([
    [0, 79, null],
    [0, 80, 80],
    [79, 1, 80],
    [80, 10, null],
    [80, 20, 100],
    [0, 200, 100],
    [100, 1, null]
  ])("that have spent %d of 100 and spend %d more announce %s", (spent, cost, share) => {
    assert.strictEqual(reachedShare(spent, cost, 100), share)
  })

  it("count days and months of UTC", () => {
    const day = dayOf(Date.UTC(2026, 1, 28, 23, 59, 59, 999))
    assert.strictEqual(day, "2026-02-28")
    assert.strictEqual(firstDayOfMonth(day), "2026-02-01")
  })
})
