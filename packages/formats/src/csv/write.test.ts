import { assert, describe, it } from "vitest"
import { assertMultilingualRoundTrip, multilingualCases, writeMultilingual } from "../testing/multilingual-cases.ts"
import { readCsv } from "./read.ts"
import { writeCsv } from "./write.ts"

describe("writing CSV", () => {
  it.each(multilingualCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const { text, warnings } = writeMultilingual(writeCsv, written.file, written.entries, written.options)
    assert.strictEqual(text, written.content)
    assert.deepStrictEqual(warnings, written.warnings)
  })

  it("read again every key and text is the same", () => {
    assertMultilingualRoundTrip({
      seed: 81,
      parts: [..." \\\n\r\t\"',;=+-@aé", '\\"', "\\\\", '""', "\r\n", "{x}", "\u{1f600}", "ع"],
      path: "all.csv",
      format: "CSV_ICU",
      write: writeCsv,
      read: readCsv,
      keepsDescriptions: false
    })
  })
})
