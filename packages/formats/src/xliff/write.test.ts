import { assert, describe, it } from "vitest"
import { parsePluralMessage } from "../plural/plural-message.ts"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { defaultWriteOptions, exportedFile, summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import type { WriteOptions } from "../writer.ts"
import { writeXliff } from "./write.ts"

describe("writing xliff", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeXliff(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it.each([
    ["markup", false],
    ["escaped", true]
  ])("read again every text without a warning is the same: %s", (_, escapeHtml) => {
    const random = seededRandom(41)
    const entries = Array.from({ length: 1_500 }, (_, index) => ({
      keyName: `${randomText(random, [..."a<>&\"'\n\r\t ", "]]>"], 5)}${index}`,
      description: `d${randomText(random, textParts, 3)}d`,
      text: randomText(random, textParts, 6),
      baseText: randomText(random, textParts, 6)
    }))
    const { texts, descriptions, warnedKeys } = writeAndRead(entries, { ...defaultWriteOptions, escapeHtml })
    const expected = entries.filter(({ keyName }) => !warnedKeys.has(keyName))
    assert.isAbove(expected.length, 500)
    for (const { keyName, description, text, baseText } of expected) {
      assert.strictEqual(texts.get(`cs ${keyName}`), text)
      assert.strictEqual(texts.get(`en ${keyName}`), baseText)
      assert.strictEqual(descriptions.get(keyName), description)
    }
  })

  it("read again a respelled text is written as it was read", () => {
    const random = seededRandom(42)
    for (let round = 0; round < 500; round++) {
      const text = randomText(random, textParts, 8)
      const once = writeAndRead([{ text }], defaultWriteOptions).texts.get("cs key")
      const twice = writeAndRead([{ text: once ?? null }], defaultWriteOptions)
      assert.strictEqual(twice.texts.get("cs key"), once)
      assert.strictEqual(twice.warnedKeys.size, 0, text)
    }
  })

  it("read again plurals have the same argument and forms", () => {
    const random = seededRandom(43)
    const entries = Array.from({ length: 300 }, (_, index) => {
      const forms = ["one", "few", "other"].map((form) => `${form} {${form}${randomText(random, formParts, 5)}}`)
      return { keyName: `key ${index}`, isPlural: true, text: `{count, plural,\n${forms.join("\n")}\n}` }
    })
    const { texts, warnedKeys } = writeAndRead(entries, defaultWriteOptions)
    const expected = entries.filter(({ keyName }) => !warnedKeys.has(keyName))
    assert.isAbove(expected.length, 200)
    for (const { keyName, text } of expected) {
      assert.deepStrictEqual(parsePluralMessage(texts.get(`cs ${keyName}`) ?? ""), parsePluralMessage(text))
    }
  })
})

const textParts = [
  ..."a<>&\"'\\#%{}\n\t\r ",
  "\r\n",
  "{name}",
  "'{'",
  "&amp;",
  "&lt;",
  "<b>",
  "</b>",
  "<i>x</i>",
  "<br />",
  '<x id="1" />',
  "<a href='&#10;'>",
  "</a>",
  "<!-- -->",
  "]]>",
  "é",
  "😀"
]

const formParts = [...'a<>&"\n ', "#", "{name}", "'{'", "<b>x</b>", "é"]

const writeAndRead = (entries: Parameters<typeof exportedFile>[0], options: WriteOptions) => {
  const written = writeXliff(exportedFile(entries), options)
  const content = written.kind === "file" ? written.content : ""
  const readOptions = { ...defaultReadOptions, path: "x.xliff", format: "XLIFF_ICU" } as const
  const file = readTranslationFile(new TextEncoder().encode(content), readOptions)
  assert.strictEqual(file.kind, "file", file.kind === "failure" ? file.message : "")
  const { translations, keys } = file.kind === "file" ? file : { translations: [], keys: new Map() }
  return {
    texts: new Map(translations.map((found) => [`${found.languageName} ${found.keyName}`, found.text])),
    descriptions: new Map([...keys.values()].map(({ name, description }) => [name, description])),
    warnedKeys: new Set(written.kind === "file" ? written.warnings.map(({ keyName }) => keyName) : [])
  }
}
