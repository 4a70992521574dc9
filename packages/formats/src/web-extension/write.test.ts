import { assert, describe, it } from "vitest"
import { convertText } from "../placeholder/reading/convert-text.ts"
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
import { messageDialect } from "./message-placeholder.ts"
import { writeWebExtension } from "./write.ts"

const parts = [..." \n\t\"\\'aé$$$1{}@_", "$name$", "$NAME$", "$2", "$$", "$5$", "{x}", "😀"]

describe("writing messages of WebExtensions", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeWebExtension(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it("read again every key, text without a warning and description is the same, and written again", () => {
    const random = seededRandom(94)
    const entries = Array.from({ length: 2_000 }, (_, index) => ({
      keyName: `k_${index}`,
      text: convertText(`${randomText(random, parts, 8)}.`, messageDialect, defaultReadOptions).text,
      description: index % 3 === 0 ? `d${index}\n\nsecond` : null
    }))
    const written = writeWebExtension(exportedFile(entries), defaultWriteOptions)
    if (written.kind !== "file") assert.fail(written.kind)
    const warned = new Set(
      written.warnings.filter(({ reason }) => reason !== "keptPlaceholder").map(({ keyName }) => keyName)
    )
    assert.isBelow(warned.size, 400)
    const path = "_locales/cs/messages.json"
    const result = readTranslationFile(new TextEncoder().encode(written.content), { ...defaultReadOptions, path })
    if (result.kind !== "file") assert.fail(result.message)
    const texts = new Map(result.translations.map(({ keyName, text }) => [keyName, text]))
    for (const { keyName, text, description } of entries) {
      if (!warned.has(keyName)) assert.strictEqual(texts.get(keyName), text, keyName)
      assert.strictEqual(result.keys.get(keyName)?.description, description)
    }
    const imported = [...result.keys.values()].map((key) => ({
      ...keyAsRead(key, "cs"),
      text: texts.get(key.name) ?? null
    }))
    const again = writeWebExtension(exportedFile(imported), defaultWriteOptions)
    if (again.kind !== "file") assert.fail(again.kind)
    const [before, after] = [JSON.parse(written.content), JSON.parse(again.content)]
    for (const { keyName } of entries) if (!warned.has(keyName)) assert.deepStrictEqual(after[keyName], before[keyName])
  })

  it("warns of names that browsers take for one, and of values that Chrome does not replace", () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `{n${index}}`).join(" ")
    const entries = [
      { keyName: "Title", text: "a" },
      { keyName: "title", text: "b" },
      { keyName: "nine", text: names(9) },
      { keyName: "ten", text: names(10) }
    ]
    const written = writeWebExtension(exportedFile(entries), defaultWriteOptions)
    assert.deepStrictEqual(
      written.kind === "file" ? written.warnings.map(({ keyName, reason }) => `${keyName}: ${reason}`) : null,
      ["title: keyName", "ten: argumentName"]
    )
  })

  it("names get the same numbers in every language", () => {
    const placeholdersIn = (text: string) => {
      const written = writeWebExtension(exportedFile([{ text, baseText: "{a} of {b}" }]), defaultWriteOptions)
      return JSON.parse(written.kind === "file" ? written.content : "").key.placeholders
    }
    const numbers = { a: { content: "$1" }, b: { content: "$2" } }
    assert.deepStrictEqual(placeholdersIn("{a} of {b}"), numbers)
    assert.deepStrictEqual(placeholdersIn("{b}: {a}"), numbers)
    assert.deepStrictEqual(placeholdersIn("{b}"), { b: numbers.b })
  })
})
