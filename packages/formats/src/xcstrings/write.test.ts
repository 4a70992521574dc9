import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import {
  assertMultilingualRoundTrip,
  multilingualCases,
  translatedKey,
  writeMultilingual
} from "../testing/multilingual-cases.ts"
import { defaultWriteOptions } from "../testing/written-cases.ts"
import { readXcstrings } from "./read.ts"
import { writeXcstrings } from "./write.ts"

describe("writing string catalogs", () => {
  it.each(multilingualCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const { text, warnings } = writeMultilingual(writeXcstrings, written.file, written.entries, written.options)
    assert.strictEqual(text, written.content)
    assert.deepStrictEqual(warnings, written.warnings)
  })

  it("read again every key, text and description is the same", () => {
    assertMultilingualRoundTrip({
      seed: 82,
      parts: [...' \\\n\r\t"/aé', "\u2028", "\u{1f600}", "ع"],
      path: "Localizable.xcstrings",
      format: "APPLE_XCSTRINGS",
      write: writeXcstrings,
      read: readXcstrings,
      keepsDescriptions: true
    })
  })

  it("a file that Xcode could have written comes back with the same bytes", () => {
    const file = { languageTags: ["cs", "en"], baseLanguageTag: "en" }
    const [written] = multilingualCases(new URL("golden-written/", import.meta.url))
    if (written === undefined) assert.fail("no case")
    const read = readXcstrings(new TextEncoder().encode(written.content), {
      ...defaultReadOptions,
      path: "a.xcstrings"
    })
    if (read.kind !== "file") assert.fail(read.message)
    const entries = [...read.keys.values()].map((key) => translatedKey(read, key, file.languageTags))
    assert.strictEqual(writeMultilingual(writeXcstrings, file, entries, defaultWriteOptions).text, written.content)
  })
})
