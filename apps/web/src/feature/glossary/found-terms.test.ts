import { assert, describe, it } from "vitest"
import { distinctTerms, markedTerms, termText } from "./found-terms.ts"

const term = (id: number, text: string, flagNonTranslatable = false) => ({
  id,
  flagNonTranslatable,
  glossary: { baseLanguageTag: "en" },
  translations: [
    { languageTag: "en", text },
    { languageTag: "de", text: `${text} auf Deutsch` }
  ]
})

const at = (start: number, end: number, value: ReturnType<typeof term>) => ({ position: { start, end }, value })

describe("the terms in a text", () => {
  const anchor = term(1, "anchor")
  const chain = term(2, "anchor chain")
  const link = term(3, "chain link")

  it("are marked in the order of the text, the longest of those that begin together", () => {
    const marked = markedTerms([at(20, 26, anchor), at(0, 6, anchor), at(7, 17, link), at(0, 12, chain)])
    assert.deepStrictEqual(
      marked.map(({ position, value }) => [position.start, value.id]),
      [
        [0, 2],
        [20, 1]
      ]
    )
  })

  it("are listed once each, also those inside of longer ones", () => {
    const listed = distinctTerms([at(20, 26, anchor), at(7, 17, link), at(0, 12, chain), at(0, 6, anchor)])
    assert.deepStrictEqual(
      listed.map(({ id }) => id),
      [2, 1, 3]
    )
  })

  it("have their text in the language; the base text only when they are not translated", () => {
    assert.deepStrictEqual([termText(anchor, "de-AT"), termText(anchor, "fr")], ["anchor auf Deutsch", ""])
    assert.strictEqual(termText(term(4, "Dragoman", true), "de"), "Dragoman")
  })
})
