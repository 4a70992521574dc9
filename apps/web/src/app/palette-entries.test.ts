import { assert, describe, it } from "vitest"
import { closestFirst, keysComeFirst, matchingEntries, parsePaletteInput } from "./palette-entries.ts"

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

  const entriesOf = (titles: ReadonlyArray<string>) => titles.map((title) => ({ id: title, title }))

  it("puts the title that is the search first, then those that begin with it, have a word of it, contain it", () => {
    const entries = entriesOf(["subtitle", "nothing", "map.title", "title.large", "Title"])
    assert.deepStrictEqual(
      closestFirst(entries, "title").map(({ title }) => title),
      ["Title", "title.large", "map.title", "subtitle", "nothing"]
    )
  })

  it.each([
    ["settings", ["settings"], ["Settings"], true],
    ["settings.title", ["settings.title"], [], true],
    ["sett", ["settings.title"], ["Settings"], false],
    ["title", ["map.title"], [], true],
    ["har", ["map.harbour"], ["Dashboard"], true],
    ["memebrs", ["members.title"], [], false],
    ["", ["map.title"], ["Settings"], false]
  ] as const)("for %j with the keys %j and the screens %j: keys first is %s", (search, keys, screens, expected) => {
    assert.strictEqual(keysComeFirst(entriesOf(keys), entriesOf(screens), search), expected)
  })
})
