import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import {
  assertMultilingualRoundTrip,
  multilingualCases,
  translatedKey,
  writeMultilingual
} from "../testing/multilingual-cases.ts"
import { defaultWriteOptions } from "../testing/written-cases.ts"
import { readTmx } from "./read.ts"
import { writeTmx } from "./write.ts"

describe("writing TMX", () => {
  it.each(multilingualCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const { text, warnings } = writeMultilingual(writeTmx, written.file, written.entries, written.options)
    assert.strictEqual(text, written.content)
    assert.deepStrictEqual(warnings, written.warnings)
  })

  it("read again every key, text and description is the same", () => {
    assertMultilingualRoundTrip({
      seed: 84,
      parts: [..." \n\r\t<>&;\"'aé#", "]]>", "<b>", "&amp;", "<ph>", '<ph x="1" />', "\u{1f600}", "ع"],
      path: "all.tmx",
      format: "TMX_ICU",
      write: writeTmx,
      read: readTmx,
      keepsDescriptions: true
    })
  })

  it("a file that was written, read and written again has the same bytes", () => {
    const [written] = multilingualCases(new URL("golden-written/", import.meta.url)).filter(
      ({ name }) => name === "texts"
    )
    if (written === undefined) assert.fail("no case")
    const read = readTmx(new TextEncoder().encode(written.content), { ...defaultReadOptions, path: "all.tmx" })
    if (read.kind !== "file") assert.fail(read.message)
    const entries = [...read.keys.values()].map((key) => translatedKey(read, key, written.file.languageTags))
    assert.strictEqual(writeMultilingual(writeTmx, written.file, entries, defaultWriteOptions).text, written.content)
  })
})
