import { diffArrays } from "diff"

export interface DiffPart {
  readonly kind: "same" | "removed" | "added"
  readonly text: string
}

/** Beyond so many differences the words no longer help: then all of it is another text. */
const differencesMax = 1_000

/** What the words of two texts have in common. Words are those of the language, also where it writes no spaces. */
export const diffWords = (before: string, after: string, languageTag: string): ReadonlyArray<DiffPart> => {
  const changes = diffArrays(wordsOf(before, languageTag), wordsOf(after, languageTag), {
    maxEditLength: differencesMax
  })
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

const wordsOf = (text: string, languageTag: string): Array<string> =>
  Array.from(segmenterOf(languageTag).segment(text), ({ segment }) => segment)

/** Tags of projects need not be registered ones. */
const segmenterOf = (languageTag: string): Intl.Segmenter => {
  try {
    return new Intl.Segmenter(languageTag, { granularity: "word" })
  } catch {
    return new Intl.Segmenter(undefined, { granularity: "word" })
  }
}
