import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { messageFormatDialects } from "../placeholder/dialect/message-format.ts"
import { defaultReadOptions } from "../reader.ts"
import { assertReadsBack, randomNestedFile } from "../testing/nested-entries.ts"
import { randomRounds, randomText, seededRandom } from "../testing/seeded-random.ts"
import { defaultWriteOptions, exportedFile, summarizeWarnings, writtenCases } from "../testing/written-cases.ts"
import { readYaml } from "./read.ts"
import { writeYaml, writeYamlRuby } from "./write.ts"

describe("writing yaml", () => {
  it.each(writtenCases(new URL("golden-written/", import.meta.url)))("golden case $name", (written) => {
    const write = written.name.startsWith("ruby-root-") ? writeYamlRuby : writeYaml
    const result = write(written.file, written.options)
    assert.strictEqual(result.kind === "file" ? result.content : null, written.content)
    assert.deepStrictEqual(result.kind === "file" ? summarizeWarnings(result.warnings) : null, written.warnings)
  })

  it.each([
    ["YAML_ICU", "ICU", "en"],
    ["YAML_PHP", "PHP_SPRINTF", "cs"],
    ["YAML_JAVA", "JAVA_STRING_FORMAT", "en"]
  ] as const)(
    "read again as %s every entry without a warning is the same",
    { tags: ["random"] },
    (format, messageFormat, languageTag) => {
      const random = seededRandom(51)
      for (let round = 0; round < randomRounds(250); round++) {
        const file = randomNestedFile(random, languageTag, messageFormatDialects[messageFormat])
        const supportArrays = random() < 0.5
        const structureDelimiter = random() < 0.2 ? null : "."
        const written = writeYaml(file, { ...defaultWriteOptions, messageFormat, supportArrays, structureDelimiter })
        const options = { ...defaultReadOptions, path: `${languageTag}.yaml`, format }
        assertReadsBack(file, written, (bytes) => readYaml(bytes, options))
      }
    }
  )

  it.each(["en", "cs", "ja", "no"])(
    "read again, every entry of Ruby's i18n in %s is the same",
    { tags: ["random"] },
    (languageTag) => {
      const random = seededRandom(52)
      const options = { ...defaultReadOptions, path: "x.yaml", format: "YAML_RUBY" } as const
      for (let round = 0; round < randomRounds(250); round++) {
        const file = randomNestedFile(random, languageTag, messageFormatDialects.RUBY_SPRINTF)
        assertReadsBack(file, writeYamlRuby(file, defaultWriteOptions), (bytes) => readYaml(bytes, options))
      }
    }
  )

  it.each(["1.1", "1.2"] as const)("names and texts are texts in YAML %s", { tags: ["random"] }, (version) => {
    const random = seededRandom(53)
    const parts = [..."an~=<>|-+.0123_:ex#'\"\\ \n\t,?!&*%@`[]{}TZ", "null", "yes", "2026-11-21", ".inf", "0x"]
    for (let round = 0; round < randomRounds(2_000); round++) {
      const keyName = `${randomText(random, parts, 5)}`
      if (keyName === "") continue
      const text = randomText(random, parts, 5)
      const written = writeYaml(exportedFile([{ keyName, text }]), { ...defaultWriteOptions, structureDelimiter: null })
      const content = written.kind === "file" ? written.content : ""
      const parsed: unknown = parse(content, { version, mapAsMap: true })
      assert.deepStrictEqual(parsed, new Map([[keyName, text]]), content)
    }
  })

  it("writes 100,000 entries", () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({
      keyName: `section_${Math.floor(index / 100)}.key_${index}`,
      text: `Text number ${index} of {name}`
    }))
    const written = writeYaml(exportedFile(entries), defaultWriteOptions)
    assert.strictEqual(written.kind === "file" ? written.content.split("Text number").length : 0, 100_001)
  })
})
