import { readdirSync, readFileSync } from "node:fs"
import { assert } from "vitest"
import type { ExportedTranslation, MultilingualEntry, MultilingualFile, MultilingualWarning } from "../exported-file.ts"
import type { ImportedFile, ImportedKey } from "../imported-file.ts"
import { defaultReadOptions, type Reader } from "../reader.ts"
import type { MultilingualWriter, WriteOptions } from "../writer.ts"
import { randomText, seededRandom } from "./seeded-random.ts"
import { joinChunks } from "./write-format.ts"
import { defaultWriteOptions, keyAsRead } from "./written-cases.ts"

/** One folder `golden-written/<name>`: `case.json` with languages, entries, options and warnings, and `output.<extension>`. */
export interface MultilingualCase {
  readonly name: string
  readonly file: MultilingualFile
  readonly entries: ReadonlyArray<MultilingualEntry>
  readonly options: WriteOptions
  readonly content: string
  /** `language key: reason`. */
  readonly warnings: ReadonlyArray<string>
}

/** The cases of one format; `folder` is its `golden-written` folder. Texts are by language tag, with the state behind a bar. */
export const multilingualCases = (folder: URL): ReadonlyArray<MultilingualCase> =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const place = new URL(`${name}/`, folder)
      const output = readdirSync(place).find((file) => file.startsWith("output.")) ?? "output"
      const { entries, options, warnings, languageTags } = JSON.parse(
        readFileSync(new URL("case.json", place), "utf8")
      ) as CaseFile
      return {
        name,
        file: { languageTags, baseLanguageTag: "en" },
        entries: entries.map((entry) => multilingualEntry(entry, languageTags)),
        options: { ...defaultWriteOptions, ...options },
        content: readFileSync(new URL(output, place), "utf8"),
        warnings: warnings ?? []
      }
    })

interface CaseEntry extends Partial<Omit<MultilingualEntry, "translations">> {
  readonly texts: Readonly<Record<string, string>>
}

interface CaseFile {
  readonly languageTags: ReadonlyArray<string>
  readonly entries: ReadonlyArray<CaseEntry>
  readonly options?: Partial<WriteOptions>
  readonly warnings?: ReadonlyArray<string>
}

const multilingualEntry = ({ texts, ...entry }: CaseEntry, languageTags: ReadonlyArray<string>): MultilingualEntry => ({
  keyName: "key",
  description: null,
  customValues: {},
  isPlural: false,
  ...entry,
  translations: languageTags.map((tag) => (Object.hasOwn(texts, tag) ? translationOf(texts[tag] ?? "") : null))
})

const translationOf = (text: string): ExportedTranslation => {
  const [, plain = text, state] = /^(.*)\|(REVIEWED|DISABLED|UNTRANSLATED)$/s.exec(text) ?? []
  return { text: plain, state: (state ?? "TRANSLATED") as ExportedTranslation["state"] }
}

/** A key of a file as an export in its format has it, none of its texts edited. */
export const translatedKey = (
  file: ImportedFile,
  key: ImportedKey,
  languageTags: ReadonlyArray<string>
): MultilingualEntry => {
  const { formatData: _, ...entry } = keyAsRead(key, "")
  return {
    ...entry,
    isPlural: key.pluralArgumentName !== null,
    translations: languageTags.map((tag) => {
      const found = file.translations.find(({ keyName, languageName }) => keyName === key.name && languageName === tag)
      const { formatData } = keyAsRead(key, tag)
      return found === undefined && Object.keys(formatData).length === 0
        ? null
        : { text: found?.text ?? null, formatData, state: "TRANSLATED" }
    })
  }
}

/** The whole file; entries are added in small batches. */
export const writeMultilingual = (
  write: MultilingualWriter,
  file: MultilingualFile,
  entries: ReadonlyArray<MultilingualEntry>,
  options: WriteOptions
) => {
  const writer = write(file, options)
  const chunks = []
  for (let start = 0; start < entries.length; start += 3) chunks.push(writer.add(entries.slice(start, start + 3)))
  chunks.push(writer.end())
  return {
    ...joinChunks(chunks.map(({ content }) => content)),
    warnings: chunks.flatMap(({ warnings }) => warnings).map(summarizeWarning)
  }
}

const summarizeWarning = ({ languageTag, keyName, reason }: MultilingualWarning): string =>
  `${languageTag} ${keyName}: ${reason}`

export interface MultilingualRoundTrip {
  readonly seed: number
  /** Names and texts are made of these: what the format has to escape. */
  readonly parts: ReadonlyArray<string>
  readonly path: string
  /** An import format without placeholders to convert. */
  readonly format: string
  readonly write: MultilingualWriter
  readonly read: Reader
  readonly keepsDescriptions: boolean
}

/** Writes 2,000 random entries in three languages; read again every key and each text without a warning is the same. */
export const assertMultilingualRoundTrip = (trip: MultilingualRoundTrip): void => {
  const random = seededRandom(trip.seed)
  const languageTags = ["ar", "cs", "en"]
  const entries = Array.from({ length: 2_000 }, (_, index) =>
    multilingualEntry(
      {
        keyName: `${randomText(random, trip.parts, 6)}${index}`,
        description: index % 3 === 0 ? `d${index}\n\nsecond` : null,
        texts: Object.fromEntries(languageTags.map((tag) => [tag, `${randomText(random, trip.parts, 8)}.${tag}`]))
      },
      languageTags
    )
  )
  const file = { languageTags, baseLanguageTag: "en" }
  const { bytes, warnings } = writeMultilingual(trip.write, file, entries, defaultWriteOptions)
  const result = trip.read(bytes, { ...defaultReadOptions, path: trip.path, format: trip.format })
  if (result.kind !== "file") assert.fail(result.message)
  assert.deepStrictEqual(result.issues, [])
  const texts = new Map(
    result.translations.map(({ keyName, languageName, text }) => [JSON.stringify([keyName, languageName]), text])
  )
  assert.strictEqual(result.keys.size, entries.length)
  const warned = new Set(warnings.map((warning) => warning.slice(0, warning.lastIndexOf(": "))))
  assert.isBelow(warned.size, entries.length)
  for (const { keyName, description, translations } of entries) {
    for (const [index, tag] of languageTags.entries()) {
      if (warned.has(`${tag} ${keyName}`)) continue
      assert.strictEqual(texts.get(JSON.stringify([keyName, tag])), translations[index]?.text, keyName)
    }
    if (trip.keepsDescriptions) assert.strictEqual(result.keys.get(keyName)?.description, description, keyName)
  }
}
