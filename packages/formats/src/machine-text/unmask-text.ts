import { escapeMessage } from "../icu/escape-message.ts"
import { readTag } from "./html-tag.ts"
import { type MaskedPart, type MaskedPiece, type MaskedSegment, type MaskedText, signEnd } from "./mask-text.ts"
import { joinPluralForms } from "./plural-forms.ts"
import { quotePattern } from "./text-part.ts"

/**
 * Puts what was masked back into the translated texts, as an ICU message where the source was one. A mark may have moved into another
 * one, lost its number, or come back in other letters; one that cannot be read stays, and the verification rejects it.
 */
export const unmaskText = (answers: ReadonlyArray<string>, { undo }: MaskedText): string => {
  if (undo.kind === "text") return restoreSegment(answers, undo.segment)
  const forms = undo.forms.map(({ keyword, segment }): [string, string] => [keyword, restoreSegment(answers, segment)])
  return joinPluralForms(undo.argumentName, new Map(forms))
}

/** `prose`: words of the engine. */
type Piece = MaskedPiece | { readonly kind: "prose"; readonly text: string }

const restoreSegment = (answers: ReadonlyArray<string>, segment: MaskedSegment): string => {
  const { syntax, leading, trailing, sent, textIndex } = segment
  const answer = (textIndex === null ? sent : (answers[textIndex] ?? "")).trim()
  if (syntax === "NONE") return leading + answer + trailing
  const pieces = syntax === "SIGN" ? readSigns(answer, segment) : readMarks(answer, segment)
  const whole = [prose(leading), ...pieces, prose(trailing)]
  return printPieces(answers, whole, segment)
}

const prose = (text: string): Piece => ({ kind: "prose", text })

/** Neighbouring characters are escaped as one: apostrophes that are harmless apart could start a quote together. */
const printPieces = (answers: ReadonlyArray<string>, pieces: ReadonlyArray<Piece>, segment: MaskedSegment): string => {
  const quote = (text: string): string => (segment.isIcu ? escapeMessage(text, segment.isInPlural) : text)
  let printed = ""
  let literal = ""
  for (const piece of pieces) {
    if (piece.kind === "literal" || piece.kind === "prose") {
      literal = joinProse(literal, piece)
      continue
    }
    printed += quote(literal)
    literal = ""
    if (piece.kind === "syntax") printed += piece.text
    else {
      printed += piece.opening
      for (const option of piece.options) printed += restoreSegment(answers, option.segment) + option.closing
    }
  }
  return printed + quote(literal)
}

/** Engines put spaces round line breaks; the part has those of the source. */
const joinProse = (literal: string, { kind, text }: Extract<Piece, { readonly text: string }>): string => {
  if (kind === "literal" && text.trim() === "" && hasLineBreak(text)) return literal.trimEnd() + text
  const isAfterBreak = kind === "prose" && hasLineBreak(literal.slice(literal.trimEnd().length))
  return literal + (isAfterBreak ? text.replace(/^ +/, "") : text)
}

const hasLineBreak = (text: string): boolean => /[\r\n]/.test(text)

const readSigns = (answer: string, { parts, sign }: MaskedSegment): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let offset = 0
  for (const found of answer.matchAll(
    new RegExp(`${[...sign].join(" ?")} ?(\\d+) ?${[...signEnd].join(" ?")}`, "gi")
  )) {
    const part = parts[Number(found[1])]
    if (part === undefined) continue
    pieces.push(prose(answer.slice(offset, found.index)), ...part.pieces)
    offset = found.index + found[0].length
  }
  return [...pieces, prose(answer.slice(offset))]
}

/** An element of the answer that is open. `id`: the number of its part; null: the engine lost it. */
interface OpenElement {
  readonly name: string
  readonly id: number | null
  /** Index of the first piece in it. */
  readonly from: number
}

const readMarks = (answer: string, { parts, syntax }: MaskedSegment): ReadonlyArray<Piece> => {
  const maskElement = syntax === "XML" ? "x" : "span"
  const used = new Set<number>()
  const open: Array<OpenElement> = []
  let pieces: Array<Piece> = []

  const place = (id: number, part: MaskedPart): ReadonlyArray<Piece> => {
    used.add(id)
    return part.pieces
  }
  const unusedWith = (visible: string): number =>
    parts.findIndex((part, id) => part.kind === "mask" && !used.has(id) && part.visible === visible)
  const close = ({ id, from }: OpenElement): void => {
    const content = pieces.splice(from)
    const found = id ?? unusedWith(content.map(textOf).join("").trim())
    const part = parts[found]
    if (part === undefined) pieces.push(...content)
    else pieces.push(...placeIn(content, part.visible, place(found, part)))
  }
  const readElement = (source: string): void => {
    const { name, isClosing, isEmpty } = readTag(source)
    if (isClosing) {
      const index = open.findLastIndex((one) => one.name === name)
      const [element] = index === -1 ? [] : open.splice(index, 1)
      const part = element === undefined ? undefined : parts[element.id ?? -1]
      if (element === undefined) {
        if (!parts.some((one) => one.element === name && one.kind !== "pair")) pieces.push(prose(source))
      } else if (part?.kind === "pair") pieces.push(...part.closing)
      else close(element)
      return
    }
    const id = idOf(source)
    const part = id === null ? undefined : parts[id]
    if (id !== null && part !== undefined) {
      if (part.kind !== "mask" || isEmpty) pieces.push(...place(id, part))
      if (part.kind !== "empty" && !isEmpty) open.push({ name, id, from: pieces.length })
    } else if (name === maskElement && !isEmpty) open.push({ name, id: null, from: pieces.length })
    else pieces.push(prose(source))
  }

  let offset = 0
  for (const { 0: source, index } of answer.matchAll(/<[^<>]*>/g)) {
    pieces.push(prose(decodeEntities(answer.slice(offset, index))))
    readElement(source)
    offset = index + source.length
  }
  pieces.push(prose(decodeEntities(answer.slice(offset))))
  for (const element of open.reverse()) if (element.id === null || parts[element.id]?.kind === "mask") close(element)
  // An engine that drops the mark often leaves its visible text.
  const lost = parts.filter((part, id) => part.kind === "mask" && !used.has(id))
  if (lost.length <= foundInProseMax) for (const part of lost) pieces = placeInProse(pieces, part)
  return pieces
}

/** Each is looked for in the whole text; texts of people have a dozen. */
const foundInProseMax = 100

const textOf = (piece: Piece | undefined): string => (piece?.kind === "prose" ? piece.text : "")

/** Replaces the content of a mark: words that moved into it stay, and so do other marks; a translation of its text does not. */
const placeIn = (content: Array<Piece>, visible: string, part: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const index = content.findIndex((piece) => piece.kind === "prose" && piece.text.includes(visible))
  if (index === -1) return [...part, ...content.filter(({ kind }) => kind !== "prose")]
  const text = textOf(content[index])
  const start = text.indexOf(visible)
  const after = prose(text.slice(start + visible.length))
  return content.toSpliced(index, 1, prose(text.slice(0, start)), ...part, after)
}

/** Replaces the visible text of a part where it stands exactly once among the words. */
const placeInProse = (pieces: Array<Piece>, { visible, pieces: part }: MaskedPart): Array<Piece> => {
  const start = /^[\p{L}\p{N}]/u.test(visible) ? "(?<![\\p{L}\\p{N}])" : ""
  const end = /[\p{L}\p{N}]$/u.test(visible) ? "(?![\\p{L}\\p{N}])" : ""
  const pattern = new RegExp(start + quotePattern(visible) + end, "gu")
  const places = pieces.flatMap((piece, index) =>
    [...textOf(piece).matchAll(pattern)].map((found) => ({ index, start: found.index }))
  )
  const [place, ...others] = places
  if (place === undefined || others.length > 0) return pieces
  const text = textOf(pieces[place.index])
  const after = prose(text.slice(place.start + visible.length))
  return pieces.toSpliced(place.index, 1, prose(text.slice(0, place.start)), ...part, after)
}

/** `id="m3"`, with any quotes, spaces and case. */
const idOf = (tag: string): number | null => {
  const found = /\bid\s?=\s?["'“”„«]?\s?m\s?(\d+)/i.exec(tag)
  return found === null ? null : Number(found[1])
}

/** Decodes the entities that were written for the engine, and those that engines write, once. */
const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(
        /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
        (whole, decimal, hex, name) =>
          name === undefined
            ? characterOf(whole, decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
            : (named[name.toLowerCase()] ?? whole)
      )
    : text

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" }

const characterOf = (whole: string, code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
