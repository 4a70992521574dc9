import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import {
  defaultWriteOptions,
  exportedFile,
  keyAsRead,
  summarizeWarnings,
  writtenCases
} from "../testing/written-cases.ts"
import { writeXliff2 } from "./write.ts"

const textParts = [
  ..." \n\r\t<>&;\"'aé#{}",
  "]]>",
  "<b>",
  "</b>",
  '<ph id="1" />',
  '<pc id="2">',
  "</pc>",
  "&amp;",
  "😀"
]

const read = (content: string) => {
  const result = readTranslationFile(new TextEncoder().encode(content), { ...defaultReadOptions, path: "a.xlf" })
  return result.kind === "file" ? result : assert.fail(`${JSON.stringify(result)}\n${content}`)
}

describe("writing xliff 2", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeXliff2(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it("read again every text without a warning is the same, and written again every byte", () => {
    const random = seededRandom(62)
    const text = () => `${randomText(random, textParts, 8)}.`
    const entries = Array.from({ length: 2_000 }, (_, index) => ({
      keyName: `${randomText(random, [..."a_:<>&\"'\n\r\t é", "_20_"], 5)}${index}`,
      description: index % 3 === 0 ? `d${index} <x>\n\nsecond` : null,
      text: text(),
      baseText: text()
    }))
    const written = writeXliff2(exportedFile(entries), { ...defaultWriteOptions, icuPlaceholders: false })
    if (written.kind !== "file") assert.fail("not written")
    const { translations, keys } = read(written.content)
    const warned = new Set(written.warnings.map(({ keyName }) => keyName))
    const texts = new Map(translations.map((one) => [JSON.stringify([one.languageName, one.keyName]), one.text]))
    assert.isBelow(warned.size, 1_200)
    for (const { keyName, description, text, baseText } of entries) {
      if (warned.has(keyName)) continue
      assert.strictEqual(texts.get(JSON.stringify(["cs", keyName])), text)
      assert.strictEqual(texts.get(JSON.stringify(["en", keyName])), baseText)
      assert.strictEqual(keys.get(keyName)?.description, description)
    }
    const again = writeXliff2(
      exportedFile(
        [...keys.values()].map((key) => ({
          ...keyAsRead(key, "cs"),
          text: texts.get(JSON.stringify(["cs", key.name])) ?? null,
          baseText: texts.get(JSON.stringify(["en", key.name])) ?? null
        }))
      ),
      { ...defaultWriteOptions, icuPlaceholders: false }
    )
    assert.strictEqual(again.kind === "file" ? again.content : null, written.content)
  })
})
