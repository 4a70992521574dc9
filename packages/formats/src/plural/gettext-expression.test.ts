import { assert, describe, it } from "vitest"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { parsePluralForms } from "./gettext-expression.ts"
import { gettextPlurals } from "./gettext-plural.ts"

const counts = Array.from({ length: 201 }, (_, count) => count)

describe("parsePluralForms", () => {
  it("evaluates the rules of all languages as C does", () => {
    for (const { pluralForms } of gettextPlurals) {
      const [, rule] = /plural=(.*)$/.exec(pluralForms) ?? []
      // The rules are C; for whole numbers JavaScript reads them alike.
      const indexOf = new Function("n", `return Number(${rule})`) as (n: number) => number
      assert.deepStrictEqual(counts.map(parsePluralForms(pluralForms)?.indexOf ?? (() => -1)), counts.map(indexOf))
    }
  })

  it.each([
    ["2 + 3 * 4 - 1", 13],
    ["7 / 2 % 2", 1],
    ["!n || !!n && 3 > 2", 1],
    ["n == 0 ? 4 : n == 1 ? 5 : 6", 4],
    ["1 <= 0 || 0 != 0", 0]
  ])("%s is %d for 0", (rule, expected) => {
    assert.strictEqual(parsePluralForms(`nplurals=7; plural=${rule};`)?.indexOf(0), expected)
  })

  it.each([
    "nplurals=INTEGER; plural=EXPRESSION;",
    "nplurals=2",
    "nplurals=2; plural=",
    "nplurals=2; plural=(n",
    "nplurals=2; plural=n n",
    "nplurals=2; plural=n = 1",
    "nplurals=2; plural=n ? 1",
    "nplurals=2; plural=system(n)",
    `nplurals=2; plural=${"(".repeat(100)}n${")".repeat(100)}`,
    `nplurals=2; plural=${"!".repeat(900)}n`,
    `nplurals=2; plural=${"n ? 1 : ".repeat(100)}0`
  ])("%s is no rule", (value) => {
    assert.isNull(parsePluralForms(value))
  })

  it("takes anything without failing", () => {
    const random = seededRandom(5)
    const parts = ["n", "1", "0", "(", ")", "?", ":", "!", "&&", "||", "==", "<", "%", "/", "+", "-", " ", "x"]
    for (let round = 0; round < 3_000; round++) {
      parsePluralForms(`nplurals=2; plural=${randomText(random, parts, 12)}`)?.indexOf(round)
    }
  })
})
