import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { summarizeFile } from "../testing/summarize-file.ts"

describe("reading CSV", () => {
  it.each(goldenCases(new URL("golden/", import.meta.url)))("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })

  it.each([
    ["as many commas as semicolons: commas", "key,en;x\na;b,c", "a;b", "c"],
    ["more semicolons than commas", "key;en;a,b\na,b;c", "a,b", "c"],
    ["signs in quotes do not count", '"k;e;y",en\na;b,c', "a;b", "c"]
  ])("the first line names the delimiter: %s", (_, content, keyName, text) => {
    const read = readTranslationFile(new TextEncoder().encode(content), { ...defaultReadOptions, path: "all.csv" })
    assert(read.kind === "file")
    assert.deepInclude([...read.translations.map((one) => [one.keyName, one.text])], [keyName, text])
  })
})
