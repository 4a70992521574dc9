import { formatLimits } from "../limits.ts"
import {
  type ArgumentPiece,
  countMatches,
  type Dialect,
  isArgumentName,
  literalPiece,
  type TextPiece
} from "./dialect.ts"

/**
 * `{}`, `{0}`, `{name:.2f}` of Python's `str.format`; `{{` and `}}` are braces. Conversions and alignments stay
 * literal. Source: reference "import-and-formats" 7.2 and 7.3.
 */
export const pythonBraceDialect: Dialect = {
  countHits: (text) => (text.includes("{") ? countMatches(text, hit) : 0),
  splitText: (text) => {
    const pieces: Array<TextPiece> = []
    let literalStart = 0
    let placeholderIndex = 0
    for (const match of text.matchAll(placeholder)) {
      pieces.push(literalPiece(text.slice(literalStart, match.index)))
      literalStart = match.index + match[0].length
      if (match[0] === "{{" || match[0] === "}}") {
        pieces.push(literalPiece(match[0].slice(1)))
        continue
      }
      pieces.push(argumentOf(match.groups ?? {}, placeholderIndex) ?? literalPiece(match[0]))
      placeholderIndex++
    }
    pieces.push(literalPiece(text.slice(literalStart)))
    return pieces
  },
  pluralArgumentName: "0"
}

const field = String.raw`\{(?<name>[^{}!:]{0,200})(?<conversion>![rsa])?(?::(?<spec>[^{}]{0,200}))?\}`
const placeholder = new RegExp(String.raw`\{\{|\}\}|${field}`, "g")
const hit = new RegExp(String.raw`(?<![\w{])${field}`, "g")

/** Null = there is no ICU argument that means the same. */
const argumentOf = (
  groups: { readonly [group: string]: string | undefined },
  placeholderIndex: number
): ArgumentPiece | null => {
  const name = groups["name"] || String(placeholderIndex)
  if (!isArgumentName(name) || groups["conversion"] !== undefined) return null
  const format = formatOf(groups["spec"] ?? "")
  if (format === undefined) return null
  return { kind: "argument", name, format, canCount: groups["spec"] === "d" && name === "0" }
}

const formatOf = (spec: string): string | null | undefined => {
  if (spec === "") return null
  if (spec === "d" || spec === "n") return "number"
  if (spec === "e") return "number, scientific"
  const fraction = /^(?:\.(\d{1,9}))?[fF]$/.exec(spec)
  if (fraction === null) return undefined
  const digits = fraction[1] === undefined ? 6 : Number(fraction[1])
  return digits < 1 || digits > formatLimits.fractionDigitsMax ? undefined : `number, .${"0".repeat(digits)}`
}
