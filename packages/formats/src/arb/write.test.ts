import { assert, describe, it } from "vitest"
import type { ExportedFile } from "../exported-file.ts"
import { assertRoundTrip } from "../testing/round-trip.ts"
import { summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import type { WriteOptions } from "../writer.ts"
import { readArb } from "./read.ts"
import { writeArb } from "./write.ts"

describe("writing arb", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeArb(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it("read again every key, text and description is the same", () => {
    const writeTemplate = (file: ExportedFile, options: WriteOptions) =>
      writeArb({ ...file, languageTag: file.baseLanguageTag }, options)
    assertRoundTrip({
      seed: 82,
      parts: [..." \n\r\t\\\"'a#é", "{x}", "'{'", "{n, select, a {b} other {{x}}}", "\u0001", "\u{1f600}"],
      path: "app_en.arb",
      format: "FLUTTER_ARB",
      write: writeTemplate,
      read: readArb
    })
  })
})
