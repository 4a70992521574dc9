import { formatLimits } from "../../limits.ts"
import {
  type ArgumentPart,
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
  /** The spelling of a percent sign in plain text, unless the file that it came from says otherwise; null = the language cannot escape one. */
  readonly percentSigns: PercentSigns | null
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
  const placeholder = printfPattern(grammar)
  return {
    countHits: (text) => (text.includes("%") ? countHits(text, placeholder) : 0),
    splitText: (text) => (text.includes("%") ? splitByPlaceholders(text, grammar, placeholder) : [literalPart(text)]),
    pluralArgumentName,
    printLiteral: (text, percentSigns) => printLiteral(text, percentSigns, grammar, placeholder),
    ...(grammar.percentSigns === null ? {} : { percentSignsIn: (text: string) => percentSignsIn(text, placeholder) }),
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
  { placeholderIndex, keptNaming }: PrintPlace
): PrintedArgument =>
  isPosition(name)
    ? {
        text: isNumbered ? `%${Number(name) + 1}$${conversion}` : `%${conversion}`,
        readAs: { name, format },
        warning: null
      }
    : {
        text: keptNaming === "numbered" ? `%${placeholderIndex + 1}$${conversion}` : `%${conversion}`,
        readAs: { name: String(placeholderIndex), format },
        warning: {
          reason: "argumentName",
          sentence: `The target has no named placeholders: "${name}" is written as the placeholder at its place.`
        }
      }

/** True when the C family must number the argument: most languages do not allow placeholders of both kinds in one text. */
export const needsNumber = (
  { name }: PrintableArgument,
  { placeholderIndex, isOutOfOrder, keptNaming }: PrintPlace
): boolean => keptNaming === "numbered" || isOutOfOrder || name !== String(placeholderIndex)

const printfPattern = (grammar: PrintfGrammar): RegExp => {
  const precision = String.raw`(?<precision>\.(?:\d{1,9}|\*)?)?`
  const ordinary = `${grammar.reference}(?<flags>(?:${grammar.flag}| ){0,9})(?<width>${grammar.width})?${precision}(?<length>${
    grammar.length === "" ? "(?!)" : grammar.length
  })?(?<specifier>${grammar.specifier})`
  return new RegExp(`%(?:${ordinary}${grammar.braced === "" ? "" : `|${grammar.braced}`})`, "y")
}

/** A placeholder or an escape that begins at a percent sign. */
type PercentPiece =
  | { readonly kind: "placeholder"; readonly source: string; readonly groups: Groups }
  /** `%%`. */
  | { readonly kind: "escape"; readonly source: string }
  /** `%name%` of programs that replace such names themselves. */
  | { readonly kind: "name"; readonly source: string }
  /** A sign of plain text. `looksLike`: with it, a person may take the text for a placeholder. */
  | { readonly kind: "sign"; readonly source: string; readonly looksLike: boolean }

const pieceAt = (text: string, percent: number, placeholder: RegExp): PercentPiece => {
  const name = matchAt(text, percent, replacedName)
  const match = matchAt(text, percent, placeholder)
  if (name !== null && isName(text, name, match, placeholder)) return { kind: "name", source: name[0] }
  if (match === null) {
    const looksLike = beginsLikePlaceholder(text[percent + 1])
    return { kind: "sign", source: looksLike ? text.slice(percent, percent + 2) : "%", looksLike }
  }
  if (match[0] === "%%") return { kind: "escape", source: "%%" }
  const groups = match.groups ?? {}
  if (!isTextWithSpace(groups)) return { kind: "placeholder", source: match[0], groups }
  // The sign at the end of `% %s` begins a placeholder of its own.
  return groups["specifier"] === "%"
    ? { kind: "sign", source: "%", looksLike: false }
    : { kind: "sign", source: match[0], looksLike: true }
}

/** Visits what begins at each percent sign, in order. */
const forEachPiece = (
  text: string,
  placeholder: RegExp,
  visit: (piece: PercentPiece, offset: number) => void
): void => {
  let percent = text.indexOf("%")
  while (percent !== -1) {
    const piece = pieceAt(text, percent, placeholder)
    visit(piece, percent)
    percent = text.indexOf("%", percent + piece.source.length)
  }
}

const replacedName = /%[A-Za-z_][\w.-]{0,200}%/y

/** The sign that would end a name begins a placeholder in `%dx%d` and `%s%s`, and is an escaped one in `%d%%`. */
const isName = (
  text: string,
  { 0: name, index }: RegExpExecArray,
  match: RegExpExecArray | null,
  placeholder: RegExp
): boolean => {
  const end = index + name.length - 1
  if (text[end + 1] === "%")
    return match?.[0].length !== name.length - 1 && matchAt(text, end + 1, replacedName) !== null
  const next = matchAt(text, end, placeholder)?.groups
  return next === undefined || isTextWithSpace(next) || next["specifier"] === "%"
}

/** With a space as flag nearly everything behind a percent sign would be a placeholder: `100% sure`. */
const isTextWithSpace = ({ flags, number, name }: Groups): boolean =>
  flags?.includes(" ") === true && number === undefined && name === undefined

/** Behind a word a sign is more often text than a placeholder: `100%d`. */
const countHits = (text: string, placeholder: RegExp): number => {
  let count = 0
  forEachPiece(text, placeholder, ({ kind }, offset) => {
    const isHit = kind === "placeholder" || kind === "escape"
    if (isHit && !/\w/.test(text[offset - 1] ?? "")) count++
  })
  return count
}

const splitByPlaceholders = (text: string, grammar: PrintfGrammar, placeholder: RegExp): ReadonlyArray<TextPart> => {
  const parts: Array<TextPart> = []
  let literalStart = 0
  let placeholderIndex = 0
  forEachPiece(text, placeholder, (piece, offset) => {
    if (piece.kind === "sign" && !piece.looksLike) return
    parts.push(literalPart(text.slice(literalStart, offset)))
    literalStart = offset + piece.source.length
    if (piece.kind === "escape") {
      parts.push(literalPart("%"))
    } else if (piece.kind === "placeholder") {
      const argument = argumentOf(piece.groups, placeholderIndex, grammar)
      parts.push(argument ?? literalPart(piece.source, "placeholder"))
      if (isCounted(piece.groups, grammar)) placeholderIndex++
    } else {
      parts.push(literalPart(piece.source, "text"))
    }
  })
  parts.push(literalPart(text.slice(literalStart)))
  return parts
}

const beginsLikePlaceholder = (unit: string | undefined): boolean => unit !== undefined && /[\w<({$#*]/.test(unit)

/**
 * The one place that decides about percent signs of plain text. One that would begin a placeholder is doubled; any other as
 * the file had it that the text came from (`percentSigns`), else as it is usual, where those of `%name%` stay single. A
 * placeholder of the dialect without an ICU equivalent usually came from such a file, and is left as it is: reading it gives
 * the same text either way.
 */
const printLiteral = (
  text: string,
  percentSigns: PercentSigns | null,
  grammar: PrintfGrammar,
  placeholder: RegExp
): PrintedLiteral => {
  const isDoubled = (percentSigns ?? grammar.percentSigns) === "doubled"
  const printed: Array<string> = []
  let plainStart = 0
  let placeholderCount = 0
  let keptPlaceholder: string | null = null
  let keptNaming: PrintedLiteral["keptNaming"] = null
  const replace = (piece: PercentPiece, offset: number) => {
    printed.push(text.slice(plainStart, offset), piece.source.replaceAll("%", "%%"))
    plainStart = offset + piece.source.length
  }
  forEachPiece(text, placeholder, (piece, offset) => {
    if (piece.kind === "placeholder" && argumentOf(piece.groups, 0, grammar) === null) {
      keptPlaceholder ??= piece.source
      if (!isCounted(piece.groups, grammar)) return
      placeholderCount++
      if (piece.groups["number"] !== undefined) keptNaming = "numbered"
      else if (piece.groups["name"] === undefined) keptNaming ??= "counted"
    } else if (grammar.percentSigns === null) {
      return
    } else if (piece.kind === "placeholder" || piece.kind === "escape") {
      replace(piece, offset)
    } else if (piece.kind === "name" ? percentSigns === "doubled" : isDoubled) {
      replace(piece, offset)
    }
  })
  printed.push(text.slice(plainStart))
  return { text: printed.join(""), placeholderCount, keptPlaceholder, keptNaming }
}

/** How the file wrote the signs of its plain text; null = as it is usual where all others are names. */
const percentSignsIn = (text: string, placeholder: RegExp): PercentSigns | "mixed" | null => {
  let [hasName, hasSingle, hasDoubled] = [false, false, false]
  forEachPiece(text, placeholder, ({ kind }) => {
    hasName ||= kind === "name"
    hasSingle ||= kind === "sign"
    hasDoubled ||= kind === "escape"
  })
  if (hasSingle) return hasDoubled ? "mixed" : "single"
  return hasDoubled && !hasName ? "doubled" : null
}

const matchAt = (text: string, offset: number, sticky: RegExp): RegExpExecArray | null => {
  sticky.lastIndex = offset
  return sticky.exec(text)
}

type Groups = { readonly [group: string]: string | undefined }

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
