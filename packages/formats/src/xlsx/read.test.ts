import { zipSync } from "fflate"
import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { summarizeFile } from "../testing/summarize-file.ts"

const workbook = (sheet: string, strings: string | null = null): Uint8Array => {
  const encode = (text: string) => new TextEncoder().encode(text)
  return zipSync({
    "xl/workbook.xml": encode('<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>'),
    "xl/_rels/workbook.xml.rels": encode('<R><Relationship Id="a" Target="s.xml"/></R>'),
    "xl/s.xml": encode(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    ...(strings === null ? {} : { "xl/sharedStrings.xml": encode(`<sst><si><t>${strings}</t></si></sst>`) })
  })
}

const failureOf = (bytes: Uint8Array): string => {
  const result = readTranslationFile(bytes, { ...defaultReadOptions, path: "all.xlsx" })
  return result.kind === "failure" ? result.message : "none"
}

describe("reading workbooks", () => {
  it.each(goldenCases(new URL("golden/", import.meta.url)))("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })

  it("a small file that unpacks to a large one is a failure", () => {
    const bytes = workbook(" ".repeat(60_000_000))
    assert.isBelow(bytes.length, 100_000)
    assert.strictEqual(failureOf(bytes), "The unpacked files are larger than the server accepts")
  })

  it("a long text that many cells share is a failure", () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(10_000)
    assert.include(failureOf(workbook(`<row>${cells}</row>`, "x".repeat(1_000_000))), "The workbook has too much text")
  })

  it("entities are never expanded", () => {
    assert.include(failureOf(workbook("&e;")), "Invalid XML")
  })
})
