import { protectedRanges, withoutRanges } from "../check/protected-ranges.ts"
import type { FlatText } from "./flat-text.ts"

/**
 * A part of a flat text that a translation keeps as it is. `markup`: a tag that is kept letter by letter; `code`: an entity, a written escape, a line break or a control character; a
 * translation may need others.
 */
export interface TextPart {
  readonly kind: "argument" | "tag" | "markup" | "url" | "email" | "placeholder" | "term" | "code"
  readonly start: number
  readonly end: number
}

/** Placeholders that look like others at their beginning: `%<x>d` has a tag in it, `%host%` a format. `50%<b>a` is none. */
const namedPercentPattern = /(?<!\d)%<\w+>[-+0#\d.]*[a-zA-Z](?![\p{L}\p{N}])|%[A-Za-z_][\w.]+%/gu

/** Placeholders of programs that the checks do not know: `{x}`, `#{x}`, `%1`, `%n`, and `%s` with a letter behind it; `100%ige` is none. */
const placeholderPattern =
  /[$#@%]?\{[\w$@.:#![\]-]*\}|%L?\d{1,2}(?![\d$.]*[A-Za-z$])|%n(?![A-Za-z])|(?:%\d+\$|(?<!\d)%)[-+0#]*\d*(?:\.\d+)?[@diouxXeEfFgGaAcspb]/g

const codePattern =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: engines and XML lose control characters.
  /&(?:[A-Za-z]\w*|#\d+|#[xX][\dA-Fa-f]+);|\\[nrt](?![A-Za-z])|(?<![^\S\r\n])[^\S\r\n]*[\r\n]\s*|[\u0000-\u0009\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]+|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Comments, and tags with attributes that the checks do not know. */
const looseTagPattern = /<[A-Za-z/!?][^<>]*>/g

/** Addresses that begin inside of a word: there a mark was lost. */
const gluedUrlPattern = /(?:https?|ftp):\/\/[^\s<>"'\uFFFC]+/gi

const patterns: ReadonlyArray<readonly [TextPart["kind"], RegExp]> = [
  ["markup", looseTagPattern],
  ["url", gluedUrlPattern],
  ["placeholder", placeholderPattern],
  ["code", codePattern]
]

/** One of the signs that each of the patterns has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: engines and XML lose control characters.
const mayHavePart = /:\/\/|[{%&\\<\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/

/** Finds the parts of a text that stay as they are, in order and apart from one another. `terms`: null, or made by `termPattern`. */
export const textParts = ({ text, values }: FlatText, terms: RegExp | null): ReadonlyArray<TextPart> => {
  const named = text.includes("%") ? find("placeholder", namedPercentPattern, text) : []
  const ranges = protectedRanges(withoutRanges(text, named), [], 0)
  // A tag with a placeholder in it is one part.
  const parts: Array<TextPart> = named.filter(({ start }) => !ranges.some((range) => isIn(range, start)))
  parts.push(...ranges)
  let rest = withoutRanges(text, parts)
  const take = (kind: TextPart["kind"], pattern: RegExp): void => {
    const found = find(kind, pattern, rest).filter(
      ({ start, end }) => text.slice(start, end) === rest.slice(start, end)
    )
    if (found.length === 0) return
    parts.push(...found)
    rest = withoutRanges(rest, found)
  }
  if (mayHavePart.test(rest)) for (const [kind, pattern] of patterns) take(kind, pattern)
  if (terms !== null) take("term", terms)
  parts.sort(byStart)
  const own: Array<TextPart> = []
  let index = 0
  for (const offset of values.keys()) {
    while ((parts[index]?.end ?? Number.POSITIVE_INFINITY) <= offset) index++
    const part = parts[index]
    if (part === undefined || !isIn(part, offset)) own.push({ kind: "argument", start: offset, end: offset + 1 })
  }
  return own.length === 0 ? parts : [...parts, ...own].sort(byStart)
}

const byStart = (one: TextPart, other: TextPart): number => one.start - other.start

const find = (kind: TextPart["kind"], pattern: RegExp, text: string): ReadonlyArray<TextPart> =>
  [...text.matchAll(pattern)].map(({ 0: source, index: start }) => ({ kind, start, end: start + source.length }))

const isIn = ({ start, end }: Pick<TextPart, "start" | "end">, offset: number): boolean =>
  start <= offset && offset < end

/** Finds terms as whole words, the longest first; null: there are none. */
export const termPattern = (terms: ReadonlyArray<string>): RegExp | null => {
  const wanted = terms.filter((term) => term.trim() !== "").sort((one, other) => other.length - one.length)
  if (wanted.length === 0) return null
  return new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}_])(?:${wanted.map(quotePattern).join("|")})(?![\\p{L}\\p{M}\\p{N}_])`,
    "gu"
  )
}

export const quotePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
