import { assert, describe, it } from "vitest"
import {
  type GlossaryTerm,
  glossaryTermIdentity,
  mergeGlossaryTerm,
  noGlossaryTermFlags,
  termTextIn
} from "./glossary-term.ts"

const term = (
  baseText: string,
  translations: Readonly<Record<string, string>> = {},
  flags: Partial<GlossaryTerm["flags"]> = {}
): GlossaryTerm => ({
  baseText,
  description: "",
  flags: { ...noGlossaryTermFlags, ...flags },
  translations: new Map(Object.entries(translations))
})

describe("the text of a term", () => {
  it.each<[string, GlossaryTerm, string, string | null]>([
    ["in the base language is the base text", term("key"), "en", "key"],
    ["in a region of the base language is the base text", term("key"), "en-GB", "key"],
    ["is the one of the language", term("key", { de: "Schlüssel" }), "DE", "Schlüssel"],
    ["of a region is preferred", term("key", { de: "a", "de-AT": "b" }), "de_AT", "b"],
    ["of a language serves its regions", term("key", { "zh-Hant": "鍵" }), "zh-Hant-TW", "鍵"],
    ["of a region serves no other one", term("key", { "de-AT": "b" }), "de", null],
    ["is none where nobody translated it", term("key", { de: "Schlüssel" }), "cs", null],
    ["is none without a base text", term(""), "en", null],
    ["that is not translated is the base text", term("Dragoman", {}, { flagNonTranslatable: true }), "cs", "Dragoman"]
  ])("%s", (_, one, languageTag, expected) => {
    assert.strictEqual(termTextIn(one, "en", languageTag), expected)
  })
})

describe("an import", () => {
  it("changes the term with the same base text and case flag", () => {
    assert.strictEqual(glossaryTermIdentity(term("e\u0301")), glossaryTermIdentity(term("é")))
    assert.notStrictEqual(glossaryTermIdentity(term("Port")), glossaryTermIdentity(term("port")))
    const exact = term("Port", {}, { flagCaseSensitive: true })
    assert.notStrictEqual(glossaryTermIdentity(term("Port")), glossaryTermIdentity(exact))
    const nameless = (translations: Readonly<Record<string, string>>) => glossaryTermIdentity(term("", translations))
    assert.strictEqual(nameless({ de: "a", cs: "b" }), nameless({ CS: "b", de: "a" }))
    assert.notStrictEqual(nameless({ de: "a" }), nameless({ de: "b" }))
  })

  it("replaces what the file says, and keeps the rest", () => {
    const stored = { ...term("Port", { de: "Hafen", "pt-BR": "porto", cs: "port" }), description: "of a ship" }
    const translations = new Map(Object.entries({ "pt-br": "porta", cs: "", fr: "port" }))
    const imported = { baseText: "Port", description: null, flags: { flagAbbreviation: true }, translations }
    assert.deepStrictEqual(mergeGlossaryTerm(stored, imported), {
      ...term("Port", { de: "Hafen", "pt-BR": "porta", fr: "port" }, { flagAbbreviation: true }),
      description: "of a ship"
    })
  })

  it("takes the texts of a term that is no longer translated", () => {
    const imported = {
      baseText: "Port",
      description: "a name",
      flags: { flagNonTranslatable: true },
      translations: new Map([["cs", "x"]])
    }
    assert.deepStrictEqual(mergeGlossaryTerm(term("Port", { de: "Hafen" }), imported), {
      ...term("Port", {}, { flagNonTranslatable: true }),
      description: "a name"
    })
  })
})
