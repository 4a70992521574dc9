import { assert, describe, it } from "vitest"
import { parsePluralForms } from "./gettext-expression.ts"
import { gettextFormsOf, gettextPlurals, gettextRuleOf } from "./gettext-plural.ts"
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

  it.each([
    ["fr", ["one", "many", "other"]],
    ["pt-PT", ["one", "many", "other"]],
    ["ca", ["one", "many", "other"]],
    ["de", ["one", "other"]],
    ["cs", ["one", "few", "other"]]
  ])("%s has %s where a file has the form many", (language, keywords) => {
    assert.deepStrictEqual(gettextRuleOf(language, true).keywords, keywords as ReadonlyArray<string>)
  })

  it("gives the value of the header Plural-Forms", () => {
    assert.strictEqual(gettextRuleOf("ja").pluralForms, "nplurals=1; plural=0")
    assert.strictEqual(gettextRuleOf("no such language").pluralForms, "nplurals=2; plural=(n != 1)")
  })

  it("has a rule that can be read for each language, and no language twice", () => {
    for (const { pluralForms } of gettextPlurals) assert.isNotNull(parsePluralForms(pluralForms), pluralForms)
    const languages = gettextPlurals.flatMap((row) => row.languages.split(" "))
    assert.strictEqual(new Set(languages).size, languages.length)
  })

  it("divides the numbers as CLDR does, but for languages in which gettext has fewer forms", () => {
    const others = languagesWithPluralRules().filter((language) => {
      const { keywords, indexOf } = gettextRuleOf(language)
      const rules = new Intl.PluralRules(language)
      return Array.from({ length: 1_001 }, (_, count) => count).some(
        (count) => keywords[indexOf(count)] !== rules.select(count)
      )
    })
    assert.deepStrictEqual(others, ["he", "kw", "se", "sat"])
  })

  it.each([
    ["ces", "cs"],
    ["iw", "he"],
    ["sh", "sr"]
  ])("takes %s as another name of %s", (name, language) => {
    assert.strictEqual(gettextRuleOf(name).pluralForms, gettextRuleOf(language).pluralForms)
  })
})

/** All that `Intl` knows, each by its usual name. */
const languagesWithPluralRules = (): ReadonlyArray<string> => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"]
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  return [...pairs, ...pairs.flatMap((pair) => letters.map((third) => pair + third))].filter(
    (name) => Intl.PluralRules.supportedLocalesOf(name)[0] === name
  )
}

describe("gettextFormsOf", () => {
  const formsOf = (language: string, pluralForms: string) => {
    const expression = parsePluralForms(pluralForms)
    const forms = expression && gettextFormsOf(language, expression)
    return forms && [Object.fromEntries(forms.indexBySelector), forms.isExact]
  }

  it.each([
    ["the usual rule", "cs", "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;", { one: 0, few: 1, other: 2 }],
    ["one form for all", "fa", "nplurals=1; plural=0;", { other: 0 }],
    ["two forms where the language has three", "he", "nplurals=2; plural=(n != 1);", { one: 0, other: 1 }],
    ["another form for 0", "pt_BR", "nplurals=2; plural=(n != 1);", { "=0": 1, one: 0, other: 1 }],
    [
      "a form for 8 and 11",
      "cy",
      "nplurals=4; plural=(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3;",
      {
        "=8": 3,
        "=11": 3,
        one: 0,
        two: 1,
        other: 2
      }
    ]
  ] as const)("%s: each number keeps its form", (_, language, pluralForms, indexes) => {
    assert.deepStrictEqual(formsOf(language, pluralForms), [indexes, true])
  })

  it("a rule that no few numbers can mend is not exact", () => {
    assert.deepStrictEqual(formsOf("en", "nplurals=2; plural=n % 2;"), [{ one: 1, other: 0 }, false])
  })

  it.each([
    ["a form that it does not have", "nplurals=2; plural=n;"],
    ["no number", "nplurals=2; plural=n / 0;"]
  ])("a rule that gives %s is none", (_, pluralForms) => {
    assert.isNull(formsOf("en", pluralForms))
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
