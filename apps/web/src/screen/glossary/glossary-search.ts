/** The search parameters of a glossary as they stand in the address. */
export interface GlossarySearch {
  /** Terms with this in their texts or descriptions; absent: all. */
  readonly q?: string | undefined
  /** Shown languages: `cs,de`; absent: those of the glossary and of its projects. */
  readonly languages?: string | undefined
}

export const parseGlossarySearch = (raw: Readonly<Record<string, unknown>>): GlossarySearch => {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)
  return { q: text(raw["q"]), languages: text(raw["languages"]) }
}

/** Languages that are shown where the address names none: more would only be empty columns. */
const shownMax = 6

/**
 * Returns the tags of the columns, in their order: those that the address names, else the languages of the glossary and then
 * those of its projects. The base language is the term itself.
 */
export const shownTags = (
  named: string | undefined,
  offered: ReadonlyArray<string>,
  baseLanguageTag: string
): ReadonlyArray<string> => {
  const tags = named === undefined ? offered.slice(0, shownMax) : named.split(",")
  return [...new Set(tags)].filter((tag) => tag !== "" && tag !== baseLanguageTag)
}
