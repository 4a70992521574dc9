import { type IndexedTerm, type TermMatch, type TermMatchKind, termMatchKinds } from "../term-index.ts"
import { wordStemmerOf } from "../word-stem.ts"

/** Finds terms by comparing each term with each place of the text, character by character: what `findTerms` has to equal. */
export const naiveFindTerms = <Value>(
  languageTag: string,
  terms: ReadonlyArray<IndexedTerm<Value>>,
  text: string
): ReadonlyArray<TermMatch<Value>> => {
  const language = languageTag.split("-")[0] ?? ""
  const words = splitWords(text)
  const all = terms.flatMap((term, order) => {
    const wanted = splitWords(term.text)
    if (wanted.length === 0) return []
    const whole = words.flatMap((_, first) => matchAt(term, wanted, words, first, language))
    return [...whole, ...matchParts(term, wanted, words, language)].map((match) => ({ ...match, order }))
  })
  const byLength = [...all].sort(
    (one, other) =>
      lengthOf(other) - lengthOf(one) ||
      one.start - other.start ||
      rank(one.kind) - rank(other.kind) ||
      one.order - other.order
  )
  const winners: Array<(typeof all)[number]> = []
  for (const match of byLength) {
    if (winners.every(({ start, end }) => match.end <= start || end <= match.start)) winners.push(match)
  }
  return all
    .sort(
      (one, other) =>
        one.start - other.start || other.end - one.end || rank(one.kind) - rank(other.kind) || one.order - other.order
    )
    .map((match) => ({
      value: match.value,
      kind: match.kind,
      start: match.start,
      end: match.end,
      isOverlapped: !winners.includes(match)
    }))
}

interface Match<Value> {
  readonly value: Value
  readonly kind: TermMatchKind
  readonly start: number
  readonly end: number
}

const lengthOf = ({ start, end }: Match<unknown>): number => end - start

const rank = (kind: TermMatchKind): number => termMatchKinds.indexOf(kind)

interface NaiveWord {
  readonly raw: string
  readonly start: number
  readonly end: number
  readonly isWord: boolean
  readonly isSpaced: boolean
}

const isLetter = (sign: string): boolean => /^[\p{L}\p{N}\p{M}\p{Join_C}\u00AD]$/u.test(sign)

const isUnspaced = (sign: string): boolean =>
  /^[\p{L}\p{Nl}]$/u.test(sign) &&
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u.test(
    sign
  )

const isJoined = (sign: string, before: NaiveWord): boolean => {
  if (before.isWord) return isLetter(sign) && !isUnspaced(sign)
  return /^\p{M}$/u.test(sign) || (/^(?:\u200C|\u200D)$/.test(sign) && isUnspaced([...before.raw][0] ?? ""))
}

const splitWords = (text: string): ReadonlyArray<NaiveWord> => {
  const words: Array<NaiveWord> = []
  let start = 0
  let isSpaced = false
  for (const sign of text) {
    const end = start + sign.length
    const before = words.at(-1)
    if (/\s/.test(sign)) isSpaced = true
    else if (before !== undefined && !isSpaced && isJoined(sign, before)) {
      words[words.length - 1] = { ...before, raw: before.raw + sign, end }
    } else {
      words.push({ raw: sign, start, end, isWord: isLetter(sign) && !isUnspaced(sign), isSpaced })
      isSpaced = false
    }
    start = end
  }
  return words
}

const plain = (raw: string): string => raw.replace(/\u200C|\u200D|\u00AD/g, "").normalize("NFC")

const lower = (raw: string, language: string): string =>
  ["tr", "az", "lt"].includes(language) ? plain(raw).toLocaleLowerCase(language) : plain(raw).toLowerCase()

const stem = ({ raw, isWord }: NaiveWord, language: string): string => {
  const small = lower(raw, language)
  return isWord && raw.length <= 60 && !/\p{N}/u.test(small) ? (wordStemmerOf(language)?.stemOf(small) ?? small) : small
}

const matchAt = <Value>(
  { isCaseSensitive, value }: IndexedTerm<Value>,
  wanted: ReadonlyArray<NaiveWord>,
  words: ReadonlyArray<NaiveWord>,
  first: number,
  language: string
): ReadonlyArray<Match<Value>> => {
  let weakest: TermMatchKind = "exact"
  for (const [index, one] of wanted.entries()) {
    const other = words[first + index]
    if (other === undefined || other.raw.includes("\uFFFC") || stem(one, language) !== stem(other, language)) return []
    if (index > 0 && one.isSpaced !== other.isSpaced) return []
    if (plain(one.raw) === plain(other.raw)) continue
    const stemmer = wordStemmerOf(language)
    if (isCaseSensitive && stemmer?.stemOf(plain(one.raw)) !== stemmer?.stemOf(plain(other.raw))) return []
    if (isCaseSensitive && stemmer === null) return []
    if (stemmer?.keepsFinalE && lower(one.raw, language) === `${lower(other.raw, language)}e`) return []
    const kind = lower(one.raw, language) === lower(other.raw, language) ? "case" : "inflected"
    if (rank(kind) > rank(weakest)) weakest = kind
  }
  const start = words[first]
  const end = words[first + wanted.length - 1]
  if (start === undefined || end === undefined) return []
  const before = words[first - 1]
  const after = words[first + wanted.length]
  const isSign = (word: NaiveWord) => !word.isWord && !isUnspaced([...word.raw][0] ?? "")
  if (isSign(start) && before?.isWord && !start.isSpaced) return []
  if (isSign(end) && after?.isWord && !after.isSpaced) return []
  return [{ value, kind: weakest, start: start.start, end: end.end }]
}

/** At least 5 letters of a longer word of up to 60, of which 3 are left. */
const matchParts = <Value>(
  { isCaseSensitive, value }: IndexedTerm<Value>,
  wanted: ReadonlyArray<NaiveWord>,
  words: ReadonlyArray<NaiveWord>,
  language: string
): ReadonlyArray<Match<Value>> => {
  const [only, ...others] = wanted
  if (!wordStemmerOf(language)?.joinsWords || isCaseSensitive || only === undefined || others.length > 0) return []
  const term = lower(only.raw, language)
  const root = stem(only, language)
  if (term.length < 5) return []
  return words.flatMap((word) => {
    const whole = lower(word.raw, language)
    const wholeStem = stem(word, language)
    if (!word.isWord || whole.length !== word.end - word.start || whole.length < 8 || whole.length > 60) return []
    const cut = wholeStem.length - root.length
    const atEnd =
      cut >= 3 && root !== "" && wholeStem.endsWith(root) ? [{ start: word.start + cut, end: word.end }] : []
    const isStart =
      whole.startsWith(term) &&
      whole.length - term.length >= 3 &&
      wholeStem.startsWith(root) &&
      root.length >= 3 &&
      root.length < wholeStem.length
    const atStart = isStart ? [{ start: word.start, end: word.start + term.length }] : []
    return [...atEnd, ...atStart].map((place) => ({ ...place, value, kind: "compound" as const }))
  })
}
