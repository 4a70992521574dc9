import { assert, describe, it } from "vitest"
import { convertText } from "../placeholder/reading/convert-text.ts"
import { parsePluralForms } from "../plural/gettext-expression.ts"
import { defaultReadOptions } from "../reader.ts"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import {
  defaultWriteOptions,
  exportedFile,
  keyAsRead,
  summarizeWarnings,
  writtenCases
} from "../testing/written-cases.ts"
import { numerusRuleOf } from "./numerus-rule.ts"
import { qtTextDialect } from "./qt-placeholder.ts"
import { readQtTs } from "./read.ts"
import { writeQtTs } from "./write.ts"

const parts = [..." \n\r\t<>&;\"'aé%#1{}\u0001\u0004\ufffe", "%1", "%L2", "%n", "%%", "&amp;", "]]>", "😀"]

describe("writing Qt Linguist files", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeQtTs(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it("read again every key, text and description is the same, and written again every byte", () => {
    const random = seededRandom(63)
    const entries = Array.from({ length: 2_000 }, (_, index) => ({
      keyName: `${randomText(random, parts, 6)}${index}`,
      text: convertText(`${randomText(random, parts, 8)}.`, qtTextDialect, defaultReadOptions).text,
      description: index % 3 === 0 ? `d${index}\n\nsecond` : null
    }))
    const written = writeQtTs(exportedFile(entries), defaultWriteOptions)
    if (written.kind !== "file") assert.fail("not written")
    assert.deepStrictEqual(written.warnings, [])
    const options = { ...defaultReadOptions, path: "cs.ts", format: "QT_TS" }
    const result = readQtTs(new TextEncoder().encode(written.content), options)
    if (result.kind !== "file") assert.fail(result.message)
    const texts = new Map(result.translations.map(({ keyName, text }) => [keyName, text]))
    for (const { keyName, text, description } of entries) {
      assert.strictEqual(texts.get(keyName), text, keyName)
      assert.strictEqual(result.keys.get(keyName)?.description, description)
    }
    const again = writeQtTs(
      exportedFile(
        [...result.keys.values()].map((key) => ({ ...keyAsRead(key, "cs"), text: texts.get(key.name) ?? null }))
      ),
      defaultWriteOptions
    )
    assert.strictEqual(again.kind === "file" ? again.content : null, written.content)
  })

  it.each([
    ["en", ["one", "other"]],
    ["pt_BR", ["one", "other"]],
    ["tr", ["other"]],
    ["cs", ["one", "few", "other"]],
    ["pl", ["one", "few", "many"]],
    ["lv", ["one", "other", "zero"]],
    ["sl", ["one", "two", "few", "other"]],
    ["ar", ["zero", "one", "two", "few", "many", "other"]]
  ])("%s has the forms %s in the order of Qt", (language, keywords) => {
    const { keywords: found, pluralForms } = numerusRuleOf(language)
    assert.deepStrictEqual(found, keywords as ReadonlyArray<string>)
    assert.isNotNull(parsePluralForms(pluralForms))
  })
})
