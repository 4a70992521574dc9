import { assert, describe, it } from "vitest"
import { domainError, fieldErrors } from "../error/domain-error.ts"
import { translationProtections, translationTextMaxUtf16Units } from "../translation/translation.ts"
import { invalid, valid } from "../validation/validation.ts"
import {
  checkPluralOfSuggestion,
  decideSuggestion,
  effectiveProtection,
  type SuggestionState,
  validateSuggestion
} from "./suggestion.ts"

describe("the text of a suggestion", () => {
  const longest = "x".repeat(translationTextMaxUtf16Units)
  it.each([
    ["is required", null, invalid(fieldErrors({ translation: "must not be blank" }))],
    ["is not blank", " \n", invalid(fieldErrors({ translation: "must not be blank" }))],
    ["is as long as a translation", longest, valid(longest)],
    ["is not longer", `${longest}x`, invalid(domainError("translation_text_too_long", [translationTextMaxUtf16Units]))],
    ["stays as it is written", " a\n", valid(" a\n")]
  ])("%s", (_, text, expected) => {
    assert.deepStrictEqual(validateSuggestion(text), expected)
  })
})

describe("a suggestion", () => {
  it.each([
    ["is accepted while it is active", "ACTIVE", "ACCEPTED", valid("ACCEPTED")],
    ["is declined while it is active", "ACTIVE", "DECLINED", valid("DECLINED")],
    ["stays declined", "DECLINED", "DECLINED", valid("DECLINED")],
    ["is not accepted once it is declined", "DECLINED", "ACCEPTED", null],
    ["is not accepted twice", "ACCEPTED", "ACCEPTED", null],
    ["is not declined once it is accepted", "ACCEPTED", "DECLINED", null]
  ] satisfies ReadonlyArray<[string, SuggestionState, "ACCEPTED" | "DECLINED", unknown]>)(
    "%s",
    (_, before, decision, expected) => {
      const rejected = invalid(domainError("suggestion_not_active", [before]))
      assert.deepStrictEqual<unknown>(decideSuggestion(before, decision), expected ?? rejected)
    }
  )

  it("is a plural where its key is one", () => {
    assert.isNull(checkPluralOfSuggestion(true, true))
    assert.isNull(checkPluralOfSuggestion(false, false))
    assert.deepStrictEqual(checkPluralOfSuggestion(false, true), domainError("suggestion_must_be_plural"))
    assert.deepStrictEqual(checkPluralOfSuggestion(true, false), domainError("suggestion_cant_be_plural"))
  })
})

it("Enforced suggestions protect reviewed texts, whatever the project says", () => {
  for (const translationProtection of translationProtections) {
    const effective = (suggestionsMode: "DISABLED" | "ENABLED" | "ENFORCED") =>
      effectiveProtection({ translationProtection, suggestionsMode })
    assert.strictEqual(effective("ENFORCED"), "PROTECT_REVIEWED")
    assert.strictEqual(effective("ENABLED"), translationProtection)
    assert.strictEqual(effective("DISABLED"), translationProtection)
  }
})
