import { formatLimits } from "../../limits.ts"
import {
  type ArgumentPart,
  countMatches,
  type Dialect,
  fractionDigitsOf,
  isArgumentName,
  isPosition,
  literalPart,
  type PercentSigns,
  type PrintableArgument,
  type PrintedArgument,
  type PrintedLiteral,
  type PrintPlace,
  type TextPart
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
  /** Length and specifier of a text. */
  readonly textConversion: string
  /** Length and specifier of a whole number. */
  readonly numberConversion: string
  /** Specifiers that stand for no argument, besides `%`. */
  readonly argumentless: string
  /** Of plain text in a text with placeholders. */
  readonly percentSigns: PercentSigns
  readonly printArgument: (argument: PrintableArgument, conversion: string, place: PrintPlace) => PrintedArgument
}

/** `1$` of most languages. Bounded like every repetition here: matching stays linear whatever the text is. */
export const numberReference = String.raw`(?:(?<number>\d{1,9})\$)?`

/**
 * The dialect of a printf-like language. Only a placeholder without flags, width and length has an ICU equivalent;
 * any other is literal text, but it counts when unnamed placeholders are numbered.
 * Source: docs/reference/placeholders.md.
 */
export const printfDialect = (grammar: PrintfGrammar, pluralArgumentName: string | null): Dialect => {
  const hit = printfPattern(grammar, grammar.flag, String.raw`(?<!\w)`, "g")
  const placeholder = printfPattern(grammar, `(?:${grammar.flag}| )`, "", "y")
  return {
    countHits: (text) => (text.includes("%") ? countMatches(text, hit) : 0),
    splitText: (text) => (text.includes("%") ? splitByPlaceholders(text, grammar, placeholder) : [literalPart(text)]),
    pluralArgumentName,
    printLiteral: (text, percentSigns) => printLiteral(text, percentSigns, grammar, placeholder),
    percentSigns: grammar.percentSigns,
    printArgument: (argument, place) => {
      const conversion = conversionOf(argument.format, grammar)
      return conversion === null ? null : grammar.printArgument(argument, conversion, place)
    }
  }
}

/**
 * Spells an argument where only positions exist: `%s`, or `%2$s` when its position is not the one it would be counted
 * at. A name is lost: it is written as its position, with a warning.
 * Source: docs/reference/placeholders.md#written-placeholders.
 */
export const printPositional = (
  { name, format }: PrintableArgument,
  conversion: string,
  isNumbered: boolean,
  { placeholderIndex }: PrintPlace
): PrintedArgument =>
  isPosition(name)
    ? {
        text: isNumbered ? `%${Number(name) + 1}$${conversion}` : `%${conversion}`,
        readAs: { name, format },
        warning: null
      }
    : {
        text: `%${conversion}`,
        readAs: { name: String(placeholderIndex), format },
        warning: {
          reason: "argumentName",
          sentence: `The target has no named placeholders: "${name}" is written as the placeholder at its place.`
        }
      }

/** True when the C family must number the argument. */
export const needsNumber = ({ name }: PrintableArgument, { placeholderIndex, isOutOfOrder }: PrintPlace): boolean =>
  isOutOfOrder || name !== String(placeholderIndex)

const printfPattern = (grammar: PrintfGrammar, flag: string, before: string, flags: string): RegExp => {
  const precision = String.raw`(?<precision>\.(?:\d{1,9}|\*)?)?`
  const ordinary = `${grammar.reference}(?<flags>${flag}{0,9})(?<width>${grammar.width})?${precision}(?<length>${
    grammar.length === "" ? "(?!)" : grammar.length
  })?(?<specifier>${grammar.specifier})`
  return new RegExp(`${before}%(?:${ordinary}${grammar.braced === "" ? "" : `|${grammar.braced}`})`, flags)
}

const splitByPlaceholders = (text: string, grammar: PrintfGrammar, placeholder: RegExp): ReadonlyArray<TextPart> => {
  const parts: Array<TextPart> = []
  let literalStart = 0
  let placeholderIndex = 0
  for (let percent = text.indexOf("%"); percent !== -1; percent = text.indexOf("%", percent)) {
    const match = matchAt(text, percent, placeholder)
    if (match === null && !beginsLikePlaceholder(text[percent + 1])) {
      percent++
      continue
    }
    parts.push(literalPart(text.slice(literalStart, percent)))
    if (match === null) {
      parts.push(literalPart(text.slice(percent, percent + 2), "text"))
      percent += 2
      literalStart = percent
      continue
    }
    percent += match[0].length
    literalStart = percent
    if (match[0] === "%%") {
      parts.push(literalPart("%"))
      continue
    }
    const groups = match.groups ?? {}
    parts.push(argumentOf(groups, placeholderIndex, grammar) ?? literalPart(match[0], lookalikeOf(groups)))
    if (isCounted(groups, grammar)) placeholderIndex++
  }
  parts.push(literalPart(text.slice(literalStart)))
  return parts
}

const beginsLikePlaceholder = (unit: string | undefined): boolean => unit !== undefined && /[\w<({$#*]/.test(unit)

/**
 * A percent sign is doubled, or only where it would begin a placeholder. A placeholder of the dialect without an ICU
 * equivalent usually came from such a file, and is left as it is: reading it gives the same text either way.
 */
const printLiteral = (
  text: string,
  percentSigns: PercentSigns,
  grammar: PrintfGrammar,
  placeholder: RegExp
): PrintedLiteral => {
  const printed: Array<string> = []
  let plainStart = 0
  let placeholderCount = 0
  let keptPlaceholder: string | null = null
  for (let percent = text.indexOf("%"); percent !== -1; percent = text.indexOf("%", percent)) {
    const match = matchAt(text, percent, placeholder)
    const groups = match?.groups ?? {}
    if (match !== null && match[0] !== "%%" && isKept(groups, percentSigns, grammar)) {
      if (lookalikeOf(groups) === "placeholder") keptPlaceholder ??= match[0]
      if (isCounted(groups, grammar)) placeholderCount++
      percent += match[0].length
    } else if (match === null && percentSigns === "single") {
      percent++
    } else {
      const length = match?.[0] === "%%" ? 2 : 1
      printed.push(text.slice(plainStart, percent), "%%".repeat(length))
      percent += length
      plainStart = percent
    }
  }
  printed.push(text.slice(plainStart))
  return { text: printed.join(""), placeholderCount, keptPlaceholder }
}

const matchAt = (text: string, offset: number, sticky: RegExp): RegExpExecArray | null => {
  sticky.lastIndex = offset
  return sticky.exec(text)
}

type Groups = { readonly [group: string]: string | undefined }

const isKept = (groups: Groups, percentSigns: PercentSigns, grammar: PrintfGrammar): boolean =>
  (percentSigns === "single" || lookalikeOf(groups) === "placeholder") && argumentOf(groups, 0, grammar) === null

/** With a space as flag nearly everything behind a percent sign is a placeholder: `100% sure`. */
const lookalikeOf = ({ flags }: Groups): "placeholder" | "text" => (flags?.includes(" ") ? "text" : "placeholder")

const isCounted = ({ specifier }: Groups, grammar: PrintfGrammar): boolean =>
  specifier === undefined || !`%${grammar.argumentless}`.includes(specifier)

/** Null = there is no ICU argument that means the same. */
const argumentOf = (groups: Groups, placeholderIndex: number, grammar: PrintfGrammar): ArgumentPart | null => {
  const { number, name = groups["braced"] } = groups
  const argumentName = name ?? String(number === undefined ? placeholderIndex : Number(number) - 1)
  if (!isArgumentName(argumentName)) return null
  const naming = name !== undefined ? "named" : number === undefined ? "counted" : "numbered"
  if (groups["braced"] !== undefined) {
    return { kind: "argument", name: argumentName, format: null, canCount: true, naming }
  }
  const format = formatOf(groups, grammar)
  if (format === undefined) return null
  return {
    kind: "argument",
    name: argumentName,
    format,
    canCount: format === "number" && (argumentName === "0" || name !== undefined),
    naming
  }
}

/** Null = an argument without a format; undefined = ICU has no such format. */
const formatOf = (
  { flags, width, precision, length = "", specifier }: Groups,
  grammar: PrintfGrammar
): string | null | undefined => {
  if (flags || width !== undefined) return undefined
  const conversion = `${length}${specifier}`
  if (conversion === "f") return fractionFormat(precision)
  if (precision !== undefined) return undefined
  if (conversion === grammar.textConversion) return null
  if (conversion === grammar.numberConversion) return "number"
  return conversion === "e" ? "number, scientific" : undefined
}

/** `%f` has six digits. A precision of zero has no ICU pattern that keeps the digits in front of the point alone. */
const defaultFractionDigits = 6

const fractionFormat = (precision: string | undefined): string | undefined => {
  const digits =
    precision === undefined ? defaultFractionDigits : /^\.\d+$/.test(precision) ? Number(precision.slice(1)) : 0
  return digits < 1 || digits > formatLimits.fractionDigitsMax ? undefined : `number, .${"0".repeat(digits)}`
}

/** Precision, length and specifier; null = no placeholder has the format. */
const conversionOf = (format: string | null, grammar: PrintfGrammar): string | null => {
  if (format === null) return grammar.textConversion
  if (format === "number") return grammar.numberConversion
  if (format === "number, scientific") return "e"
  const digits = fractionDigitsOf(format)
  if (digits === null || digits > formatLimits.fractionDigitsMax) return null
  return digits === defaultFractionDigits ? "f" : `.${digits}f`
}
