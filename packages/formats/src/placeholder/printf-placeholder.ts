import { formatLimits } from "../limits.ts"
import {
  type ArgumentPiece,
  countMatches,
  type Dialect,
  isArgumentName,
  literalPiece,
  type TextPiece
} from "./dialect.ts"

/** How one language spells the parts of `%1$-5.2lf`, each as the source of a pattern. */
export interface PrintfGrammar {
  /** `n$`, `(name)` or `<name>` in front of the flags; the groups are called `number` and `name`. */
  readonly reference: string
  /** One flag, without the space. */
  readonly flag: string
  readonly width: string
  /** Empty = the language has no length modifiers. */
  readonly length: string
  readonly specifier: string
  /** `%{name}` of Ruby; its name is in the group `braced`. Empty = none. */
  readonly braced: string
}

/** `1$` of most languages. Bounded like every repetition here: matching stays linear whatever the text is. */
export const numberReference = String.raw`(?:(?<number>\d{1,9})\$)?`

/**
 * The dialect of a printf-like language. Only a placeholder without flags, width and length has an ICU equivalent;
 * any other is literal text, but it counts when unnamed placeholders are numbered.
 * Source: reference "import-and-formats" 7.2 and 7.3.
 */
export const printfDialect = (grammar: PrintfGrammar, pluralArgumentName: string | null): Dialect => {
  const hit = printfPattern(grammar, grammar.flag, String.raw`(?<!\w)`)
  const placeholder = printfPattern(grammar, `(?:${grammar.flag}| )`, "")
  return {
    countHits: (text) => (text.includes("%") ? countMatches(text, hit) : 0),
    splitText: (text) => (text.includes("%") ? splitByPlaceholders(text, placeholder) : [literalPiece(text)]),
    pluralArgumentName
  }
}

const printfPattern = (grammar: PrintfGrammar, flag: string, before: string): RegExp => {
  const precision = String.raw`(?<precision>\.(?:\d{1,9}|\*)?)?`
  const ordinary = `${grammar.reference}(?<flags>${flag}{0,9})(?<width>${grammar.width})?${precision}(?<length>${
    grammar.length === "" ? "(?!)" : grammar.length
  })?(?<specifier>${grammar.specifier})`
  return new RegExp(`${before}%(?:${ordinary}${grammar.braced === "" ? "" : `|${grammar.braced}`})`, "g")
}

const splitByPlaceholders = (text: string, placeholder: RegExp): ReadonlyArray<TextPiece> => {
  const pieces: Array<TextPiece> = []
  let literalStart = 0
  let placeholderIndex = 0
  for (const match of text.matchAll(placeholder)) {
    pieces.push(literalPiece(text.slice(literalStart, match.index)))
    literalStart = match.index + match[0].length
    if (match[0] === "%%") {
      pieces.push(literalPiece("%"))
      continue
    }
    pieces.push(argumentOf(match.groups ?? {}, placeholderIndex) ?? literalPiece(match[0]))
    placeholderIndex++
  }
  pieces.push(literalPiece(text.slice(literalStart)))
  return pieces
}

type Groups = { readonly [group: string]: string | undefined }

/** Null = there is no ICU argument that means the same. */
const argumentOf = (groups: Groups, placeholderIndex: number): ArgumentPiece | null => {
  const { number, name = groups["braced"] } = groups
  const argumentName = name ?? String(number === undefined ? placeholderIndex : Number(number) - 1)
  if (!isArgumentName(argumentName)) return null
  if (groups["braced"] !== undefined) return { kind: "argument", name: argumentName, format: null, canCount: true }
  const format = formatOf(groups)
  if (format === undefined) return null
  return {
    kind: "argument",
    name: argumentName,
    format,
    canCount: format === "number" && (argumentName === "0" || name !== undefined)
  }
}

/** Null = an argument without a format; undefined = ICU has no such format. */
const formatOf = ({ flags, width, precision, length, specifier }: Groups): string | null | undefined => {
  if (flags || width !== undefined || length !== undefined) return undefined
  if (specifier === "f") return fractionFormat(precision)
  if (precision !== undefined) return undefined
  if (specifier === "s") return null
  if (specifier === "d") return "number"
  return specifier === "e" ? "number, scientific" : undefined
}

/** `%f` has six digits. A precision of zero has no ICU pattern that keeps the digits in front of the point alone. */
const fractionFormat = (precision: string | undefined): string | undefined => {
  const digits = precision === undefined ? 6 : /^\.\d+$/.test(precision) ? Number(precision.slice(1)) : 0
  return digits < 1 || digits > formatLimits.fractionDigitsMax ? undefined : `number, .${"0".repeat(digits)}`
}
