import { assert } from "vitest"
import type { ExportedEntry, ExportedFile } from "../exported-file.ts"
import type { Dialect } from "../placeholder/dialect/dialect.ts"
import { convertPluralForms, convertText } from "../placeholder/reading/convert-text.ts"
import { type PluralKeyword, pluralRulesOf } from "../plural/plural-keyword.ts"
import { parsePluralMessage } from "../plural/plural-message.ts"
import { defaultReadOptions, type ReadResult } from "../reader.ts"
import type { WriteResult } from "../writer.ts"
import { randomText } from "./seeded-random.ts"
import { exportedFile } from "./written-cases.ts"

const nameParts = [
  ..."aab.._[]\\/-:# 01",
  "[0]",
  "[1]",
  "_one",
  "_other",
  ".one",
  ".other",
  "é",
  "__proto__",
  "null",
  "\n"
]

const textParts = [
  ..."a'{}#% \"\\\n\t\r:-|>é",
  "  ",
  "\n\n",
  "%s",
  "%d",
  "%{name}",
  "{{name}}",
  "{name}",
  "😀",
  "\u0085",
  "---\n"
]

/** Entries with names that get into each other's way, and with texts as an import in the dialect stores them. */
export const randomNestedFile = (random: () => number, languageTag: string, dialect: Dialect | null): ExportedFile => {
  const entries = new Map<string, Partial<ExportedEntry>>()
  for (let count = 0; count < 12; count++) {
    const keyName = randomText(random, nameParts, 6)
    if (keyName.trim() !== "") entries.set(keyName, { keyName, ...randomValue(random, languageTag, dialect) })
  }
  const sorted = [...entries].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, entry]) => entry)
  return exportedFile(sorted, { languageTag })
}

const randomValue = (random: () => number, languageTag: string, dialect: Dialect | null): Partial<ExportedEntry> => {
  const text = () => randomText(random, textParts, 6)
  if (random() < 0.1) return { text: null }
  if (random() < 0.7) return { text: convertText(text(), dialect, defaultReadOptions).text }
  const keywords = pluralRulesOf(languageTag).resolvedOptions().pluralCategories as ReadonlyArray<PluralKeyword>
  const forms = new Map(keywords.map((keyword) => [keyword, `${keyword}${text()}`]))
  return { text: convertPluralForms(forms, dialect, defaultReadOptions).text, isPlural: true }
}

/** Every entry without a warning comes back the same; all other values belong to entries with one. */
export const assertReadsBack = (
  file: ExportedFile,
  written: WriteResult,
  read: (bytes: Uint8Array) => ReadResult
): void => {
  if (written.kind !== "file") return
  const result = read(new TextEncoder().encode(written.content))
  if (result.kind !== "file") assert.fail(`${JSON.stringify(result)}\n${written.content}`)
  const warnedKeys = new Set(written.warnings.map(({ keyName }) => keyName))
  // The first one of several stays.
  const texts = new Map(result.translations.toReversed().map((translation) => [translation.keyName, translation]))
  for (const { keyName, text, isPlural } of file.entries) {
    if (warnedKeys.has(keyName)) continue
    const where = `${JSON.stringify(keyName)} in\n${written.content}`
    assert.isTrue(result.keys.has(keyName), where)
    const translation = texts.get(keyName)
    if (text === null) assert.isUndefined(translation, where)
    else if (isPlural) assert.deepStrictEqual(meaningOf(translation?.text ?? ""), meaningOf(text), where)
    else assert.strictEqual(translation?.text, text, where)
  }
  const unwarnedCount = file.entries.length - warnedKeys.size
  if (warnedKeys.size === 0) assert.strictEqual(result.keys.size, unwarnedCount, written.content)
}

/** Forms equal to `other` say nothing. */
const meaningOf = (text: string): unknown => {
  const plural = parsePluralMessage(text)
  if (plural === null) return text
  const other = plural.forms.get("other")
  const forms = [...plural.forms].filter(([keyword, form]) => keyword === "other" || form !== other).sort()
  return { argumentName: plural.argumentName, forms }
}
