import { type GlossaryTerm, noGlossaryTermFlags } from "@dragoman/domain/glossary"
import { randomText, seededRandom } from "./seeded-random.ts"

const termCount = 300

const parts = [..." \n\t,;\"'\\<>&aéع鍵", "\\\\", "]]>", "&amp;", "<b>", "\u{1f600}"]

/** Makes terms with base texts, of which some are not translated, and texts in some of the languages. */
export const randomGlossaryTerms = (seed: number, languageTags: ReadonlyArray<string>): ReadonlyArray<GlossaryTerm> => {
  const random = seededRandom(seed)
  // White space at the ends of a text does not count.
  const filled = () => `x${randomText(random, parts, 8)}x`
  return Array.from({ length: termCount }, () => {
    const flagNonTranslatable = random() < 0.2
    const tags = flagNonTranslatable ? [] : languageTags.filter(() => random() < 0.7)
    return {
      baseText: filled(),
      description: random() < 0.5 ? "" : filled(),
      flags: {
        ...noGlossaryTermFlags,
        flagNonTranslatable,
        flagCaseSensitive: random() < 0.3,
        flagAbbreviation: random() < 0.3,
        flagForbiddenTerm: random() < 0.3
      },
      translations: new Map(tags.map((tag) => [tag, filled()]))
    }
  })
}
