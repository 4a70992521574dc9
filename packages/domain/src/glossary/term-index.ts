import { type TextWord, type WordLanguage, wordsOf } from "./text-words.ts"
import { wordStemmerOf } from "./word-stem.ts"

/** A text to look for; `value` is what the caller knows it by. */
export interface IndexedTerm<Value> {
  readonly text: string
  readonly isCaseSensitive: boolean
  readonly value: Value
}

/**
 * How the text has the term, the strictest first: in the same letters; in other capitals; in another form of its words; as a
 * part of a longer word.
 */
export const termMatchKinds = ["exact", "case", "inflected", "compound"] as const

export type TermMatchKind = (typeof termMatchKinds)[number]

/** A place of a text that has a term. */
export interface TermMatch<Value> {
  readonly value: Value
  readonly kind: TermMatchKind
  /** UTF-16 offsets in the text, end exclusive. */
  readonly start: number
  readonly end: number
  /** A longer match has some of its characters, or an earlier one of the same length, or a better one all of them. */
  readonly isOverlapped: boolean
}

/** The terms of one language as a trie of word stems. Made by `buildTermIndex`. */
export interface TermIndex<Value> {
  readonly language: WordLanguage
  readonly root: TermNode<Value>
  /** By the sum of the first letters of a word that may be a part of another one: 1, there is one; else no part begins so. */
  readonly partStarts: Uint8Array
}

interface TermNode<Value> {
  /** By stem, with a space in front where the words of the term have white space between. */
  readonly next: Map<string, TermNode<Value>>
  readonly terms: Array<IndexedWords<Value>>
}

interface IndexedWords<Value> {
  readonly order: number
  readonly isCaseSensitive: boolean
  readonly words: ReadonlyArray<TextWord>
  readonly value: Value
}

/** Terms with the same stems that are found at one place; further ones are not indexed. */
const sameStemTermsMax = 100

/** Matches of one text; what comes behind them is not looked at. */
export const termMatchesMax = 10_000

/** A part of a word is a term only if it has this many letters, and leaves this many; longer words have no parts. */
const compoundLettersMin = 5
const compoundRestMin = 3
const compoundLettersMax = 60

/** Indexes terms, whose order decides between equal ones. Source: docs/glossaries.md. */
export const buildTermIndex = <Value>(languageTag: string, terms: Iterable<IndexedTerm<Value>>): TermIndex<Value> => {
  const language = wordLanguageOf(languageTag)
  const root = newNode<Value>()
  const partStarts = new Uint8Array(partStartsSize)
  let order = 0
  for (const { text, isCaseSensitive, value } of terms) {
    const words = wordsOf(text, language)
    let node = root
    for (const [index, word] of words.entries()) {
      const key = keyOf(word, index)
      let next = node.next.get(key)
      if (next === undefined) {
        next = newNode()
        node.next.set(key, next)
      }
      node = next
    }
    if (node !== root && node.terms.length < sameStemTermsMax) {
      node.terms.push({ order: order++, isCaseSensitive, words, value })
      if (words.length === 1) partStarts[partStartOf(words[0]?.stem ?? "", 0)] = 1
    }
  }
  return { language, root, partStarts }
}

const partStartsSize = 4_096

/** Mixes the first three letters; those of a stem are at least as many. */
const partStartOf = (stem: string, from: number): number =>
  (stem.charCodeAt(from) * 293 + stem.charCodeAt(from + 1) * 31 + stem.charCodeAt(from + 2)) % partStartsSize

const newNode = <Value>(): TermNode<Value> => ({ next: new Map(), terms: [] })

const keyOf = ({ stem, isSpaced }: TextWord, index: number): string => (index > 0 && isSpaced ? ` ${stem}` : stem)

const wordLanguageOf = (languageTag: string): WordLanguage => {
  const primary = (languageTag.split(/[-_]/)[0] ?? "").toLowerCase()
  // Only these have small letters of their own.
  const hasOwnCase = primary === "tr" || primary === "az" || primary === "lt"
  return {
    toLower: hasOwnCase ? (text) => text.toLocaleLowerCase(primary) : (text) => text.toLowerCase(),
    stemmer: wordStemmerOf(primary)
  }
}

/**
 * Finds the terms of an index in a text, in the order of the text, at one place the longest first. The longest match wins; those
 * that it overlaps are in the result as well, and say so. `prose`: the text, with `proseFiller` for each UTF-16 unit of what is
 * no prose.
 */
export const findTerms = <Value>(index: TermIndex<Value>, prose: string): ReadonlyArray<TermMatch<Value>> => {
  if (index.root.next.size === 0) return []
  const words = wordsOf(prose, index.language)
  const matches: Array<TermMatch<Value>> = []
  /** Matches that overlap, and those that they overlap. */
  let cluster: Array<FoundTerm<Value>> = []
  let clusterEnd = 0
  for (const [first, { start }] of words.entries()) {
    if (start >= clusterEnd && cluster.length > 0) {
      addCluster(cluster, matches)
      cluster = []
    }
    if (matches.length + cluster.length >= termMatchesMax) break
    const before = cluster.length
    findFrom(index, words, first, cluster)
    for (const { end } of cluster.slice(before)) clusterEnd = Math.max(clusterEnd, end)
  }
  addCluster(cluster, matches)
  return matches
}

interface FoundTerm<Value> {
  readonly value: Value
  readonly order: number
  readonly kind: number
  readonly start: number
  readonly end: number
}

/** Finds the terms that begin with a word of the text. */
const findFrom = <Value>(
  index: TermIndex<Value>,
  words: ReadonlyArray<TextWord>,
  first: number,
  found: Array<FoundTerm<Value>>
): void => {
  const { root, language } = index
  const firstWord = words[first]
  if (firstWord === undefined || firstWord.kind === "gap") return
  let node = root.next.get(firstWord.stem)
  for (let last = first; node !== undefined; ) {
    const lastWord = words[last]
    if (lastWord === undefined || lastWord.kind === "gap") break
    if (node.terms.length > 0 && isApart(words, first, last)) {
      for (const { words: wanted, isCaseSensitive, order, value } of node.terms) {
        const kind = kindOf(wanted, words, first, isCaseSensitive, language)
        if (kind !== null) found.push({ value, order, kind, start: firstWord.start, end: lastWord.end })
      }
    }
    last++
    const next = words[last]
    node = next === undefined ? undefined : node.next.get(next.isSpaced ? ` ${next.stem}` : next.stem)
  }
  if (firstWord.kind === "word" && language.stemmer?.joinsWords) findParts(index, firstWord, found)
}

/** No letter, digit or mark touches a sign at the edge of a match; words end by themselves. */
const isApart = (words: ReadonlyArray<TextWord>, first: number, last: number): boolean => {
  const startsWithSign = words[first]?.kind === "sign"
  const endsWithSign = words[last]?.kind === "sign"
  const next = words[last + 1]
  return !(
    (startsWithSign && words[first]?.isSpaced === false && words[first - 1]?.kind === "word") ||
    (endsWithSign && next?.kind === "word" && !next.isSpaced)
  )
}

/** The weakest kind of the words of a term; null: a capital differs that counts, or one is no form of the other. */
const kindOf = (
  wanted: ReadonlyArray<TextWord>,
  words: ReadonlyArray<TextWord>,
  first: number,
  isCaseSensitive: boolean,
  { stemmer }: WordLanguage
): number | null => {
  let weakest = exactRank
  for (let index = 0; index < wanted.length; index++) {
    const one = wanted[index]
    const other = words[first + index]
    if (one === undefined || other === undefined || one.text === other.text) continue
    if (isCaseSensitive && (stemmer === null || stemmer.stemOf(one.text) !== stemmer.stemOf(other.text))) return null
    if (stemmer?.keepsFinalE && one.lower === `${other.lower}e`) return null
    weakest = Math.max(weakest, one.lower === other.lower ? caseRank : inflectedRank)
  }
  return weakest
}

const exactRank = termMatchKinds.indexOf("exact")
const caseRank = termMatchKinds.indexOf("case")
const inflectedRank = termMatchKinds.indexOf("inflected")
const compoundRank = termMatchKinds.indexOf("compound")

/** Finds terms of one word at the beginning of a longer word, in their own form, and at its end, in any form. */
const findParts = <Value>(
  { root, partStarts }: TermIndex<Value>,
  word: TextWord,
  found: Array<FoundTerm<Value>>
): void => {
  const { lower, stem, start, end } = word
  // Offsets are those of the text only if no letter was composed.
  const { length } = lower
  if (end - start !== length || length < compoundLettersMin + compoundRestMin || length > compoundLettersMax) return
  const addParts = (key: string, place: (wanted: TextWord) => readonly [start: number, end: number] | null): void => {
    for (const { words, isCaseSensitive, order, value } of root.next.get(key)?.terms ?? []) {
      const wanted = words[0]
      if (wanted === undefined || isCaseSensitive || wanted.lower.length < compoundLettersMin) continue
      const part = place(wanted)
      if (part !== null) found.push({ value, order, kind: compoundRank, start: part[0], end: part[1] })
    }
  }
  const startOf = ({ lower: wanted }: TextWord) =>
    lower.startsWith(wanted) && length - wanted.length >= compoundRestMin
      ? ([start, start + wanted.length] as const)
      : null
  const mayStart = partStarts[partStartOf(stem, 0)] === 1
  for (let cut = compoundRestMin; cut < stem.length; cut++) {
    if (mayStart) addParts(stem.slice(0, cut), startOf)
    if (partStarts[partStartOf(stem, cut)] === 1) addParts(stem.slice(cut), () => [start + cut, end])
  }
}

/** Lets the longest of matches that overlap win, and puts all of them in the order of the text. */
const addCluster = <Value>(cluster: Array<FoundTerm<Value>>, matches: Array<TermMatch<Value>>): void => {
  const [first, second] = cluster
  if (first !== undefined && second === undefined) {
    matches.push(matchOf(first, false))
    return
  }
  const isTaken = new Set<number>()
  const winners = new Set<FoundTerm<Value>>()
  cluster.sort((one, other) => other.end - other.start - (one.end - one.start) || byPlace(one, other))
  for (const match of cluster) {
    // No winner is shorter: one that overlaps has the first or the last character.
    if (isTaken.has(match.start) || isTaken.has(match.end - 1)) continue
    for (let offset = match.start; offset < match.end; offset++) isTaken.add(offset)
    winners.add(match)
  }
  for (const match of cluster.sort(byPlace)) matches.push(matchOf(match, !winners.has(match)))
}

/** In the order of the text; at one place the longest first, then the best kind, then the assigned order. */
const byPlace = (one: FoundTerm<unknown>, other: FoundTerm<unknown>): number =>
  one.start - other.start || other.end - one.end || one.kind - other.kind || one.order - other.order

const matchOf = <Value>({ value, kind, start, end }: FoundTerm<Value>, isOverlapped: boolean): TermMatch<Value> => ({
  value,
  kind: termMatchKinds[kind] ?? "exact",
  start,
  end,
  isOverlapped
})
