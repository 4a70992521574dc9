import { type KeyVersion, type KeyVersions, type MergeSide, mergeKey } from "@dragoman/domain/branch"
import { asPluralText, defaultPluralArgument, pluralToSingular } from "@dragoman/formats"

/**
 * Returns the key that the target has after a merge; null: none. All its texts are plurals or none is, because one branch may have
 * made the key a plural while the other added texts.
 */
export const mergedKey = (versions: KeyVersions, side: MergeSide): KeyVersion | null => {
  const merged = mergeKey(versions, side)
  if (merged === null) return null
  const pluralArgumentName = merged.isPlural ? (merged.pluralArgumentName ?? defaultPluralArgument) : null
  const convert = textConversion(versions, { ...merged, pluralArgumentName })
  const texts = Object.entries(merged.texts).map(
    ([languageId, version]) => [languageId, { ...version, text: convert(version.text) }] as const
  )
  return { ...merged, pluralArgumentName, texts: Object.fromEntries(texts) }
}

/** Returns the function that converts texts of either branch into the form of the merged key. */
export const textConversion = (
  { source, target }: Pick<KeyVersions, "source" | "target">,
  { isPlural, pluralArgumentName }: Pick<KeyVersion, "isPlural" | "pluralArgumentName">
): ((text: string | null) => string | null) => {
  const isAlike = [source, target].every(
    (key) => key === null || (key.isPlural === isPlural && key.pluralArgumentName === pluralArgumentName)
  )
  if (isAlike) return (text) => text
  const argumentName = pluralArgumentName ?? defaultPluralArgument
  return isPlural ? (text) => asPluralText(text, argumentName) : (text) => pluralToSingular(text).text
}
