import { formatLimits } from "../../limits.ts"
import {
  type ArgumentPart,
  countMatches,
  type Dialect,
  fractionDigitsOf,
  isArgumentName,
  isPosition,
  literalPart,
  type PrintableArgument,
  type PrintedArgument,
  type PrintedLiteral,
  type TextPart
} from "./dialect.ts"

/**
 * `{}`, `{0}`, `{name:.2f}` of Python's `str.format`; `{{` and `}}` are braces. Conversions and alignments stay
 * literal. Source: docs/reference/placeholders.md.
 */
export const pythonBraceDialect: Dialect = {
  countHits: (text) => (text.includes("{") ? countMatches(text, hit) : 0),
  splitText: (text) => {
    const parts: Array<TextPart> = []
    let literalStart = 0
    let placeholderIndex = 0
    for (const match of text.matchAll(placeholder)) {
      parts.push(literalPart(text.slice(literalStart, match.index)))
      literalStart = match.index + match[0].length
      if (match[0] === "{{" || match[0] === "}}") {
        parts.push(literalPart(match[0].slice(1)))
        continue
      }
      const groups = match.groups ?? {}
      parts.push(argumentOf(groups, placeholderIndex) ?? literalPart(match[0], lookalikeOf(groups)))
      placeholderIndex++
    }
    parts.push(literalPart(text.slice(literalStart)))
    return parts
  },
  pluralArgumentName: "0",
  printLiteral: (text) => printLiteral(text),
  printArgument: (argument) => printArgument(argument)
}

const field = String.raw`\{(?<name>[^{}!:]{0,200})(?<conversion>![rsa])?(?::(?<spec>[^{}]{0,200}))?\}`
const placeholder = new RegExp(String.raw`\{\{|\}\}|${field}`, "g")
const hit = new RegExp(String.raw`(?<![\w{])${field}`, "g")
const printable = new RegExp(`${field}|[{}]`, "g")

type Groups = { readonly [group: string]: string | undefined }

/** Between the braces of `{see below}` is text, although Python would look for a value of that name. */
const lookalikeOf = ({ name }: Groups): "placeholder" | "text" => (/\s/.test(name ?? "") ? "text" : "placeholder")

/** Null = there is no ICU argument that means the same. */
const argumentOf = (groups: Groups, placeholderIndex: number): ArgumentPart | null => {
  const name = groups["name"] || String(placeholderIndex)
  if (!isArgumentName(name) || groups["conversion"] !== undefined) return null
  const format = formatOf(groups["spec"] ?? "")
  if (format === undefined) return null
  return {
    kind: "argument",
    name,
    format,
    canCount: groups["spec"] === "d" && name === "0",
    naming: groups["name"] === "" ? "counted" : isPosition(name) ? "numbered" : "named"
  }
}

const formatOf = (spec: string): string | null | undefined => {
  if (spec === "") return null
  if (spec === "d" || spec === "n") return "number"
  if (spec === "e") return "number, scientific"
  const fraction = /^(?:\.(\d{1,9}))?[fF]$/.exec(spec)
  if (fraction === null) return undefined
  const digits = fraction[1] === undefined ? defaultFractionDigits : Number(fraction[1])
  return digits < 1 || digits > formatLimits.fractionDigitsMax ? undefined : `number, .${"0".repeat(digits)}`
}

const defaultFractionDigits = 6

/** Braces are doubled; a placeholder of Python without an ICU equivalent is left as it is. */
const printLiteral = (text: string): PrintedLiteral => {
  let placeholderCount = 0
  let keptPlaceholder: string | null = null
  const printed = text.replace(printable, (...found) => {
    const part: string = found[0]
    if (part === "{" || part === "}") return part + part
    const groups: Groups = found.at(-1)
    if (lookalikeOf(groups) === "text" || argumentOf(groups, 0) !== null) return `{${part}}`
    keptPlaceholder ??= part
    placeholderCount++
    return part
  })
  return { text: printed, placeholderCount, keptPlaceholder }
}

const printArgument = ({ name, format }: PrintableArgument): PrintedArgument | null => {
  const spec = specOf(format)
  if (spec === null) return null
  return { text: spec === "" ? `{${name}}` : `{${name}:${spec}}`, readAs: { name, format }, warning: null }
}

/** Null = `str.format` has no such format. */
const specOf = (format: string | null): string | null => {
  if (format === null) return ""
  if (format === "number") return "d"
  if (format === "number, scientific") return "e"
  const digits = fractionDigitsOf(format)
  if (digits === null || digits > formatLimits.fractionDigitsMax) return null
  return digits === defaultFractionDigits ? "f" : `.${digits}f`
}
