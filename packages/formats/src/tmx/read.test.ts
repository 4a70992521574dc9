import { assert, describe, it } from "vitest"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { summarizeFile } from "../testing/summarize-file.ts"

describe("reading TMX", () => {
  it.each(goldenCases(new URL("golden/", import.meta.url)))("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })
})
