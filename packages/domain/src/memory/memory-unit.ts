import { validateEntry } from "./memory-rules.ts"

/** A unit of a file: a text in several languages. Times are epoch milliseconds; null: the file does not say it. */
interface ImportedUnit {
  readonly id: string | null
  readonly texts: ReadonlyArray<{
    readonly languageTag: string
    readonly text: string
    readonly createdAt: number | null
    readonly changedAt: number | null
  }>
}

interface ImportedEntry {
  readonly sourceText: string
  readonly targetText: string
  readonly targetLanguageTag: string
  readonly tuid: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

const unitIdMaxUtf16Units = 500

/**
 * Returns the entries of a unit for a memory with this source language; none when the unit has no text in it. Texts that an
 * entry cannot have are skipped: blank or long ones, and those without a language. Source: docs/translation-memories.md#files.
 */
export const entriesOfUnit = (
  { id, texts }: ImportedUnit,
  sourceLanguageTag: string,
  now: number
): ReadonlyArray<ImportedEntry> => {
  const source = findSource(texts, sourceLanguageTag)
  if (source === undefined) return []
  const tuid = id === null || id === "" || id.length > unitIdMaxUtf16Units ? null : id
  return texts.flatMap((target) => {
    if (target === source || normalTag(target.languageTag) === normalTag(source.languageTag)) return []
    const entry = { sourceText: source.text, targetText: target.text, targetLanguageTag: target.languageTag }
    if (!validateEntry(entry).ok) return []
    const updatedAt = target.changedAt ?? target.createdAt ?? now
    return [{ ...entry, tuid, createdAt: target.createdAt ?? updatedAt, updatedAt }]
  })
}

/** Prefers the language itself, then one of its regions (`en-US` for `en`), then the language without its region. */
const findSource = <Text extends { readonly languageTag: string }>(
  texts: ReadonlyArray<Text>,
  sourceLanguageTag: string
): Text | undefined => {
  const wanted = normalTag(sourceLanguageTag)
  const find = (isSource: (tag: string) => boolean) => texts.find(({ languageTag }) => isSource(normalTag(languageTag)))
  return (
    find((tag) => tag === wanted) ??
    find((tag) => tag.startsWith(`${wanted}-`)) ??
    find((tag) => tag !== "" && wanted.startsWith(`${tag}-`))
  )
}

const normalTag = (tag: string): string => tag.toLowerCase().replaceAll("_", "-")
