import { assert, describe, it } from "vitest"
import { openArchive } from "../archive/open-archive.ts"
import { assertMultilingualRoundTrip, multilingualCases, writeMultilingual } from "../testing/multilingual-cases.ts"
import { defaultWriteOptions } from "../testing/written-cases.ts"
import { readXlsx } from "./read.ts"
import { writeXlsx } from "./write.ts"

/** The golden files have the sheet alone: the other parts are always the same. */
const sheetOf = (bytes: Uint8Array): string => {
  const archive = openArchive(bytes, 100_000_000)
  if ("kind" in archive) return archive.message
  const decoder = new TextDecoder()
  let sheet = ""
  const failure = archive.visit("xl/worksheets/sheet1.xml", (block) => {
    sheet += decoder.decode(block, { stream: true })
  })
  return failure?.message ?? sheet
}

describe("writing workbooks", () => {
  it.each(multilingualCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const { bytes, warnings } = writeMultilingual(writeXlsx, written.file, written.entries, written.options)
    assert.strictEqual(sheetOf(bytes), written.content)
    assert.deepStrictEqual(warnings, written.warnings)
  })

  it("read again every key and text is the same", () => {
    assertMultilingualRoundTrip({
      seed: 83,
      parts: [
        ..." \\\n\r\t\"',;=+-@aé<>&",
        "_x0041_",
        "_",
        "x0042_",
        "\u0001",
        "\ufffe",
        "]]>",
        "{x}",
        "\u{1f600}",
        "ع"
      ],
      path: "all.xlsx",
      format: "XLSX_ICU",
      write: writeXlsx,
      read: readXlsx,
      keepsDescriptions: false
    })
  })

  it("no text is a formula, and the same texts are the same bytes", () => {
    const file = { languageTags: ["en"], baseLanguageTag: "en" }
    const entries = ["=1+1", "+1", "-1", "@A1"].map((text, index) => ({
      keyName: `k${index}`,
      description: null,
      customValues: {},
      isPlural: false,
      translations: [{ text, state: "TRANSLATED" as const }]
    }))
    const { bytes } = writeMultilingual(writeXlsx, file, entries, defaultWriteOptions)
    const types = [...sheetOf(bytes).matchAll(/<c [^>]*>/g)].map(([cell]) => / t="(\w+)"/.exec(cell)?.[1])
    assert.deepStrictEqual([...new Set(types)], ["inlineStr"])
    assert.notInclude(sheetOf(bytes), "<f>")
    assert.deepStrictEqual(writeMultilingual(writeXlsx, file, entries, defaultWriteOptions).bytes, bytes)
  })
})
