import { assert, describe, it } from "vitest"
import { gettextPlurals, gettextRuleOf } from "./gettext-plural.ts"
import { pluralFormCount, pluralRulesOf } from "./plural-keyword.ts"

describe("gettextRuleOf", () => {
  it.each([
    ["en", ["one", "other"]],
    ["cs", ["one", "few", "other"]],
    ["pl", ["one", "few", "many"]],
    ["ja", ["other"]],
    ["ar", ["zero", "one", "two", "few", "many", "other"]],
    ["lv", ["one", "other", "zero"]],
    ["pt_BR", ["one", "other"]],
    ["he", ["one", "other"]],
    ["no such language", ["one", "other"]]
  ])("%s has %s in the order of its indexes", (language, keywords) => {
    assert.deepStrictEqual(gettextRuleOf(language).keywords, keywords as ReadonlyArray<string>)
  })

  it("gives the value of the header Plural-Forms", () => {
    assert.strictEqual(gettextRuleOf("ja").pluralForms, "nplurals=1; plural=0")
    assert.strictEqual(gettextRuleOf("no such language").pluralForms, "nplurals=2; plural=(n != 1)")
  })

  it("each sample is a number to which the rule gives its index", () => {
    for (const { pluralForms, samples } of gettextPlurals) {
      const [, rule] = /plural=(.*)$/.exec(pluralForms) ?? []
      // The rules are C; for whole numbers JavaScript reads them alike.
      const indexOf = new Function("n", `return Number(${rule})`) as (n: number) => number
      assert.deepStrictEqual(
        samples.map(indexOf),
        samples.map((_, index) => index),
        pluralForms
      )
    }
  })

  it("has one sample for each form of a rule, and no language twice", () => {
    for (const { pluralForms, samples } of gettextPlurals) {
      assert.strictEqual(pluralForms.startsWith(`nplurals=${samples.length};`), true, pluralForms)
    }
    const languages = gettextPlurals.flatMap((row) => row.languages.split(" "))
    assert.strictEqual(new Set(languages).size, languages.length)
  })
})

describe("pluralRulesOf", () => {
  it.each([
    ["ar-XX", "ar"],
    ["cs_CZ", "cs-CZ"],
    ["messages_en", "en"],
    ["", "en"]
  ])("%s is read as %s", (tag, expected) => {
    assert.strictEqual(
      pluralRulesOf(tag).resolvedOptions().locale,
      new Intl.PluralRules(expected).resolvedOptions().locale
    )
  })

  it("counts the forms of a language", () => {
    assert.deepStrictEqual(["ja", "en", "cs", "ar"].map(pluralFormCount), [1, 2, 4, 6])
  })
})
