import { diffArrays } from "diff"
import { codeParts } from "./code-parts.ts"

export interface DiffPart {
  readonly kind: "same" | "removed" | "added"
  readonly text: string
}

/** Words that two texts differ in. The work grows with its square; beyond it, the words no longer help a reader. */
const differencesMax = 500

/**
 * Splits two texts into parts that they share and parts that one of them has. Words are those of the language, also where
 * it writes no spaces; markup, arguments and addresses stay whole. Texts that differ in too much are removed and added as a whole.
 */
export const diffWords = (before: string, after: string, languageTag: string): ReadonlyArray<DiffPart> => {
  const segmenter = segmenterOf(languageTag)
  const changes = diffArrays(wordsOf(before, segmenter), wordsOf(after, segmenter), { maxEditLength: differencesMax })
  if (changes === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after }
    ]
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join("")
  }))
}

const wordsOf = (text: string, segmenter: Intl.Segmenter): Array<string> =>
  codeParts(text).flatMap((piece) =>
    piece.isCode ? piece.text : Array.from(segmenter.segment(piece.text), ({ segment }) => segment)
  )

/** Tags of projects need not be registered ones. */
const segmenterOf = (languageTag: string): Intl.Segmenter => {
  try {
    return new Intl.Segmenter(languageTag, { granularity: "word" })
  } catch {
    return new Intl.Segmenter("en", { granularity: "word" })
  }
}
