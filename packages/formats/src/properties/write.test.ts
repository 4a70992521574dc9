import { assert, describe, it } from "vitest"
import { assertRoundTrip } from "../testing/round-trip.ts"
import { summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import { readProperties } from "./read.ts"
import { writeProperties } from "./write.ts"

describe("writing properties", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeProperties(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it("read again every key, text and description is the same", () => {
    assertRoundTrip({
      seed: 71,
      parts: [..." \\\n\r\t\f=:#!\"'aé", "\\u0041", "{x}", "\u{1f600}"],
      path: "en.properties",
      format: "PROPERTIES_ICU",
      write: writeProperties,
      read: readProperties
    })
  })
})
