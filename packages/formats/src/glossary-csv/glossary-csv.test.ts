import { readFileSync } from "node:fs"
import { type GlossaryTerm, mergeGlossaryTerm, noGlossaryTermFlags } from "@dragoman/domain/glossary"
import { assert, describe, it } from "vitest"
import { printParseFailure } from "../reader.ts"
import { randomGlossaryTerms } from "../testing/random-glossary-terms.ts"
import { readGlossaryCsv } from "./read.ts"
import { printGlossaryCsvStart, printGlossaryCsvTerms } from "./write.ts"

const golden = (name: string) => readFileSync(new URL(`golden-glossaries/${name}`, import.meta.url))

const term = (
  baseText: string,
  translations: Readonly<Record<string, string>> = {},
  flags: Partial<GlossaryTerm["flags"]> = {},
  description = ""
): GlossaryTerm => ({
  baseText,
  description,
  flags: { ...noGlossaryTermFlags, ...flags },
  translations: new Map(Object.entries(translations))
})

const columns = { baseLanguageTag: "en", languageTags: ["cs", "de", "en"] }

const read = (content: Uint8Array | string) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  return readGlossaryCsv(bytes, { baseLanguageTag: "en", languageTags: ["de", "x-pirate"] })
}

/** The terms of an empty glossary after an import. */
const stored = (content: Uint8Array | string): ReadonlyArray<GlossaryTerm> => {
  const result = read(content)
  if (result.kind === "failure") assert.fail(printParseFailure(result))
  return result.terms.map((imported) => mergeGlossaryTerm(term(imported.baseText), imported))
}

describe("CSV of glossaries", () => {
  it("is written with a column for each language", () => {
    const terms = [
      term("key", { de: "Schlüssel", cs: "klíč" }, {}, 'A name of a text, with "quotes"'),
      term("Dragoman", {}, { flagNonTranslatable: true, flagCaseSensitive: true }),
      term("TM", {}, { flagCaseSensitive: true, flagAbbreviation: true }, "translation memory\nin short"),
      term("whitelist", { cs: "whitelist" }, { flagForbiddenTerm: true })
    ]
    const written = printGlossaryCsvStart(columns) + printGlossaryCsvTerms(terms, columns)
    assert.strictEqual(written, golden("dragoman.csv").toString())
    assert.deepStrictEqual(stored(written), terms)
  })

  it("with semicolons, line breaks in cells and a byte order mark comes back from an export", () => {
    const imported = stored(golden("line-breaks.csv"))
    assert.deepStrictEqual(imported, [
      term(
        "berth",
        { cs: "kotviště", "de-AT": "Liegeplatz" },
        {},
        'Place of a ship;\r\nnot of a train\r\n\r\nSee "quay"'
      ),
      term("bill; of lading", { cs: "náložný\nlist" }),
      term("blacklist", { "de-AT": "Sperrliste" }, { flagForbiddenTerm: true }, 'Say "block list"')
    ])
    const options = { baseLanguageTag: "en", languageTags: ["cs", "de-AT", "en"] }
    const written = printGlossaryCsvStart(options) + printGlossaryCsvTerms(imported, options)
    assert.deepStrictEqual(stored(written), imported)
  })

  it("is read from a spreadsheet, and says only what it has columns for", () => {
    assert.deepStrictEqual(read(golden("spreadsheet.csv")), {
      kind: "terms",
      terms: [
        {
          baseText: "key",
          description: null,
          flags: { flagForbiddenTerm: false, flagNonTranslatable: false },
          translations: new Map([
            ["de", "Schlüssel"],
            ["pt_BR", "chave"]
          ])
        },
        {
          baseText: "x",
          description: null,
          flags: { flagForbiddenTerm: true, flagNonTranslatable: false },
          translations: new Map([
            ["de", "a;b"],
            ["pt_BR", ""]
          ])
        }
      ]
    })
  })

  it.each([
    [
      "takes the base text from the column of the base language",
      "EN,x-Pirate\nkey,arr\n",
      [term("key", { "x-pirate": "arr" })]
    ],
    ["prefers the column term", "en,term\na,b\n", [term("b")]],
    [
      "reads flags in all their spellings",
      "term,casesensitive\na,TRUE\nb,1\nc,f\nd,\n",
      [term("a", {}, { flagCaseSensitive: true }), term("b", {}, { flagCaseSensitive: true }), term("c"), term("d")]
    ],
    ["skips blank rows", "term\n\n , \nkey\n", [term("key")]],
    ["reads a term without a base text", "term,de\n,Schlüssel\n", [term("", { de: "Schlüssel" })]],
    ["has no terms in an empty file", "", []]
  ] as const)("%s", (_, content, expected) => {
    assert.deepStrictEqual(stored(content), expected)
  })

  it.each([
    [
      "term,Notes\nkey,x\n",
      "(1:6): The column “Notes” is no language. Columns: term, description, translatable, casesensitive, abbreviation, forbidden, and language tags"
    ],
    ["term,de,DE\n", "(1:9): The column “DE” is there twice"],
    ["de,cs\n", "(1:1): The first line has neither a column “term” nor “en”"],
    ["term,forbidden\na,no\nkey,perhaps\n", "(3:5): “perhaps” in the column “forbidden” is neither Yes nor No"],
    ["term,description\n,lonely\n", "(2:1): The row has no term"],
    ["term\nkey,more\n", "(2:5): The row has more cells than the first line"],
    [`term\n${"x".repeat(201)}\n`, `(2:1): “${"x".repeat(40)}…” has 201 characters, at most 200 are allowed`],
    [
      `term,description\nkey,${"x".repeat(501)}\n`,
      `(2:5): “${"x".repeat(40)}…” has 501 characters, at most 500 are allowed`
    ],
    ['term\n"key', "(2:1): The quote is not closed"]
  ])("rejects a file: %#", (content, expected) => {
    const result = read(content)
    if (result.kind === "terms") assert.fail("It was read.")
    const { line, column, message } = result
    assert.strictEqual(`(${line}:${column}): ${message}`, expected)
  })

  it("read again every term is the same", () => {
    const terms = randomGlossaryTerms(41, ["cs", "de", "zh-Hant"])
    const all = { baseLanguageTag: "en", languageTags: ["cs", "de", "en", "zh-Hant"] }
    assert.deepStrictEqual(stored(printGlossaryCsvStart(all) + printGlossaryCsvTerms(terms, all)), terms)
  })
})
