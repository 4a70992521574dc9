import { assert, describe, it } from "vitest"
import { exportFormats } from "./export-format.ts"
import type { ExportedEntry } from "./exported-file.ts"
import { printFilePath } from "./file-structure-template.ts"
import { convertText } from "./placeholder/reading/convert-text.ts"
import { parsePluralMessage, printPluralMessage } from "./plural/plural-message.ts"
import { defaultReadOptions } from "./reader.ts"
import { readTranslationFile } from "./registry.ts"
import { importFormatOf } from "./testing/import-format-of.ts"
import { randomRounds, randomText, seededRandom } from "./testing/seeded-random.ts"
import { writeFormat } from "./testing/write-format.ts"
import { defaultWriteOptions, exportedFile } from "./testing/written-cases.ts"

// A reader reports every value that it does not import, and never loses the name of a key: `removeOtherKeys` removes others.

const { textMaxUtf16Units } = defaultReadOptions

/** Other names are changed, with a warning. */
const plainNamesOnly: ReadonlySet<string> = new Set(["ANDROID_XML", "COMPOSE_XML", "FLUENT"])

/** A key without a text is not in the file: a program would show an empty one, now it shows another language. */
const textsOnly: ReadonlySet<string> = new Set(["FLUENT", "JSON_WEBEXTENSION"])

const parts = [..."a#'{}% \n", "{n}", "%s", "%{name}", "{{name}}", "é"]
const keywords = ["=0", "=1", "one", "few", "many", "other"]

/** Singular and plural texts as they may be stored: empty forms, exact numbers, lengths around the limit. */
const randomValue = (random: () => number): Partial<ExportedEntry> => {
  const pick = <A>(values: ReadonlyArray<A>): A => values[Math.floor(random() * values.length)] as A
  const length = () => pick([0, 1, 1, 1, 6_000, textMaxUtf16Units, textMaxUtf16Units + 1])
  const text = () => {
    const units = length()
    return units === 1 ? convertText(randomText(random, parts, 5), null, defaultReadOptions).text : "x".repeat(units)
  }
  if (random() < 0.1) return { text: null }
  if (random() < 0.5) return { text: text() }
  const forms = new Map(keywords.filter(() => random() < 0.5).map((keyword) => [keyword, text()]))
  const message = printPluralMessage({ argumentName: "n", forms })
  return parsePluralMessage(message) === null ? { text: null } : { text: message, isPlural: true }
}

const randomEntries = (random: () => number, format: string): ReadonlyArray<Partial<ExportedEntry>> =>
  ["a", "b.c", "b.d e", "f", "g.h.i", "é"]
    .map((keyName) => (plainNamesOnly.has(format) ? keyName.replace(/\W/g, "_").replace(/^_/, "k") : keyName))
    .map((keyName) => ({ keyName, ...randomValue(random) }))
    .filter(({ text }) => text !== null || !textsOnly.has(format))

describe("a written file that is read again", () => {
  const imported = exportFormats.filter(({ format }) => !format.endsWith("_SDK"))
  // Files for programs are not imported: their plurals are objects.
  it.each(imported.map((exported) => ({ format: exported.format, exported })))(
    "$format: no key is forgotten, and each text that is not imported is reported",
    { tags: ["random"] },
    ({ format, exported }) => {
      const random = seededRandom(97)
      for (let round = 0; round < randomRounds(150); round++) {
        const languageTag = round % 2 === 0 ? "en" : "cs"
        const file = exportedFile(randomEntries(random, format), { languageTag })
        const messageFormat = format === "JSON_I18NEXT" ? "I18NEXT" : format === "YAML_RUBY" ? "RUBY_SPRINTF" : "ICU"
        const { files } = writeFormat(exported, file, { ...defaultWriteOptions, messageFormat })
        const read = files.map((written) => {
          const path = printFilePath(exported.defaultFileStructureTemplate, {
            namespace: "",
            languageTag,
            extension: written.extension
          })
          const result = readTranslationFile(written.bytes, {
            ...defaultReadOptions,
            path,
            format: importFormatOf[format] ?? null
          })
          if (result.kind !== "file") return assert.fail(`${JSON.stringify(result)}\n${written.text.slice(0, 2_000)}`)
          assert.deepStrictEqual(result.skippedParts, [])
          return result
        })
        const reported = new Set(
          read
            .flatMap(({ issues }) => issues)
            .flatMap(({ params }) => params.map((param) => ("value" in param ? param.value : "")))
        )
        for (const { keyName } of read.flatMap(({ warnings }) => warnings)) reported.add(keyName ?? "")
        const translations = read.flatMap((one) => one.translations)
        const content = files.map(({ text }) => text.slice(0, 500)).join("\n")
        const imported = new Set(
          translations
            .filter(({ languageName, text }) => languageName === languageTag && text !== "")
            .map(({ keyName }) => keyName)
        )
        for (const { keyName, text } of file.entries) {
          if (text === null && textsOnly.has(format)) continue
          const isKnown = read.some(({ keys, recordedKeys }) => keys.has(keyName) || recordedKeys.has(keyName))
          assert.isTrue(isKnown, `${keyName} in ${content}`)
          // Forms of a plural that the reader does not take for one have names of their own.
          const isReported = [...imported, ...reported].some((name) => name.startsWith(keyName))
          assert.isTrue(isReported, `${keyName} in ${content}`)
        }
        for (const { text, isPlural } of translations) {
          const forms = isPlural ? parsePluralMessage(text)?.forms : undefined
          const length = forms?.size === 1 ? (forms.get("other")?.length ?? 0) : text.length
          assert.isAtMost(length, textMaxUtf16Units)
        }
      }
    }
  )

  it("a text of the greatest length that became a plural is read, a longer one is not", () => {
    const read = (length: number) =>
      readTranslationFile(
        new TextEncoder().encode(JSON.stringify({ a: `{value, plural, other {${"x".repeat(length)}}}` })),
        { ...defaultReadOptions, path: "en.json" }
      )
    const typesOf = (length: number) => {
      const result = read(length)
      return result.kind === "file" ? result.issues.map(({ type }) => type) : null
    }
    assert.deepStrictEqual(typesOf(textMaxUtf16Units), [])
    assert.deepStrictEqual(typesOf(textMaxUtf16Units + 1), ["TRANSLATION_TOO_LONG"])
  })
})
