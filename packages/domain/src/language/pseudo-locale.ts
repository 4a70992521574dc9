/** Languages without a translator, made of the base language: with accents and longer, and right to left. Android has the same tags. */
export const pseudoLocales = ["en-XA", "ar-XB"] as const

export type PseudoLocale = (typeof pseudoLocales)[number]

/** Returns the pseudo-locales among the tags that no language of the project has; tags null: all languages, which are none of them. */
export const requestedPseudoLocales = (
  tags: ReadonlyArray<string> | null,
  languages: ReadonlyArray<{ readonly tag: string }>
): ReadonlyArray<PseudoLocale> =>
  pseudoLocales.filter(
    (locale) => (tags?.includes(locale) ?? false) && !languages.some((language) => language.tag === locale)
  )
