import { assert, describe, it } from "vitest"
import { customErrors, domainError, fieldErrors } from "../error/domain-error.ts"
import {
  baseLanguageIndex,
  type ProjectCreationInput,
  type ProjectEditInput,
  validateProjectCreation,
  validateProjectEdit
} from "./project-rules.ts"

const english = { name: "English", originalName: "English", tag: "en", flagEmoji: null }
const german = { name: "German", originalName: "Deutsch", tag: "de", flagEmoji: null }
const shop = { name: "Shop", languages: [english, german], organizationId: 1 }

describe("the body of a new project", () => {
  it.each([
    ["needs a name that is not blank", { ...shop, name: "   " }, { name: "must not be blank" }],
    ["has a name of 3 at least", { ...shop, name: "ab" }, { name: "size must be between 3 and 50" }],
    ["has a name of 50 at most", { ...shop, name: "x".repeat(51) }, { name: "size must be between 3 and 50" }],
    ["needs languages", { ...shop, languages: null }, { languages: "must not be empty" }],
    [
      "has at most 1000 languages, and does not look at each of more",
      { ...shop, languages: Array(1_001).fill({}) },
      { languages: "size must be between 1 and 1000" }
    ],
    [
      "names the language that breaks a rule",
      { ...shop, languages: [english, { ...german, tag: "d,e" }] },
      { "languages[1].tag": "can not contain coma" }
    ],
    ["has a slug of 3 at least", { ...shop, slug: "a" }, { slug: "size must be between 3 and 60" }],
    ["has a letter in its slug", { ...shop, slug: "2024" }, { slug: "invalid_pattern" }],
    ["needs an organization", { ...shop, organizationId: null }, { organizationId: "must not be null" }],
    [
      "needs a possible organization",
      { ...shop, organizationId: 0 },
      { organizationId: "must be greater than or equal to 1" }
    ]
  ] satisfies ReadonlyArray<[string, ProjectCreationInput, Record<string, string>]>)("%s", (_, input, messages) => {
    assert.deepStrictEqual(validateProjectCreation(input), { ok: false, error: fieldErrors(messages) })
  })

  it("is invalid when two of its languages have the same tag or name", () => {
    assert.deepStrictEqual(validateProjectCreation({ ...shop, languages: [english, { ...german, tag: "en" }] }), {
      ok: false,
      error: customErrors({ language_tag_exists: [] })
    })
    assert.deepStrictEqual(validateProjectCreation({ ...shop, languages: [english, { ...german, name: "English" }] }), {
      ok: false,
      error: customErrors({ language_name_exists: [] })
    })
  })

  it("may have 1000 languages", () => {
    const languages = Array.from({ length: 1_000 }, (_, index) => ({ ...english, name: `${index}`, tag: `t${index}` }))
    assert.isTrue(validateProjectCreation({ ...shop, languages }).ok)
  })

  it("takes its defaults", () => {
    const value = { ...shop, slug: null, baseLanguageTag: null, icuPlaceholders: true }
    assert.deepStrictEqual(validateProjectCreation(shop), { ok: true, value })
  })

  it.each([
    ["the first language is the base one unless another is named", null, { ok: true, value: 0 }],
    ["the base language is found by its tag", "de", { ok: true, value: 1 }],
    ["tags are case-sensitive", "DE", { ok: false, error: domainError("language_with_base_language_tag_not_found") }]
  ] as const)("%s", (_, baseLanguageTag, expected) => {
    const creation = { ...shop, slug: null, icuPlaceholders: true, baseLanguageTag }
    assert.deepStrictEqual(baseLanguageIndex(creation), expected)
  })
})

describe("the body of an edited project", () => {
  it.each([
    ["needs a name", {}, { name: "must not be blank" }],
    ["has a slug as a new one has", { name: "Shop", slug: "Shop" }, { slug: "invalid_pattern" }],
    [
      "has a description of 3 at least",
      { name: "Shop", description: "" },
      { description: "size must be between 3 and 2000" }
    ],
    [
      "has a description of 2000 at most",
      { name: "Shop", description: "x".repeat(2001) },
      { description: "size must be between 3 and 2000" }
    ]
  ] satisfies ReadonlyArray<[string, ProjectEditInput, Record<string, string>]>)("%s", (_, input, messages) => {
    assert.deepStrictEqual(validateProjectEdit(input), { ok: false, error: fieldErrors(messages) })
  })

  it("takes its defaults for everything that is left out", () => {
    assert.deepStrictEqual(validateProjectEdit({ name: "Shop" }), {
      ok: true,
      value: {
        name: "Shop",
        slug: null,
        description: null,
        baseLanguageId: null,
        useNamespaces: false,
        defaultNamespaceId: null,
        icuPlaceholders: true,
        translationProtection: null,
        suggestionsMode: null,
        rejectsBrokenIcu: null,
        marksTaskKeysDone: null,
        useBranching: null
      }
    })
  })
})
