import { assert, describe, it } from "vitest"
import { codeReferencesMax, replaceCodeReferences } from "./replace-code-references.ts"

const at = (path: string, line: number | null = null) => ({ path, line })
const lines = (path: string, count: number) => Array.from({ length: count }, (_, index) => at(path, index + 1))

describe("code references of a key after an import", () => {
  it.each([
    ["begin with those of the import", [], [at("a.ts", 1)], [at("a.ts", 1)]],
    ["follow a line that moved", [at("a.ts", 1)], [at("a.ts", 7)], [at("a.ts", 7)]],
    [
      "lose those of a path that are gone from it",
      [at("a.ts", 1), at("a.ts", 2), at("b.ts", 3)],
      [at("a.ts", 2)],
      [at("b.ts", 3), at("a.ts", 2)]
    ],
    ["keep those of other paths", [at("b.ts", 3)], [at("a.ts", 1)], [at("b.ts", 3), at("a.ts", 1)]],
    ["stay when the import has none", [at("a.ts", 1)], [], [at("a.ts", 1)]],
    ["are there once, also without a line", [], [at("a.ts"), at("a.ts", 1), at("a.ts")], [at("a.ts"), at("a.ts", 1)]]
  ])("%s", (_, existing, imported, expected) => {
    assert.deepStrictEqual(replaceCodeReferences(existing, imported), expected)
  })

  it("are limited, and older ones go first", () => {
    const imported = lines("new.ts", codeReferencesMax - 1)
    assert.deepStrictEqual(replaceCodeReferences(lines("old.ts", 500), imported), [at("old.ts", 500), ...imported])
    assert.lengthOf(replaceCodeReferences([], lines("new.ts", 5_000)), codeReferencesMax)
    assert.lengthOf(replaceCodeReferences(lines("old.ts", 5_000), []), codeReferencesMax)
  })
})
