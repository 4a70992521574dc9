import { assert, describe, it } from "vitest"
import { messageFormatDialects } from "../placeholder/dialect/message-format.ts"
import { defaultReadOptions } from "../reader.ts"
import { assertReadsBack, randomNestedFile } from "../testing/nested-entries.ts"
import { randomRounds, seededRandom } from "../testing/seeded-random.ts"
import { defaultWriteOptions, exportedFile, summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import { readJson } from "./read.ts"
import { writeAndroidSdk, writeAppleSdk, writeJson, writeJsonI18next, writeJsonTolgee } from "./write.ts"

const dogs = { keyName: "dogs", text: "{count, plural,\none {# dog}\nother {# dogs}\n}", isPlural: true }

describe("writing json", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const result = writeJson(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it.each([
    ["JSON_ICU", "ICU", "en"],
    ["JSON_PHP", "PHP_SPRINTF", "cs"],
    ["JSON_I18NEXT", "I18NEXT", "en"],
    ["JSON_I18NEXT", "I18NEXT", "ja"],
    ["JSON_RUBY", "RUBY_SPRINTF", "ar"]
  ] as const)(
    "read again as %s every entry without a warning is the same",
    { tags: ["random"] },
    (format, messageFormat, languageTag) => {
      const random = seededRandom(41)
      for (let round = 0; round < randomRounds(300); round++) {
        const file = randomNestedFile(random, languageTag, messageFormatDialects[messageFormat])
        const supportArrays = random() < 0.5
        const structureDelimiter = random() < 0.2 ? null : "."
        const written = writeJson(file, { ...defaultWriteOptions, messageFormat, supportArrays, structureDelimiter })
        const options = { ...defaultReadOptions, path: `${languageTag}.json`, format }
        assertReadsBack(file, written, (bytes) => readJson(bytes, options))
      }
    }
  )

  it.each([
    ["Android", writeAndroidSdk, '{ "one": "%1$d dog", "other": "%1$d dogs" }', '[ "%1$s" ]'],
    ["Apple", writeAppleSdk, '{ "variations": { "plural": { "one": "%lld dog", "other": "%lld dogs" } } }', null]
  ] as const)("the SDK of %s gets its placeholders and forms", (_, write, forms, list) => {
    const entries = [
      { ...dogs, text: dogs.text.replace("count", "0") },
      { keyName: "list[0]", text: "{0}" }
    ]
    const written = write(exportedFile(entries), { ...defaultWriteOptions, messageFormat: "ICU" })
    if (written.kind !== "file") assert.fail(written.kind)
    const expected = list === null ? '"list[0]": "%@"' : `"list": ${list}`
    assert.deepStrictEqual(JSON.parse(written.content), JSON.parse(`{ "dogs": ${forms}, ${expected} }`))
    assert.deepStrictEqual(summarizeWarnings(written.warnings), ["dogs: separateForms"])
  })

  it("a plural whose form has the name of another key fails", () => {
    const file = exportedFile([dogs, { keyName: "dogs_other", text: "x" }])
    assert.deepStrictEqual(writeJsonI18next(file, defaultWriteOptions), {
      kind: "pluralSuffixCollision",
      pluralKey: "dogs",
      collidingKey: "dogs_other",
      suffix: "_other"
    })
    assert.strictEqual(writeJson(file, defaultWriteOptions).kind, "file")
  })

  it("the name of a form may be that of another plural", () => {
    const file = exportedFile([dogs, { ...dogs, keyName: "dogs_other" }])
    assert.strictEqual(writeJsonI18next(file, defaultWriteOptions).kind, "file")
  })

  it("Tolgee's own format ignores message format and lists", () => {
    const file = exportedFile([dogs, { keyName: "items[0]", text: "{name}" }])
    const options = { ...defaultWriteOptions, messageFormat: "PHP_SPRINTF", supportArrays: true } as const
    assert.deepStrictEqual(writeJsonTolgee(file, options), writeJson(file, defaultWriteOptions))
  })

  it("a key of a thousand levels can be read again", () => {
    const file = exportedFile([{ keyName: `${"a.".repeat(999)}a`, text: "x" }])
    const written = writeJson(file, defaultWriteOptions)
    assert.deepStrictEqual(written.kind === "file" ? written.warnings : null, [])
    assertReadsBack(file, written, (bytes) => readJson(bytes, { ...defaultReadOptions, path: "cs.json" }))
  })

  it("writes 100,000 entries", () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({
      keyName: `section_${Math.floor(index / 100)}.group_${Math.floor(index / 10)}.key_${index}`,
      text: `Text number ${index} of {name}`
    }))
    const written = writeJson(exportedFile(entries), defaultWriteOptions)
    assert.strictEqual(written.kind === "file" ? written.content.split("Text number").length : 0, 100_001)
  })
})
