import type { FormCheck } from "./check.ts"

/** Words that stand twice in good texts, by language. */
const doubled: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: new Set(["vous", "nous"]),
  hi: new Set(["कर"]),
  tr: new Set(["tek", "sık"]),
  sq: new Set(["të"]),
  de: new Set(["die", "der", "das", "sie"]),
  nl: new Set(["die", "dat", "je", "ze"]),
  en: new Set(["that", "had"]),
  id: new Set(["masing"]),
  it: new Set(["via", "man", "mano"])
}

/** A word of two letters and more that stands twice, with only spaces between. */
export const checkRepeatedWords: FormCheck = ({ prose, base }, { language }) =>
  [...prose.matchAll(repeated)].flatMap(({ index, 1: first = "", 2: space = "", 3: second = "" }) => {
    const word = first.toLowerCase()
    if (doubled[language]?.has(word) || (base !== null && repeatsWords(base.prose))) return []
    const start = index + first.length
    return [
      {
        message: "qa_repeated_word",
        params: { word: second },
        start,
        end: start + space.length + second.length,
        replacement: ""
      }
    ]
  })

const repeated = /(?<![\p{L}\p{N}\p{M}'’-])(\p{L}[\p{L}\p{M}\p{N}]+)([ \u00A0]+)(\1)(?![\p{L}\p{N}\p{M}'’-])/giu

/** `search` leaves no place behind in the expression, from which the next `matchAll` would start; `test` does. */
const repeatsWords = (prose: string): boolean => prose.search(repeated) !== -1
