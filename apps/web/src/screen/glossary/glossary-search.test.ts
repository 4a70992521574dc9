import { assert, describe, it } from "vitest"
import { parseGlossarySearch, shownTags } from "./glossary-search.ts"

describe("the columns of a glossary", () => {
  it("are the named languages, each once, without the base language", () => {
    assert.deepStrictEqual(shownTags("de,en,de,,cs", ["fr"], "en"), ["de", "cs"])
  })

  it("are the first offered languages while the address names none", () => {
    const offered = ["a", "b", "c", "d", "e", "f", "g"]
    assert.deepStrictEqual(shownTags(undefined, offered, "en"), offered.slice(0, 6))
  })
})

describe("the address of a glossary", () => {
  it("keeps texts, and drops the rest", () => {
    assert.deepStrictEqual(parseGlossarySearch({ q: "berth", languages: 3, page: "2" }), {
      q: "berth",
      languages: undefined
    })
  })
})
