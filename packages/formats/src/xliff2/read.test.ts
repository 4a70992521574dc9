import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { summarizeFile } from "../testing/summarize-file.ts"

const cases = goldenCases(new URL("golden/", import.meta.url))

describe("reading xliff 2", () => {
  it.each(cases)("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })

  it("truncated and changed files are read or fail", () => {
    const random = seededRandom(61)
    const parts = ["<unit>", "</unit>", "<segment>", "<source>", "</source>", "<target order='9'>", "&", "<", "x", "\0"]
    for (const { bytes } of cases) {
      const text = new TextDecoder().decode(bytes)
      for (let round = 0; round < 100; round++) {
        const at = Math.floor(random() * text.length)
        const changed = text.slice(0, at) + randomText(random, parts, 4) + text.slice(at + Math.floor(random() * 20))
        const result = readTranslationFile(new TextEncoder().encode(changed), {
          ...defaultReadOptions,
          path: "a.xlf",
          format: "XLIFF_2_ICU"
        })
        assert.include(["file", "failure"], result.kind)
      }
    }
  })
})
