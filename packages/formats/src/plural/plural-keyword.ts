/** CLDR plural keywords in their usual order. */
export const pluralKeywords = ["zero", "one", "two", "few", "many", "other"] as const

export type PluralKeyword = (typeof pluralKeywords)[number]

/**
 * The plural rules of a language. An unknown tag falls back to shorter ones (`ar-XX` → `ar`), in the end to English;
 * `pt_BR` is read as `pt-BR`.
 * Source: docs/reference/import.md#plural-rules-of-a-language.
 */
export const pluralRulesOf = (languageTag: string): Intl.PluralRules => {
  const subtags = languageTag.replaceAll("_", "-").split("-")
  for (let count = Math.min(subtags.length, 8); count > 0; count--) {
    const tag = subtags.slice(0, count).join("-")
    if (isSupported(tag)) return new Intl.PluralRules(tag)
  }
  return new Intl.PluralRules("en")
}

/** How many forms the language has. */
export const pluralFormCount = (languageTag: string): number =>
  pluralRulesOf(languageTag).resolvedOptions().pluralCategories.length

/** The forms of the language; of a name that is no language tag, such as `translation`, all that there are. */
export const knownPluralKeywords = (languageName: string): ReadonlySet<PluralKeyword> => {
  const [language = ""] = languageName.split(/[-_]/)
  if (!isSupported(language)) return new Set(pluralKeywords)
  const categories: ReadonlyArray<string> = pluralRulesOf(languageName).resolvedOptions().pluralCategories
  return new Set(pluralKeywords.filter((keyword) => categories.includes(keyword)))
}

const isSupported = (tag: string): boolean => {
  try {
    return Intl.PluralRules.supportedLocalesOf(tag).length > 0
  } catch {
    // Not a well-formed tag.
    return false
  }
}
