import { escapeXmlText } from "../xml/escape-xml.ts"

/** How the two kinds of resource files spell texts; everything else is the same. */
export type AndroidFlavor = "android" | "compose"

/** A piece of a value: decoded text, or a tag that stays as it is. */
export interface ValuePart {
  readonly isTag: boolean
  readonly content: string
}

/**
 * The texts of the parts without escapes. Android: runs of white space are one space, none at the ends, except in double
 * quotes; the backslash of an unknown escape is dropped. Compose: white space stays, an unknown escape too.
 * Source: https://developer.android.com/guide/topics/resources/string-resource#FormattingAndStyling
 */
export const unescapeParts = (parts: ReadonlyArray<ValuePart>, flavor: AndroidFlavor): ReadonlyArray<ValuePart> =>
  flavor === "android" ? unescapeAndroid(parts) : parts.map(unescapeCompose)

const tokens = /\\u[\dA-Fa-f]{4}|\\[\s\S]?|"|[ \t\n\r\f\v]+|[^\\" \t\n\r\f\v]+/g

const unescapeAndroid = (parts: ReadonlyArray<ValuePart>): ReadonlyArray<ValuePart> => {
  const unescaped: Array<ValuePart> = []
  let isQuoted = false
  let hasText = false
  // Where the last space stands while nothing but white space came behind it.
  let openSpace: number | null = null
  for (const part of parts) {
    if (part.isTag) {
      unescaped.push(part)
      continue
    }
    let text = ""
    for (const [token] of part.content.matchAll(tokens)) {
      if (token === '"') {
        isQuoted = !isQuoted
      } else if (!isQuoted && isSpace(token)) {
        if (!hasText || openSpace !== null) continue
        if (text !== "") unescaped.push({ isTag: false, content: text })
        text = ""
        openSpace = unescaped.push({ isTag: false, content: " " }) - 1
      } else {
        text += token.startsWith("\\") ? unescapeToken(token, "") : token
        hasText = true
        openSpace = null
      }
    }
    if (text !== "") unescaped.push({ isTag: false, content: text })
  }
  return openSpace === null ? unescaped : unescaped.filter((_, index) => index !== openSpace)
}

const isSpace = (token: string): boolean => /^[ \t\n\r\f\v]/.test(token)

const unescapeCompose = (part: ValuePart): ValuePart =>
  part.isTag || !part.content.includes("\\")
    ? part
    : { isTag: false, content: part.content.replace(composeEscape, (token) => unescapeToken(token, "\\")) }

const composeEscape = /\\u[\dA-Fa-f]{4}|\\[\s\S]?/g

/** `unknown`: the part of an unknown escape that stays in front of its character. */
const unescapeToken = (token: string, unknown: "" | "\\"): string => {
  if (token.length === 6) return unescapeUnit(token)
  const letter = token.slice(1)
  return letter === "n" ? "\n" : letter === "t" ? "\t" : letter === "\\" ? "\\" : unknown + letter
}

/** No text can hold U+0000 or half of a character: such an escape stays text. */
const unescapeUnit = (token: string): string => {
  const unit = Number.parseInt(token.slice(2), 16)
  return unit === 0 ? token : String.fromCharCode(unit)
}

/**
 * The texts of the parts as they stand in a file, escaped for XML too unless they stand in a CDATA section.
 * `unescapeParts` gives the text back.
 */
export const escapeParts = (
  parts: ReadonlyArray<ValuePart>,
  flavor: AndroidFlavor,
  isCdata: boolean
): ReadonlyArray<string> => {
  const escapeXml = isCdata ? (text: string) => text : escapeXmlText
  const whole = parts.map(({ isTag, content }) => (isTag ? "" : content)).join("")
  let offset = 0
  return parts.map(({ isTag, content }) => {
    if (isTag) return content
    const start = offset
    offset += content.length
    if (flavor === "compose") return escapeXml(escapeCompose(content))
    return escapeXml(
      content.replace(androidSpecial, (special, at: number) => escapeSpecial(special, start + at, whole))
    )
  })
}

/** The same for a text without tags, outside of a CDATA section. */
export const escapeText = (text: string, flavor: AndroidFlavor): string =>
  isPlain(text) ? escapeXmlText(text) : escapeParts([{ isTag: false, content: text }], flavor, false).join("")

/** True if the text stands for itself in both flavors. */
const isPlain = (text: string): boolean =>
  !unusual.test(text) && !text.includes("  ") && text[0] !== " " && text.at(-1) !== " "

/** All but the characters that stand for themselves, and spaces. */
const unusual = /[^ !#-&(->A-[\]-\ufffd]/

/** Characters that XML 1.0 cannot hold can stand in an escape. */
const androidSpecial = /[\\'"\n\r\t@?]|[^\t\n\r\u0020-\ufffd]| +/g

const escapeSpecial = (special: string, offset: number, whole: string): string => {
  const known = androidEscapes.get(special)
  if (known !== undefined) return known
  if (special === "@" || special === "?") return offset === 0 ? `\\${special}` : special
  return special.startsWith(" ") ? quoteSpaces(special, offset, whole) : escapeUnits(special)
}

const androidEscapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["'", "\\'"],
  ['"', '\\"'],
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\u000D"]
])

/** A run may go on behind a tag. */
const quoteSpaces = (run: string, offset: number, whole: string): string => {
  const end = offset + run.length
  const isKept = run.length === 1 && offset > 0 && end < whole.length && whole[offset - 1] !== " " && whole[end] !== " "
  return isKept ? run : `"${run}"`
}

const escapeUnits = (text: string): string =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`).join("")

/** A backslash is doubled only where it would begin an escape. */
const escapeCompose = (text: string): string =>
  text.replace(composeSpecial, (special) => {
    if (special === "\n") return "\\n"
    if (special === "\t") return "\\t"
    return special === "\\" ? "\\\\" : escapeUnits(special)
  })

const composeSpecial = /\\(?=[nt\\\n\t]|u[\dA-Fa-f]{4}|[^\u0020-\ufffd]|$)|[\n\t]|[^\u0020-\ufffd]/g
