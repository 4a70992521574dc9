import { assert, describe, it } from "vitest"
import { fieldErrors } from "../error/domain-error.ts"
import { type LanguageInput, validateLanguage } from "./language-rules.ts"

const czech = { name: "Czech", originalName: "čeština", tag: "cs", flagEmoji: "🇨🇿" }

describe("the body of a language", () => {
  it.each([
    ["needs a name that is not blank", { ...czech, name: " \t" }, { name: "must not be blank" }],
    ["needs the name in the language itself", { ...czech, originalName: null }, { originalName: "must not be blank" }],
    ["needs a tag", { ...czech, tag: undefined }, { tag: "must not be blank" }],
    ["has no comma in its tag", { ...czech, tag: "cs,sk" }, { tag: "can not contain coma" }],
    ["has a tag of 20 at most", { ...czech, tag: "x".repeat(21) }, { tag: "size must be between 0 and 20" }],
    ["has a name of 100 at most", { ...czech, name: "x".repeat(101) }, { name: "size must be between 0 and 100" }],
    [
      "counts the flag in UTF-16 units",
      { ...czech, flagEmoji: "🇨🇿".repeat(6) },
      { flagEmoji: "size must be between 0 and 20" }
    ],
    [
      "names every field that breaks a rule",
      {},
      { name: "must not be blank", originalName: "must not be blank", tag: "must not be blank" }
    ]
  ] satisfies ReadonlyArray<[string, LanguageInput, Record<string, string>]>)("%s", (_, input, messages) => {
    assert.deepStrictEqual(validateLanguage(input), { ok: false, error: fieldErrors(messages) })
  })

  it.each(["newEn", "xx_YY", "zh-Hans-CN", "en.US", "x".repeat(20)])("takes the tag %s: registered or not", (tag) => {
    assert.deepStrictEqual(validateLanguage({ ...czech, tag }), { ok: true, value: { ...czech, tag } })
  })

  it("has no flag when none is given", () => {
    const { flagEmoji: _, ...input } = czech
    assert.deepStrictEqual(validateLanguage(input), { ok: true, value: { ...input, flagEmoji: null } })
  })
})
