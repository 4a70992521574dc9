/** A term of a glossary with its texts in all languages. */
export interface GlossaryTerm {
  /** In the base language of the glossary; empty: the term has no text in it. */
  readonly baseText: string
  /** Empty: none. */
  readonly description: string
  readonly flags: GlossaryTermFlags
  /** Texts that are not blank, by language tag, without the base language; empty for a term that is not translated. */
  readonly translations: ReadonlyMap<string, string>
}

export interface GlossaryTermFlags {
  /** The base text stands for the term in every language. */
  readonly flagNonTranslatable: boolean
  /** The term is found in exactly these letters only. */
  readonly flagCaseSensitive: boolean
  /** For people only: no rule looks at it. */
  readonly flagAbbreviation: boolean
  readonly flagForbiddenTerm: boolean
}

export const noGlossaryTermFlags: GlossaryTermFlags = {
  flagNonTranslatable: false,
  flagCaseSensitive: false,
  flagAbbreviation: false,
  flagForbiddenTerm: false
}

/** Limits of one term. */
export const glossaryTermLimits = { textMaxUtf16Units: 200, descriptionMaxUtf16Units: 500 } as const

/**
 * Returns the text of a term in a language, else in the language without its region (`de` for `de-AT`). null: there is none.
 * Source: docs/glossaries.md.
 */
export const termTextIn = (term: GlossaryTerm, baseLanguageTag: string, languageTag: string): string | null => {
  if (term.flags.flagNonTranslatable) return term.baseText === "" ? null : term.baseText
  const texts = [[baseLanguageTag, term.baseText] as const, ...term.translations].filter(([, text]) => text !== "")
  for (let wanted = normalTag(languageTag); wanted !== ""; wanted = parentTag(wanted)) {
    const found = texts.find(([tag]) => normalTag(tag) === wanted)
    if (found !== undefined) return found[1]
  }
  return null
}

const normalTag = (tag: string): string => tag.toLowerCase().replaceAll("_", "-")

const parentTag = (tag: string): string => tag.slice(0, Math.max(0, tag.lastIndexOf("-")))

/**
 * Identifies the term that an import changes: base text and case flag. A term without a base text is the one with the same
 * translations.
 */
export const glossaryTermIdentity = ({ baseText, flags, translations }: IdentifiedTerm): string => {
  if (baseText !== "") return `${flags.flagCaseSensitive ? "=" : "~"}${baseText.normalize("NFC")}`
  const texts = [...translations].map(([tag, text]) => [normalTag(tag), text.normalize("NFC")])
  return `?${JSON.stringify(texts.sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)))}`
}

interface IdentifiedTerm extends Pick<GlossaryTerm, "baseText" | "translations"> {
  readonly flags: Partial<GlossaryTermFlags>
}

/**
 * Returns the term of a glossary after an import. What the file says replaces what the glossary has; texts in languages that
 * the file is silent about stay, unless the term is no longer translated.
 */
export const mergeGlossaryTerm = (stored: GlossaryTerm, imported: ImportedGlossaryTerm): GlossaryTerm => {
  const flags = { ...stored.flags, ...imported.flags }
  const translations = new Map(flags.flagNonTranslatable ? [] : stored.translations)
  if (!flags.flagNonTranslatable) {
    for (const [languageTag, text] of imported.translations) {
      // A file may spell a tag with other capitals.
      const tag = [...translations.keys()].find((one) => normalTag(one) === normalTag(languageTag)) ?? languageTag
      if (text === "") translations.delete(tag)
      else translations.set(tag, text)
    }
  }
  return { baseText: stored.baseText, description: imported.description ?? stored.description, flags, translations }
}

/** A term of a file. */
export interface ImportedGlossaryTerm {
  readonly baseText: string
  /** null: the file says nothing about it. */
  readonly description: string | null
  /** The flags that the file says. */
  readonly flags: Partial<GlossaryTermFlags>
  /** Texts by language tag; empty: the file says that there is none. */
  readonly translations: ReadonlyMap<string, string>
}
