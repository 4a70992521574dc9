import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { seededRandom } from "../testing/seeded-random.ts"
import { summarizeFile } from "../testing/summarize-file.ts"

describe("reading messages of WebExtensions", () => {
  it.each(goldenCases(new URL("golden/", import.meta.url)))("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })

  it("truncated and changed files are read or fail", () => {
    const random = seededRandom(95)
    for (const { bytes } of goldenCases(new URL("golden/", import.meta.url))) {
      for (let round = 0; round < 60; round++) {
        const changed = bytes.slice(0, Math.ceil(random() * bytes.length))
        for (let change = 0; change < 3 && changed.length > 0; change++) {
          changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256)
        }
        const options = { ...defaultReadOptions, path: "_locales/en/messages.json" }
        assert.include(["file", "failure"], readTranslationFile(changed, options).kind)
      }
    }
  })
})
