import { assert, describe, it } from "vitest"
import { dialectOf } from "../placeholder/detection/detect-format.ts"
import { printText } from "../placeholder/printing/print-message.ts"
import { convertText } from "../placeholder/reading/convert-text.ts"
import { parsePluralMessage } from "../plural/plural-message.ts"
import { defaultReadOptions } from "../reader.ts"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { defaultWriteOptions, exportedFile, summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import { poFormat, readPo } from "./read.ts"
import { writePo } from "./write.ts"

describe("writing po", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writePo(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it.each([
    ["PO_ICU", "ICU"],
    ["PO_PHP", "PHP_SPRINTF"],
    ["PO_PYTHON", "PYTHON_PERCENT"]
  ] as const)("read again as %s every text is the one that was printed", (format, messageFormat) => {
    const random = seededRandom(31)
    const entries = Array.from({ length: 1_500 }, (_, index) => ({
      keyName: keyName(random, index),
      text: randomText(random, textParts, 8)
    }))
    const options = { ...defaultWriteOptions, messageFormat }
    const { texts } = readAgain(writePo(exportedFile(entries), options), format)
    assert.strictEqual(texts.size, entries.length)
    for (const { keyName, text } of entries) {
      const printed = printText(text, options).text.replaceAll("\r\n", "\n")
      const expected = convertText(printed, dialectOf(poFormat.variants, format), defaultReadOptions).text
      assert.strictEqual(texts.get(keyName), expected, keyName)
    }
  })

  it.each([
    ["en", ["one", "other"]],
    ["cs", ["one", "few", "other"]],
    ["ar", ["zero", "one", "two", "few", "many", "other"]],
    ["ja", ["other"]]
  ])("read again the plural forms of %s are the same", (languageTag, keywords) => {
    const random = seededRandom(32)
    const formTexts = Array.from({ length: 300 }, () =>
      keywords.map((keyword) => `${keyword} {x${randomText(random, formParts, 6)}}`)
    )
    const entries = formTexts.map((forms, index) => ({
      keyName: `key ${index}`,
      isPlural: true,
      text: `{value, plural,\n${forms.join("\n")}\n}`
    }))
    const written = writePo(exportedFile(entries, { languageTag }), defaultWriteOptions)
    const { texts, warnedKeys } = readAgain(written, "PO_ICU")
    assert.deepStrictEqual([...warnedKeys], [])
    for (const { keyName, text } of entries) {
      assert.deepStrictEqual(parsePluralMessage(texts.get(keyName) ?? ""), parsePluralMessage(text))
    }
  })

  it("writes 100,000 entries within a second or two", () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({
      keyName: `key ${index}`,
      text: `"text"\n${index}`
    }))
    const written = writePo(exportedFile(entries), defaultWriteOptions)
    assert.isAbove(written.kind === "file" ? written.content.length : 0, 4_000_000)
  })
})

const textParts = [..."a'\"\\#%{}\n\t\r ", "\r\n", "{name}", "{0}", "%s", "\\n", "'{'", "\u0004", "é", "😀"]

const formParts = [...'a"\\\n\t ', "#", "{name}", "'{'", "é"]

/** Unique, and never blank. */
const keyName = (random: () => number, index: number): string =>
  `${randomText(random, [...'a"\\\n\r\t ', "\u0004", "\r\n", "é"], 6)}${index}${randomText(random, ["\u0004", " ", "b"], 2)}`

const readAgain = (written: ReturnType<typeof writePo>, format: "PO_ICU" | "PO_PHP" | "PO_PYTHON") => {
  assert.strictEqual(written.kind, "file")
  if (written.kind !== "file") return { texts: new Map<string, string>(), warnedKeys: new Set<string>() }
  const file = readPo(new TextEncoder().encode(written.content), { ...defaultReadOptions, path: "x.po", format })
  return {
    texts: new Map(file.kind === "file" ? file.translations.map(({ keyName, text }) => [keyName, text]) : []),
    warnedKeys: new Set(written.warnings.map(({ keyName }) => keyName))
  }
}
