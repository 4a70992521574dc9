import { assert, describe, it } from "vitest"
import { applyMutation, mutationsOf } from "./mutations.ts"

const mutantsOf = (source: string) => mutationsOf(source).map((mutation) => applyMutation(source, mutation))

describe("mutants", () => {
  it.each([
    ["a comparison", "f(a < b)", ["f(a <= b)"]],
    ["a condition", "f(a && b)", ["f(a || b)"]],
    ["a negation", "f(!a)", ["f(a)"]],
    ["a number", "const a = 3", ["const a = (3 + 1)"]],
    ["a choice", "const a = b ? c : d", ["const a = !(b) ? c : d"]],
    ["an early return", "const f = () => { if (a) return }", ["const f = () => { if (!(a)) return }"]],
    ["a filter", "const a = b.filter(isLive)", ["const a = b.filter(() => true)"]],
    [
      "SQL",
      "const a = sql`SELECT 1 WHERE a IS NULL AND b`",
      ["const a = sql`SELECT 1 WHERE a IS NOT NULL AND b`", "const a = sql`SELECT 1 WHERE a IS NULL OR b`"]
    ]
  ])("of %s", (_, source, expected) => {
    assert.includeMembers(mutantsOf(source), expected)
  })

  it("leave out a statement", () => {
    assert.include(mutantsOf("change(a)"), "void 0")
  })

  it.each([
    ["a type", "type A = { readonly a: 3 }"],
    ["an import", 'import { a } from "b"'],
    ["a log line", 'const a = Effect.logInfo("x" + 1)']
  ])("there are none of %s", (_, source) => {
    assert.deepStrictEqual(mutantsOf(source), [])
  })
})
