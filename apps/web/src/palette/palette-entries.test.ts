import { assert, describe, it } from "vitest"
import { matchingEntries, parsePaletteInput } from "./palette-entries.ts"

describe("the command palette", () => {
  it.each([
    ["har", { mode: "everything", search: "har" }],
    ["> theme ", { mode: "actions", search: "theme" }],
    ["#ios", { mode: "tags", search: "ios" }],
    ["@", { mode: "people", search: "" }],
    ["a#b", { mode: "everything", search: "a#b" }]
  ] as const)("reads %s", (input, expected) => {
    assert.deepStrictEqual(parsePaletteInput(input), expected)
  })

  it("finds entries by parts of words, in any case and without accents", () => {
    const entries = [
      { id: "1", title: "Přeložené texty" },
      { id: "2", title: "Translations", hint: "Harbour booking" }
    ]
    const idsOf = (search: string) => matchingEntries(entries, search).map(({ id }) => id)
    assert.deepStrictEqual(idsOf("PREL"), ["1"])
    assert.deepStrictEqual(idsOf("harb trans"), ["2"])
    assert.deepStrictEqual(idsOf(""), ["1", "2"])
    assert.deepStrictEqual(idsOf("trans nothing"), [])
  })
})
