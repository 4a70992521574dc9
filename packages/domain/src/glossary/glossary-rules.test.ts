import { assert, describe, it } from "vitest"
import { domainError, fieldErrors } from "../error/domain-error.ts"
import {
  checkTranslateTerm,
  validateEditedGlossary,
  validateHighlightedText,
  validateNewGlossary,
  validateTerm,
  validateTermTranslation
} from "./glossary-rules.ts"

const glossary = { name: " Harbour ", baseLanguageTag: "en", assignedProjectIds: [2, 1, 2] }

describe("a glossary", () => {
  it("has a trimmed name, and each project once", () => {
    assert.deepStrictEqual(validateNewGlossary(glossary), {
      ok: true,
      value: { name: "Harbour", baseLanguageTag: "en", assignedProjectIds: [2, 1] }
    })
  })

  it.each([
    ["has a name", { ...glossary, name: " " }, { name: "must not be blank" }],
    ["has a name of 50 at most", { ...glossary, name: "x".repeat(51) }, { name: "size must be between 1 and 50" }],
    ["has a base language", { ...glossary, baseLanguageTag: null }, { baseLanguageTag: "must not be blank" }],
    ["has one base language", { ...glossary, baseLanguageTag: "en,de" }, { baseLanguageTag: "can not contain coma" }],
    [
      "names its projects when it is new",
      { ...glossary, assignedProjectIds: null },
      { assignedProjectIds: "must not be null" }
    ]
  ])("%s", (_, input, messages) => {
    assert.deepStrictEqual(validateNewGlossary(input), { ok: false, error: fieldErrors(messages as never) })
  })

  it("keeps its projects in an edit without them", () => {
    const edited = validateEditedGlossary({ name: "a", baseLanguageTag: "en" })
    assert.isTrue(edited.ok && edited.value.assignedProjectIds === null)
  })
})

describe("a term", () => {
  it("keeps what the body does not have", () => {
    assert.deepStrictEqual(validateTerm({ flagForbiddenTerm: false, flagCaseSensitive: null, text: " " }), {
      ok: true,
      value: { text: "", description: null, flags: { flagForbiddenTerm: false } }
    })
  })

  it("has a text of 200 and a description of 500 at most", () => {
    assert.isTrue(validateTerm({ text: "x".repeat(200), description: "x".repeat(500) }).ok)
    assert.deepStrictEqual(validateTerm({ text: "x".repeat(201), description: "x".repeat(501) }), {
      ok: false,
      error: fieldErrors({ text: "size must be between 0 and 200", description: "size must be between 0 and 500" })
    })
    assert.isFalse(validateTermTranslation({ languageTag: "cs", text: "x".repeat(201) }).ok)
  })

  it("that stays as it is has a text in the base language only", () => {
    assert.isNull(checkTranslateTerm({ flagNonTranslatable: true }, "en", "en"))
    assert.isNull(checkTranslateTerm({ flagNonTranslatable: false }, "cs", "en"))
    assert.deepStrictEqual(
      checkTranslateTerm({ flagNonTranslatable: true }, "cs", "en"),
      domainError("glossary_non_translatable_term_cannot_be_translated")
    )
  })
})

describe("a text in which terms are looked for", () => {
  it("has 65,536 UTF-16 units at most", () => {
    assert.isTrue(validateHighlightedText({ text: "x".repeat(65_536), languageTag: "en" }).ok)
    assert.isFalse(validateHighlightedText({ text: "x".repeat(65_537), languageTag: "en" }).ok)
    assert.isFalse(validateHighlightedText({ languageTag: "en" }).ok)
  })
})
