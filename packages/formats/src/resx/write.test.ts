import { assert, describe, it } from "vitest"
import { assertRoundTrip } from "../testing/round-trip.ts"
import { summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import { readResx } from "./read.ts"
import { writeResx } from "./write.ts"

describe("writing resx", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeResx(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it("read again every key, text and description is the same", () => {
    assertRoundTrip({
      seed: 72,
      parts: [..." \n\r\t<>&;\"'aé", "]]>", "<b>", "&amp;", "{x}", "\u{1f600}"],
      path: "en.resx",
      format: "RESX_ICU",
      write: writeResx,
      read: readResx
    })
  })
})
