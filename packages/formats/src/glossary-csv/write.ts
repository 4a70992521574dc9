import type { GlossaryTerm } from "@dragoman/domain/glossary"
import { printCsvRow } from "../csv/print-csv-row.ts"

/** The columns of languages, in the order in which they are written. */
export interface GlossaryCsvColumns {
  readonly baseLanguageTag: string
  readonly languageTags: ReadonlyArray<string>
}

/** Prints the names of the columns. Source: docs/glossaries.md#csv. */
export const printGlossaryCsvStart = ({ languageTags }: GlossaryCsvColumns): string =>
  printCsvRow(["term", "description", "translatable", "casesensitive", "abbreviation", "forbidden", ...languageTags])

/** Prints a row for each term. One that is not translated has its base text in every language. */
export const printGlossaryCsvTerms = (
  terms: ReadonlyArray<GlossaryTerm>,
  { baseLanguageTag, languageTags }: GlossaryCsvColumns
): string =>
  terms
    .map((term) => {
      const { flagNonTranslatable, flagCaseSensitive, flagAbbreviation, flagForbiddenTerm } = term.flags
      const flags = [!flagNonTranslatable, flagCaseSensitive, flagAbbreviation, flagForbiddenTerm]
      const texts = languageTags.map((tag) => {
        if (flagNonTranslatable || isSameTag(tag, baseLanguageTag)) return term.baseText
        return [...term.translations].find(([other]) => isSameTag(tag, other))?.[1] ?? ""
      })
      return printCsvRow([term.baseText, term.description, ...flags.map((flag) => (flag ? "Yes" : "No")), ...texts])
    })
    .join("")

const isSameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
