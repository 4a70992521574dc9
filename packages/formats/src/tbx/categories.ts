/** Data categories of our own, for flags that TBX-Basic has none for; other programs skip them. */
export const categoriesOfFlags = {
  flagNonTranslatable: "translatable",
  flagCaseSensitive: "caseSensitive"
} as const

/** Values of the category `administrativeStatus`. */
export const deprecatedStatus = "deprecatedTerm-admn-sts"

/** `superseded` is the same to a person who writes. Some tools leave out the end. */
export const isDeprecatedStatus = (value: string): boolean =>
  /^(?:deprecatedTerm|supersededTerm)(?:-admn-sts)?$/.test(value)

/** Values of the category `termType`. */
export const abbreviationType = "abbreviation"

export const isShortTermType = (value: string): boolean => /^(?:abbreviation|acronym|initialism|shortForm)$/.test(value)
