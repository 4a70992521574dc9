import type { TextKey } from "../../base/texts/text.ts"
import type { TermFlags } from "./glossary-queries.ts"

/** The flags of a term with their names, in the order of the form. */
export const termFlags: ReadonlyArray<readonly [flag: keyof TermFlags, name: TextKey, hint: TextKey]> = [
  ["flagNonTranslatable", "glossary.not-translated", "glossary.not-translated-hint"],
  ["flagForbiddenTerm", "glossary.forbidden", "glossary.forbidden-hint"],
  ["flagCaseSensitive", "glossary.case-sensitive", "glossary.case-sensitive-hint"],
  ["flagAbbreviation", "glossary.abbreviation", "glossary.abbreviation-hint"]
]

export const noFlags: TermFlags = {
  flagNonTranslatable: false,
  flagCaseSensitive: false,
  flagAbbreviation: false,
  flagForbiddenTerm: false
}

export const flagsOf = ({
  flagNonTranslatable,
  flagCaseSensitive,
  flagAbbreviation,
  flagForbiddenTerm
}: TermFlags): TermFlags => ({ flagNonTranslatable, flagCaseSensitive, flagAbbreviation, flagForbiddenTerm })
