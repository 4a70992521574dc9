import type { CheckedForm, CheckedText, FormCheck, FormProblem } from "./check.ts"

const specials = ["$", "€", "£", "¥", "@", "&", "©", "®", "™", "°"]

const anySpecial = /[$€£¥@&©®™°#]/

const specialsOf = ({ isIcu }: CheckedText): ReadonlyArray<string> => (isIcu ? specials : [...specials, "#"])

/** Signs of money, rights and the like are those of the base text. Entities such as `&amp;` are no signs. */
export const checkSpecialCharacters: FormCheck = (form, { checked }) => {
  const { base } = form
  if (base === null || !(anySpecial.test(form.prose) || anySpecial.test(base.prose))) return []
  return specialsOf(checked).flatMap((character): ReadonlyArray<FormProblem> => {
    const expected = countOf(base, character)
    const actual = countOf(form, character)
    // A word for "and" takes its place as often as not.
    if (actual < expected && character === "&") return []
    if (actual < expected) {
      const params = { characters: character, count: String(expected - actual) }
      return [{ message: "qa_special_char_missing", params }]
    }
    if (actual === expected) return []
    const start = withoutEntities(form.prose).lastIndexOf(character)
    return [{ message: "qa_special_char_added", params: { character }, start, end: start + character.length }]
  })
}

const countOf = ({ prose }: Pick<CheckedForm, "prose">, character: string): number =>
  withoutEntities(prose).split(character).length - 1

const withoutEntities = (prose: string): string =>
  prose.replace(/&(?:[A-Za-z]\w*|#\d+|#x[\dA-Fa-f]+);/g, (found) => "\uFFFC".repeat(found.length))

/** Opening and closing brackets; full-width ones are the same. */
const pairs: ReadonlyArray<readonly [opening: string, closing: string]> = [
  ["(", ")"],
  ["[", "]"]
]

const anyBracket = /[()[\]{}（）［］]/

const pairsOf = ({ isIcu }: CheckedText) => (isIcu ? pairs : [...pairs, ["{", "}"] as const])

/** Compares how many brackets of each kind there are. Smileys and the points of lists (`a)`) are no brackets. */
export const checkBracketCounts: FormCheck = ({ prose, base }, { checked }) => {
  if (base === null || !(anyBracket.test(prose) || anyBracket.test(base.prose))) return []
  const own = bracketsIn(prose)
  const expected = bracketsIn(base.prose)
  if (pairsOf(checked).every(([opening, closing]) => isNote(own, expected, opening, closing))) return []
  return pairsOf(checked)
    .flat()
    .flatMap((bracket): ReadonlyArray<FormProblem> => {
      const difference = own.split(bracket).length - expected.split(bracket).length
      if (difference === 0) return []
      if (difference < 0) {
        return [{ message: "qa_brackets_missing", params: { brackets: bracket, count: String(-difference) } }]
      }
      const start = own.lastIndexOf(bracket)
      return [{ message: "qa_brackets_extra", params: { bracket }, start, end: start + 1 }]
    })
}

/** A whole note in brackets more, or less, is the freedom of a translation; so is none. */
const isNote = (own: string, expected: string, opening: string, closing: string): boolean =>
  own.split(opening).length - expected.split(opening).length ===
  own.split(closing).length - expected.split(closing).length

/** Each bracket that opens is closed. */
export const checkBracketPairs: FormCheck = ({ prose, base }, { checked }) => {
  if (!anyBracket.test(prose)) return []
  const brackets = pairsOf(checked)
  const found = unbalanced(bracketsIn(prose), brackets)
  if (found.length === 0) return []
  // The base does it as well: a text of several keys, or an emoticon.
  if (base !== null && unbalanced(bracketsIn(base.prose), brackets).length > 0) return []
  const open = found.filter(({ isOpening }) => isOpening)
  const closings = open
    .map(({ bracket }) => brackets.find(([opening]) => opening === bracket)?.[1] ?? "")
    .reverse()
    .join("")
  const unclosed: ReadonlyArray<FormProblem> =
    open.length === 0
      ? []
      : [
          {
            message: "qa_brackets_unclosed",
            params: { brackets: open.map(({ bracket }) => bracket).join(""), count: String(open.length) },
            start: prose.trimEnd().length,
            end: prose.trimEnd().length,
            replacement: closings
          }
        ]
  return [
    ...unclosed,
    ...found
      .filter(({ isOpening }) => !isOpening)
      .map(({ bracket, offset }) => ({
        message: "qa_brackets_unmatched_close",
        params: { bracket },
        start: offset,
        end: offset + 1,
        replacement: ""
      }))
  ]
}

interface FoundBracket {
  readonly bracket: string
  readonly offset: number
  readonly isOpening: boolean
}

const unbalanced = (
  text: string,
  brackets: ReadonlyArray<readonly [opening: string, closing: string]>
): ReadonlyArray<FoundBracket> => {
  const open: Array<FoundBracket> = []
  const unmatched: Array<FoundBracket> = []
  for (let offset = 0; offset < text.length; offset++) {
    const bracket = text[offset] ?? ""
    const pair = brackets.find((one) => one.includes(bracket))
    if (pair === undefined) continue
    if (bracket === pair[0]) open.push({ bracket, offset, isOpening: true })
    else if (open.at(-1)?.bracket === pair[0]) open.pop()
    else unmatched.push({ bracket, offset, isOpening: false })
  }
  return [...open, ...unmatched]
}

/** With full-width brackets as usual ones, without smileys and points of lists; offsets stay. */
const bracketsIn = (prose: string): string => {
  let isOpen = false
  let offset = 0
  return prose
    .replaceAll("（", "(")
    .replaceAll("）", ")")
    .replaceAll("［", "[")
    .replaceAll("］", "]")
    .replace(/[:;]-?[()[\]]|(?<=^|[\s\uFFFC])[\p{L}\p{N}]{1,2}\)/gu, (found, start: number, whole: string) => {
      for (; offset < start; offset++) isOpen = whole[offset] === "(" || (isOpen && whole[offset] !== ")")
      // A unit in front of the bracket that closes a note, `(3 MB)`, is no point of a list.
      return isOpen && !/^[:;]/.test(found) ? found : "\uFFFC".repeat(found.length)
    })
}
