/** The line of a finding, as it can be shown in a terminal. */
export interface SourceExcerpt {
  /** One line without tabs and control characters; three dots stand for what was cut off a long one. */
  readonly text: string
  /** Columns of a terminal before the place: wide characters take two, combining marks none. */
  readonly caret: number
}

/** UTF-16 units of the source in an excerpt, and how many of them stand before the place in a long line. */
export const excerptUtf16UnitsMax = 160
const unitsBeforePlace = 60

/** Shows a line around a column, which counts UTF-16 units from 1. A column behind the line is its end. */
export const excerptOf = (line: string, column: number): SourceExcerpt => {
  const place = Math.min(Math.max(column - 1, 0), line.length)
  const isShort = line.length <= excerptUtf16UnitsMax
  const lastStart = Math.max(line.length - excerptUtf16UnitsMax, 0)
  const start = isShort ? 0 : wholeCharacterAt(line, Math.min(Math.max(place - unitsBeforePlace, 0), lastStart))
  const end = isShort ? line.length : wholeCharacterAt(line, Math.min(start + excerptUtf16UnitsMax, line.length))
  const before = `${start > 0 ? cutMark : ""}${visibleText(line.slice(start, wholeCharacterAt(line, place)))}`
  const after = `${visibleText(line.slice(wholeCharacterAt(line, place), end))}${end < line.length ? cutMark : ""}`
  return { text: before + after, caret: displayColumns(before) }
}

const cutMark = "..."

/** The offset, or the one before it when it would halve a character. */
const wholeCharacterAt = (text: string, offset: number): number => {
  const isInsidePair = /[\udc00-\udfff]/.test(text.charAt(offset)) && /[\ud800-\udbff]/.test(text.charAt(offset - 1))
  return isInsidePair ? offset - 1 : offset
}

const tab = "    "

/**
 * The text without characters that a terminal acts on: tabs become spaces, control characters their symbols (U+2400 and
 * following), and those that reorder text U+FFFD, as does half of a character.
 */
export const visibleText = (text: string): string =>
  isPlainAscii(text)
    ? text
    : text
        .toWellFormed()
        .replaceAll("\t", tab)
        .replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
          const code = character.charCodeAt(0)
          if (code < 0x20) return String.fromCharCode(0x2400 + code)
          return code === 0x7f ? "\u2421" : "\ufffd"
        })

const isPlainAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** A character of a person's eyes may be several code points: the first one says how wide it is. */
const displayColumns = (text: string): number => {
  if (isPlainAscii(text)) return text.length
  let columns = 0
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    if (wide.test(segment) && !narrow.test(segment)) columns += 2
    else if (!zeroWidth.test(segment)) columns += 1
  }
  return columns
}

// The wide and full width characters of UAX 11, by script; half width forms have the same scripts.
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/u
const narrow = /^[\uff61-\uffdc]/
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]/u
