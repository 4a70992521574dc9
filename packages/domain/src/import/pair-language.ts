/** Facts about one language of one import file. */
export interface LanguagePairingFacts {
  /** As the file spells it. */
  readonly languageName: string
  readonly projectTags: ReadonlySet<string>
  /** `languageMappings`: tag by language name. */
  readonly mappedTags: ReadonlyMap<string, string>
  /** `fileMappings[].languageTag`; null = none. */
  readonly fileTag: string | null
}

/**
 * The tag of the project language that a language of a file stands for; null = a person has to choose.
 * A mapping to a tag that the project does not have falls back to the guess from the name.
 * Besides the exact, case-sensitive match `de_DE` finds `de-DE`.
 * Source: docs/reference/import.md#pairing-languages.
 */
export const pairLanguage = (facts: LanguagePairingFacts): string | null => {
  const mapped = facts.mappedTags.get(facts.languageName) ?? facts.fileTag
  if (mapped !== null && facts.projectTags.has(mapped)) return mapped
  const guessed = guessTag(facts.languageName)
  if (guessed === null) return null
  return [guessed, guessed.replaceAll("_", "-")].find((tag) => facts.projectTags.has(tag)) ?? null
}

/**
 * The tag that a mapping gives a whole file, where it can apply; null = none. A file that names several
 * languages of which the project has one tells them apart by itself: the tag would put the source texts of an XLIFF file
 * into the language of its targets.
 */
export const fileTagFor = (
  languageNames: ReadonlyArray<string>,
  fileTag: string | null,
  projectTags: ReadonlySet<string>
): string | null => {
  const isKnown = (languageName: string) =>
    pairLanguage({ languageName, projectTags, mappedTags: new Map(), fileTag: null }) !== null
  return languageNames.length > 1 && languageNames.some(isKnown) ? null : fileTag
}

/** `locales/cs (Czech)` → `cs`. */
const guessTag = (languageName: string): string | null => {
  const lastSegment = languageName.slice(languageName.lastIndexOf("/") + 1)
  return /[A-Za-z0-9\-_]+/.exec(lastSegment)?.[0] ?? null
}
