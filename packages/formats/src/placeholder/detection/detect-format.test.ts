import { assert, describe, it } from "vitest"
import { cDialect } from "../dialect/c-placeholder.ts"
import type { Dialect } from "../dialect/dialect.ts"
import { i18nextDialect } from "../dialect/i18next-placeholder.ts"
import { phpDialect } from "../dialect/php-placeholder.ts"
import { pythonBraceDialect } from "../dialect/python-brace-placeholder.ts"
import { rubyDialect } from "../dialect/ruby-placeholder.ts"
import { countIcuHits, detectFormat } from "./detect-format.ts"

describe("hits of a dialect", () => {
  it.each([
    ["a placeholder behind a space", phpDialect, "a %s", 1],
    ["a placeholder behind a word is none", phpDialect, "a%s", 0],
    ["a space is no flag", phpDialect, "100 % sure and 100% sure", 0],
    ["a name between percent signs is none", cDialect, "%date% %s", 1],
    ["two placeholders", cDialect, "%s %d", 2],
    ["a Ruby name", rubyDialect, "%{name}", 1],
    ["a Python field", pythonBraceDialect, "{name!r}", 1],
    ["i18next values and nesting", i18nextDialect, "{{a}} {{b, c}} {{- d}} $t(e)", 4]
  ] satisfies ReadonlyArray<[string, Dialect, string, number]>)("%s", (_, dialect, text, hits) => {
    assert.strictEqual(dialect.countHits(text), hits)
  })

  it.each([
    ["a name in braces", "Hi {name}!", 1],
    ["a number", "{n, number, .00}", 1],
    ["a plural on one line", "{n, plural, one {a} other {{b}}}", 1],
    ["a plural without other is none", "{n, plural, one {a}}", 0],
    ["braces behind a word are none", "a{name}", 0],
    ["braces before a word are none", "{name}a", 0],
    ["doubled braces are none", "{{name}}", 0]
  ])("ICU: %s", (_, text, hits) => {
    assert.strictEqual(countIcuHits(text), hits)
  })
})

describe("detectFormat", () => {
  const variants = [
    { format: "JSON_JAVA", dialect: phpDialect, weight: 0.9 },
    { format: "JSON_PHP", dialect: phpDialect, weight: 1 },
    { format: "JSON_ICU", dialect: null, weight: 1 },
    { format: "JSON_C", dialect: null, weight: null }
  ]

  it("the highest weighted score wins, the first on a tie", () => {
    const detected = detectFormat(["%s {x}", ""], variants, "JSON_C")
    assert.deepStrictEqual(detected, {
      format: "JSON_PHP",
      reason: "score",
      scores: [
        { format: "JSON_JAVA", score: 0.45 },
        { format: "JSON_PHP", score: 0.5 },
        { format: "JSON_ICU", score: 0.5 }
      ]
    })
  })

  it("without a hit the fallback is taken", () => {
    assert.deepInclude(detectFormat(["a"], variants, "JSON_C"), { format: "JSON_C", reason: "fallback" })
    assert.deepInclude(detectFormat([], variants, "JSON_C"), { format: "JSON_C", reason: "fallback" })
  })

  it("looks at the first thousand texts only", () => {
    const texts = [...Array.from({ length: 1_000 }, () => "a"), "%s"]
    assert.strictEqual(detectFormat(texts, variants, "JSON_C").reason, "fallback")
  })
})
