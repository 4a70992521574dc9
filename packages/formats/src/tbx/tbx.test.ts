import { readFileSync } from "node:fs"
import {
  type GlossaryTerm,
  type ImportedGlossaryTerm,
  mergeGlossaryTerm,
  noGlossaryTermFlags
} from "@dragoman/domain/glossary"
import { assert, describe, it } from "vitest"
import { randomGlossaryTerms } from "../testing/random-glossary-terms.ts"
import { readTbxBlocks } from "./read.ts"
import { printTbxEnd, printTbxStart, printTbxTerms, type TbxStyle, tbxStyles } from "./write.ts"

const golden = (name: string) => readFileSync(new URL(`golden-glossaries/${name}.tbx`, import.meta.url))

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

const read = (bytes: Uint8Array, blockBytes = bytes.length) => {
  const terms: Array<ImportedGlossaryTerm> = []
  const walk = readTbxBlocks((one) => terms.push(one), "en")
  for (let start = 0; start < bytes.length; start += blockBytes) walk.write(bytes.subarray(start, start + blockBytes))
  return { failure: walk.end(), terms }
}

/** The terms of an empty glossary after an import. */
const stored = (content: string, blockBytes?: number): ReadonlyArray<GlossaryTerm> => {
  const { failure, terms } = read(new TextEncoder().encode(content), blockBytes)
  if (failure !== null) assert.fail(failure.message)
  return terms.map((imported) => mergeGlossaryTerm(term(imported.baseText), imported))
}

const print = (terms: ReadonlyArray<GlossaryTerm>, style: TbxStyle): string => {
  const options = { style, baseLanguageTag: "en" }
  return printTbxStart(options) + printTbxTerms(terms, options) + printTbxEnd(options)
}

const terms = [
  term("key", { de: "Schlüssel", "pt-BR": "chave" }, {}, "A name of a text <here> & there"),
  term("Dragoman", {}, { flagNonTranslatable: true, flagCaseSensitive: true }),
  term("TM", { de: "TM" }, { flagAbbreviation: true }),
  term("whitelist", { de: "Whitelist" }, { flagForbiddenTerm: true }),
  term("", { de: "Schnittstelle" })
]

const definition = "A pane that shows how far a file has come & how long it still takes."
const duesElsewhere = { de: "Liegegebühr", mt: "drittijiet tal-irmiġġ" }

describe("TBX", () => {
  it.each(tbxStyles)("is written in the style %s, and read in blocks of any size", (style) => {
    const written = print(terms, style)
    assert.strictEqual(written, golden(style).toString())
    for (const blockBytes of [undefined, 1, 7]) assert.deepStrictEqual(stored(written, blockBytes), terms)
  })

  it("of another program has synonyms, deprecated terms and languages without a base text", () => {
    const { failure, terms } = read(golden("other-program"))
    assert.isNull(failure)
    const description = "The place where a ship ends its\n            voyage."
    assert.deepStrictEqual(terms, [
      {
        baseText: "port of destination",
        description,
        flags: { flagForbiddenTerm: false },
        translations: new Map([["de", "Zielhafen"]])
      },
      { baseText: "POD", description, flags: { flagAbbreviation: true }, translations: new Map([["de", "Zielhafen"]]) },
      {
        baseText: "end port",
        description,
        flags: { flagForbiddenTerm: true },
        translations: new Map([["de", "Endhafen"]])
      },
      {
        baseText: "",
        description: null,
        flags: {},
        translations: new Map([
          ["fr", "quai"],
          ["de", "Kai"]
        ])
      }
    ])
  })

  it.each([
    [
      "martif-with-definitions",
      [
        term("progress pane", { "cs-CZ": "podokno průběhu" }, {}, definition),
        term(".pst file", { "cs-CZ": "soubor PST" }),
        term("Personal Folders file", { "cs-CZ": "soubor PST" })
      ]
    ],
    [
      "dct-of-institutions",
      [
        term("berth dues", duesElsewhere, {}, "charge for the use of a berth"),
        term("BD", duesElsewhere, { flagAbbreviation: true }, "charge for the use of a berth"),
        term("", { fr: "droit de quai", de: "Kaigebühr" })
      ]
    ]
  ])("in the shape of a public termbase comes back from an export in each style: %s", (name, expected) => {
    const imported = stored(golden(name).toString())
    assert.deepStrictEqual(imported, expected)
    for (const style of tbxStyles) assert.deepStrictEqual(stored(print(imported, style)), imported)
  })

  it.each([
    ["<tmx/>", "1:7 The root element is neither tbx nor martif"],
    ["<tbx><conceptEntry>\n<conceptEntry/></conceptEntry></tbx>", "2:16 A conceptEntry stands inside of another one"],
    ["<tbx><conceptEntry>\n<langSec/></conceptEntry></tbx>", "2:11 A langSec has no xml:lang"],
    [
      `<tbx><conceptEntry>\n<langSec xml:lang="${"x".repeat(21)}"/></conceptEntry></tbx>`,
      "2:44 A language tag is longer than 20 characters"
    ],
    [
      `<tbx><conceptEntry><langSec xml:lang="en"><termSec>\n<term>${"x".repeat(201)}</term></termSec></langSec></conceptEntry></tbx>`,
      "2:215 The term is longer than 200 characters"
    ],
    [
      `<tbx><conceptEntry>\n<descrip type="definition">${"x".repeat(501)}</descrip></conceptEntry></tbx>`,
      "2:539 The definition is longer than 500 characters"
    ],
    [
      `<tbx><conceptEntry><langSec xml:lang="en">${"<termSec/>".repeat(1_001)}</langSec></conceptEntry></tbx>`,
      "1:10053 An entry has more than 1000 terms"
    ],
    ["<tbx>\n<conceptEntry></tbx>", "2:21 Invalid XML: unexpected close tag"]
  ])("says where a file is wrong: %#", (content, expected) => {
    const { failure } = read(new TextEncoder().encode(content))
    if (failure === null) assert.fail("It was read.")
    assert.strictEqual(`${failure.line}:${failure.column} ${failure.message}`, expected)
  })

  it.each(tbxStyles)("read again every term is the same: %s", (style) => {
    const random = randomGlossaryTerms(42, ["cs", "de", "zh-Hant"])
    assert.deepStrictEqual(stored(print(random, style), 4_096), random)
  })
})
