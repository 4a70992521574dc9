import type { PrintWarning } from "./print-warning.ts"

/** A way of writing placeholders in texts; one file per dialect. ICU itself is no dialect: its texts stay as they are. */
export interface Dialect {
  /** How many placeholders the text shows to sub-format detection; stricter than reading, so that `100% sure` is none. */
  readonly countHits: (text: string) => number
  /**
   * The text in parts, in order and without gaps. Placeholders without an ICU equivalent are literal text.
   * Linear in the length of the text.
   */
  readonly splitText: (text: string) => ReadonlyArray<TextPart>
  /** Argument that plural forms are chosen by; null = the first counting placeholder names it. */
  readonly pluralArgumentName: string | null
  /**
   * Literal text so that it is read as literal text; `percentSigns`: as the file had them that the text came from, null = as
   * it is usual. Linear in the length of the text.
   */
  readonly printLiteral: (text: string, percentSigns: PercentSigns | null) => PrintedLiteral
  /** True = all placeholders of the text have a space inside of their braces; absent = the dialect has no such spelling. */
  readonly isSpaced?: (text: string) => boolean
  /** How percent signs of plain text are written in the text; null = there are none. Absent = the dialect does not escape them. */
  readonly percentSignsIn?: (text: string) => PercentSigns | "mixed" | null
  /** Null = the dialect has no placeholder for the format. */
  readonly printArgument: (argument: PrintableArgument, place: PrintPlace) => PrintedArgument | null
}

/** `doubled`: `100%%`, as a format string demands. `single`: `100%`, where it cannot be taken for a placeholder. */
export type PercentSigns = "doubled" | "single"

export type TextPart = LiteralPart | ArgumentPart

export interface LiteralPart {
  readonly kind: "literal"
  readonly text: string
  /** Why a person may take the text for a placeholder; null = unlikely. */
  readonly lookalike: Lookalike | null
}

/**
 * `placeholder`: one of the dialect that ICU has no equivalent for. `text`: the dialect's grammar allows it as a
 * placeholder, but it looks like text (`100% sure`).
 */
export type Lookalike = "placeholder" | "text"

export interface ArgumentPart {
  readonly kind: "argument"
  /** A name or the position from 0. */
  readonly name: string
  /** The part behind the name in the ICU argument, such as `number, .00`; null = nothing. */
  readonly format: string | null
  /** True = may be the `#` of a plural form. */
  readonly canCount: boolean
  /** Where the name comes from: `counted` = the position among the placeholders of the text. */
  readonly naming: "named" | "numbered" | "counted"
}

export interface PrintableArgument {
  readonly name: string
  readonly format: string | null
  /** True = the `#` of a plural form; `format` is `number` then. */
  readonly isNumberSign: boolean
}

export interface PrintPlace {
  /** Placeholders in front of it, as the reader of the dialect counts them. */
  readonly placeholderIndex: number
  /** True = an argument of the text has another position than its number: from there on all are numbered. */
  readonly isOutOfOrder: boolean
  /** True = with a space inside of the braces, where the dialect allows it. */
  readonly isSpaced: boolean
  /** True = each argument of the text is the position that it stands at. */
  readonly isPositional: boolean
  /** Placeholders that stay text: one has a number, or one has neither number nor name; null = there is none. */
  readonly keptNaming: "numbered" | "counted" | null
}

export interface PrintedArgument {
  readonly text: string
  /** How the reader of the dialect reads it. */
  readonly readAs: { readonly name: string; readonly format: string | null } | "literal"
  readonly warning: PrintWarning | null
}

export interface PrintedLiteral {
  readonly text: string
  /** Placeholders in it that the reader of the dialect counts. */
  readonly placeholderCount: number
  /** A part that is written as a placeholder of the dialect because ICU cannot say whether it is one; null = none. */
  readonly keptPlaceholder: string | null
  /** See `PrintPlace`; absent = null. */
  readonly keptNaming?: PrintPlace["keptNaming"]
}

/** True when the text has a placeholder, also one that ICU has no equivalent for. */
export const hasPlaceholder = (text: string, dialect: Dialect): boolean =>
  dialect.splitText(text).some((part) => part.kind === "argument" || part.lookalike === "placeholder")

/** Text that is no placeholder. */
export const literalPart = (text: string, lookalike: Lookalike | null = null): LiteralPart => ({
  kind: "literal",
  text,
  lookalike
})

/** True when ICU accepts the text as the name of an argument. */
export const isArgumentName = (name: string): boolean => /^(?:[\p{L}_][\p{L}\p{N}_]{0,199}|0|[1-9]\d{0,8})$/u.test(name)

/** True when the name is a position. */
export const isPosition = (name: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(name)

/** The digits behind the point that `number, .00` demands; null = another format. */
export const fractionDigitsOf = (format: string | null): number | null => {
  const zeros = format === null ? null : /^number, \.(0+)$/.exec(format)
  return zeros?.[1] === undefined ? null : zeros[1].length
}

/** Number of matches of a global pattern. */
export const countMatches = (text: string, pattern: RegExp): number => {
  let count = 0
  pattern.lastIndex = 0
  while (pattern.exec(text) !== null) count++
  return count
}
