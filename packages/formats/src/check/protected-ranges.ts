import type { MessageNode } from "../icu/message-node.ts"

/** A part of a text that is not prose. */
export interface ProtectedRange {
  readonly kind: "argument" | "tag" | "url" | "email" | "placeholder"
  readonly start: number
  readonly end: number
}

const attribute = String.raw`\s+(?:[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)|(?:disabled|checked|hidden|required|selected|readonly|open)\b)`

/** `<b>`, `</b>`, `<br/>`, and `<0>` of react-i18next; `a <b and c>` is none. */
const tagPattern = new RegExp(String.raw`<(/?)([A-Za-z][\w:.-]*|\d+)((?:${attribute})*)\s*(/?)>`, "g")

const patterns: ReadonlyArray<readonly [kind: ProtectedRange["kind"], pattern: RegExp]> = [
  ["tag", tagPattern],
  ["url", /(?:\b(?:https?|ftp):\/\/|\bwww\.)[^\s<>"'\uFFFC]+/gi],
  // A beginning inside of a word would try a long word once for each of its letters.
  ["email", /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
  [
    "placeholder",
    /%(?:\d+\$)?[-+0#]*\d*(?:\.\d+)?(?:(?:hh?|ll?|[Lzj])[diouxX]|t?[@diouxXeEfFgGaAcspb](?![A-Za-z]))|%\(\w+\)[a-z]|%\{\w+\}|\$\{\w+\}|\{\{[^{}]*\}\}|\$t\([^()]*\)/g
  ]
]

/** One of the signs that each of the patterns has; most texts have none. */
const mayProtect = /[<@%$]|:\/\/|www\.|\{\{/i

/**
 * The parts of a text that are not prose, in order and apart from one another. `nodes` are those of the message, `shift` is where the
 * text begins in it.
 */
export const protectedRanges = (
  text: string,
  nodes: ReadonlyArray<MessageNode>,
  shift: number
): ReadonlyArray<ProtectedRange> => {
  const ranges: Array<ProtectedRange> = nodes
    .filter(({ kind }) => kind !== "literal")
    .map(({ start, end }) => ({ kind: "argument", start: start - shift, end: end - shift }))
  if (!mayProtect.test(text)) return ranges
  let rest = withoutRanges(text, ranges)
  for (const [kind, pattern] of patterns) {
    const found: Array<ProtectedRange> = []
    for (const match of rest.matchAll(pattern)) {
      const end = match.index + (kind === "url" ? urlLength(match[0]) : match[0].length)
      found.push({ kind, start: match.index, end })
    }
    if (found.length === 0) continue
    rest = withoutRanges(rest, found)
    ranges.push(...found)
  }
  return ranges.sort((one, other) => one.start - other.start)
}

/** The text with a filler for each UTF-16 unit in the ranges. */
export const withoutRanges = (text: string, ranges: ReadonlyArray<Pick<ProtectedRange, "start" | "end">>): string => {
  if (ranges.length === 0) return text
  let prose = ""
  let offset = 0
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    if (end <= offset) continue
    prose += text.slice(offset, Math.max(start, offset)) + "\uFFFC".repeat(end - Math.max(start, offset))
    offset = end
  }
  return prose + text.slice(offset)
}

/** A link ends before the marks of its sentence, and before a bracket that it does not open. */
const urlLength = (url: string): number => {
  let length = url.length
  for (;;) {
    const last = url[length - 1] ?? ""
    const opening = closings.get(last)
    if (opening !== undefined && count(url.slice(0, length), opening) < count(url.slice(0, length), last)) length--
    else if (/[.,!?:;…。、]/.test(last)) length--
    else return length
  }
}

const closings: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"]
])

const count = (text: string, unit: string): number => text.split(unit).length - 1
