import { assert, describe, it } from "vitest"
import { readTranslationFile } from "../registry.ts"
import { assertRoundTrip } from "../testing/round-trip.ts"
import { summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import { writeAppleXliff } from "./write.ts"

describe("writing apple xliff", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeAppleXliff(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it("read again every key, text and description is the same", () => {
    assertRoundTrip({
      seed: 83,
      parts: [..." \n\r\t<>&;\"'aé%", "]]>", "<b>", "&amp;", ":dict/", "/", "|==|plural.", "\u{1f600}"],
      path: "cs.xliff",
      format: "APPLE_XLIFF",
      icuPlaceholders: false,
      write: writeAppleXliff,
      read: (bytes, options) => {
        const read = readTranslationFile(bytes, options)
        if (read.kind === "failure") return read
        return { ...read, translations: read.translations.filter(({ languageName }) => languageName === "cs") }
      }
    })
  })

  it("read again plurals have the same forms, in a stringsdict and in a catalog", () => {
    const text = "{0, plural,\none {# pes}\nfew {# psi}\nmany {# psa}\nother {# psů}\n}"
    const entries = [{}, { _appleXliffFileOriginal: "Localizable.xcstrings" }].map((customValues, index) => ({
      ...{ keyName: `dogs:dict/${index}`, description: null, isPlural: true, text, baseText: text, customValues }
    }))
    const file = { namespace: "Menu", languageTag: "cs", baseLanguageTag: "en", entries }
    const written = writeAppleXliff(file, {
      ...{ messageFormat: "ICU", structureDelimiter: ".", supportArrays: false, escapeHtml: false },
      icuPlaceholders: true
    })
    if (written.kind !== "file") assert.fail(written.kind)
    const read = readTranslationFile(new TextEncoder().encode(written.content), {
      ...{ path: "cs.xliff", format: null, structureDelimiter: ".", icuPlaceholders: true },
      ...{ convertPlaceholders: true, textMaxUtf16Units: 10_000 }
    })
    if (read.kind !== "file") assert.fail(read.message)
    assert.deepStrictEqual(
      read.translations.map((found) => [found.keyName, found.languageName, found.text]),
      entries.flatMap(({ keyName }) => ["en", "cs"].map((languageName) => [keyName, languageName, text]))
    )
  })
})
