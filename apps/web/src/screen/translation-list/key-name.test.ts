import { assert, it } from "vitest"
import { splitKeyName } from "./key-name.tsx"

it.each([
  ["labels.copyElementLink", ["labels.", "copy", "Element", "Link"]],
  ["arrowhead_cardinality_one", ["arrowhead_", "cardinality_", "one"]],
  ["HTML...title", ["HTML...", "title"]],
  ["Konec řádku", ["Konec řádku"]],
  ["", [""]]
])("the name %s breaks between its words", (name, words) => {
  const parts = splitKeyName(name)
  assert.deepStrictEqual(
    parts.map(({ word }) => word),
    words
  )
  assert.isTrue(parts.every(({ start, word }) => name.startsWith(word, start)))
})
