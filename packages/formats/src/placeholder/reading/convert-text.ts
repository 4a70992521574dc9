import { escapeMessage } from "../../icu/escape-message.ts"
import { parseMessage } from "../../icu/parse-message.ts"
import { formatLimits } from "../../limits.ts"
import { isCompleteForm, isEmptyPlural, parsePluralMessage, printPluralMessage } from "../../plural/plural-message.ts"
import type { ArgumentPart, Dialect, Lookalike, PercentSigns, TextPart } from "../dialect/dialect.ts"

/** A text as it is stored. `pluralArgumentName` is null when the text is no plural. */
export interface ConvertedText {
  readonly text: string
  readonly pluralArgumentName: string | null
  /** A surprise for a person; absent = none. */
  readonly warning?: string
  /** How percent signs of plain text are written; absent: it says nothing. */
  readonly percentSigns?: PercentSigns | "mixed"
  /** True = its placeholders have a space inside of their braces. */
  readonly isSpaced?: true
}

export interface ConversionOptions {
  /** The setting of the project. */
  readonly icuPlaceholders: boolean
  /** The setting of this import. */
  readonly convertPlaceholders: boolean
  /** Longest text in UTF-16 units: a text that could never get below it is not converted, only reported as too long. */
  readonly textMaxUtf16Units: number
}

/**
 * One text of a file as it is stored. `dialect` null = the file is written in ICU: only a plural is normalised.
 * Source: docs/reference/placeholders.md#conversion-of-an-import.
 */
export const convertText = (text: string, dialect: Dialect | null, options: ConversionOptions): ConvertedText => {
  if (isHopelesslyLong(text, options)) return { text, pluralArgumentName: null }
  if (dialect === null) return convertIcuText(text, options)
  if (!options.icuPlaceholders || !dialectSigns.test(text)) return { text, pluralArgumentName: null }
  if (!options.convertPlaceholders) return { text: escapeMessage(text, false), pluralArgumentName: null }
  const parts = dialect.splitText(text)
  if (isPlain(text, parts)) return { text: escapeMessage(text, false), pluralArgumentName: null }
  return {
    text: joinParts(parts, null),
    pluralArgumentName: null,
    ...spellingAndWarning([text], [parts], null, dialect)
  }
}

/** Signs of placeholders in any dialect, and those that a message escapes. A text without them is the same in all. */
const dialectSigns = /[%$:'{}]/

/** Nothing to convert, and nothing that a person may take for a placeholder. */
const isPlain = (text: string, [first, ...others]: ReadonlyArray<TextPart>): boolean =>
  others.length === 0 &&
  first?.kind === "literal" &&
  first.text === text &&
  first.lookalike === null &&
  !/[%{]/.test(text)

/**
 * Plural forms that the file delivers one by one, as one plural; `""` when none of them has a text. `forms` is by plural
 * keyword.
 * Source: docs/reference/placeholders.md.
 */
export const convertPluralForms = (
  forms: ReadonlyMap<string, string>,
  dialect: Dialect | null,
  options: ConversionOptions
): ConvertedText => {
  if (isEmptyPlural(forms)) {
    return { text: "", pluralArgumentName: pluralArgumentNameOf(forms, options.convertPlaceholders ? dialect : null) }
  }
  const longForm = [...forms.values()].find((form) => isHopelesslyLong(form, options))
  if (longForm !== undefined) return { text: longForm, pluralArgumentName: unnamedPluralArgument }
  if (dialect === null || !options.convertPlaceholders) {
    const keepsForms = dialect === null && options.icuPlaceholders && [...forms.values()].every(isCompleteForm)
    return printForms(unnamedPluralArgument, forms, keepsForms ? (form) => form : escapeForm)
  }
  const argumentName = pluralArgumentNameOf(forms, dialect)
  const partsOfForms = [...forms].map(([keyword, form]) => [keyword, dialect.splitText(form)] as const)
  const printed = new Map(partsOfForms.map(([keyword, parts]) => [keyword, joinParts(parts, argumentName)]))
  return {
    text: printPluralMessage({ argumentName, forms: printed }),
    pluralArgumentName: argumentName,
    ...spellingAndWarning(
      [...forms.values()],
      partsOfForms.map(([, parts]) => parts),
      argumentName,
      dialect
    )
  }
}

/** Details that a stored text cannot express: those that an export needs to write it as the file did, and those that may surprise a person. */
const spellingAndWarning = (
  texts: ReadonlyArray<string>,
  parts: ReadonlyArray<ReadonlyArray<TextPart>>,
  pluralArgumentName: string | null,
  dialect: Dialect
): Pick<ConvertedText, "warning" | "percentSigns" | "isSpaced"> => {
  const spelling = percentSignsOf(texts, dialect)
  return {
    ...warningOfParts(parts, pluralArgumentName, spelling.percentSigns === "mixed"),
    ...spelling,
    ...(texts.some((text) => dialect.isSpaced?.(text)) ? { isSpaced: true } : {})
  }
}

const percentSignsOf = (texts: ReadonlyArray<string>, dialect: Dialect): Pick<ConvertedText, "percentSigns"> => {
  if (dialect.percentSignsIn === undefined) return {}
  const found = new Set<ConvertedText["percentSigns"] & string>()
  for (const text of texts) {
    const signs = text.includes("%") ? dialect.percentSignsIn(text) : null
    if (signs !== null) found.add(signs)
  }
  const [only] = found
  return only === undefined ? {} : { percentSigns: found.size === 1 ? only : "mixed" }
}

/**
 * The argument that converted forms are chosen by; `dialect` null = they are not converted.
 * Source: docs/reference/placeholders.md#arguments-of-a-message.
 */
export const pluralArgumentNameOf = (forms: ReadonlyMap<string, string>, dialect: Dialect | null): string =>
  dialect === null
    ? unnamedPluralArgument
    : (dialect.pluralArgumentName ?? countingArgumentName(forms, dialect) ?? unnamedPluralArgument)

/** Name of a plural's argument when the forms do not name one. Source: docs/reference/placeholders.md#arguments-of-a-message. */
const unnamedPluralArgument = "value"

/** Conversion makes texts shorter, by the spaces inside of braces, but never this much. Bounds its memory. */
const isHopelesslyLong = (text: string, options: ConversionOptions): boolean =>
  text.length > options.textMaxUtf16Units * formatLimits.conversionShrinkMax

const convertIcuText = (text: string, options: ConversionOptions): ConvertedText => {
  if (!text.includes("plural")) return { text, pluralArgumentName: null }
  const plural = parsePluralMessage(text)
  if (plural === null) return { text, pluralArgumentName: null, ...warningOfIcuText(text) }
  if (isEmptyPlural(plural.forms)) return { text: "", pluralArgumentName: plural.argumentName }
  return printForms(plural.argumentName, plural.forms, options.icuPlaceholders ? (form) => form : escapeForm)
}

const printForms = (
  argumentName: string,
  forms: ReadonlyMap<string, string>,
  printForm: (form: string) => string
): ConvertedText => ({
  text: printPluralMessage({
    argumentName,
    forms: new Map([...forms].map(([keyword, form]) => [keyword, printForm(form)]))
  }),
  pluralArgumentName: argumentName
})

const escapeForm = (form: string): string => escapeMessage(form, true)

const countingArgumentName = (forms: ReadonlyMap<string, string>, dialect: Dialect): string | null => {
  for (const form of forms.values()) {
    const counting = dialect.splitText(form).find((part) => part.kind === "argument" && part.canCount)
    if (counting?.kind === "argument") return counting.name
  }
  return null
}

/** `pluralArgumentName` null = a singular text. Neighbouring literals are escaped together: apostrophes may meet. */
const joinParts = (parts: ReadonlyArray<TextPart>, pluralArgumentName: string | null): string => {
  const isInPlural = pluralArgumentName !== null
  let printed = ""
  let literal = ""
  for (const part of parts) {
    if (part.kind === "literal") {
      literal += part.text
      continue
    }
    printed += escapeMessage(literal, isInPlural) + printArgument(part, pluralArgumentName)
    literal = ""
  }
  return printed + escapeMessage(literal, isInPlural)
}

const printArgument = (part: ArgumentPart, pluralArgumentName: string | null): string => {
  if (part.canCount && part.name === pluralArgumentName) return "#"
  return part.format === null ? `{${part.name}}` : `{${part.name}, ${part.format}}`
}

/** Absent = no warning. */
export type ReadWarning = { readonly warning: string } | Record<string, never>

/**
 * Warns about surprises in converted texts: placeholders that stay text, braces of another dialect, positions
 * that were counted beside given ones, percent signs of both spellings, a plural whose number is another argument. `texts`: a text, or the forms of a
 * plural; `pluralArgumentName` null = no plural.
 */
const warningOfParts = (
  texts: ReadonlyArray<ReadonlyArray<TextPart>>,
  pluralArgumentName: string | null,
  hasMixedSigns: boolean
): ReadWarning =>
  pluralArgumentName === null && !hasMixedSigns && texts.every(isOrdinary)
    ? noWarning
    : warningOf([
        lookalikeSentence(texts, "placeholder", unknownToIcu),
        lookalikeSentence(texts, "text", "it does not look like a placeholder"),
        hasMixedSigns ? "Some percent signs of the text are doubled and others are not: an export doubles all." : null,
        braceSentence(texts),
        texts.some(isMixed)
          ? "Placeholders without a number stand beside numbered ones: they are counted among all."
          : null,
        pluralArgumentName !== null && isOtherNumberShown(texts, pluralArgumentName)
          ? `The forms are chosen by "${pluralArgumentName}", but the number they show is another argument.`
          : null
      ])

const noWarning: ReadWarning = {}

/** Most texts with placeholders: nothing of a singular text is a surprise. */
const isOrdinary = (parts: ReadonlyArray<TextPart>): boolean =>
  parts.every((part) =>
    part.kind === "argument" ? part.naming !== "numbered" : part.lookalike === null && !part.text.includes("{")
  )

/** Why a text of an ICU file is no plural although it looks like one. */
const warningOfIcuText = (text: string): ReadWarning => {
  if (!/,\s{0,9}plural\s{0,9},/.test(text)) return {}
  const parsed = parseMessage(text)
  if (parsed.kind === "error") {
    return warningOf([
      `The text is kept as it is, not as a plural: ${parsed.message} (character ${parsed.offset + 1}).`
    ])
  }
  if (!parsed.nodes.some((node) => node.kind === "plural")) return {}
  return warningOf([
    "The text is kept as it is, not as a plural: it has an offset, a form given twice or one that no language has."
  ])
}

/** How many of the odd parts of a text a warning names. */
const namedPartsMax = 3

const warningOf = (sentences: ReadonlyArray<string | null>): ReadWarning => {
  const said = sentences.filter((sentence) => sentence !== null)
  return said.length === 0 ? {} : { warning: said.join(" ") }
}

const lookalikeSentence = (
  texts: ReadonlyArray<ReadonlyArray<TextPart>>,
  lookalike: Lookalike,
  reason: string
): string | null => {
  const isLookalike = (part: TextPart) => part.kind === "literal" && part.lookalike === lookalike
  const parts = texts.flat().filter(isLookalike)
  return keptAsTextSentence(
    parts.map((part) => (part.kind === "literal" ? part.text : "")),
    reason
  )
}

/** Names the first of some parts of a text that are no arguments of the message; null = there are none. */
export const keptAsTextSentence = (parts: ReadonlyArray<string>, reason: string): string | null => {
  const named = [...new Set(parts)].slice(0, namedPartsMax)
  return named.length === 0 ? null : `${named.map((part) => `"${part}"`).join(", ")}: kept as text, ${reason}.`
}

/** Why a placeholder of a file stays text. */
export const unknownToIcu = "an ICU message has no placeholder like it"

/** The start of an argument in ICU. */
const icuArgument = /\{\s{0,9}\w{1,200}\s{0,9}[,}]/

const braceSentence = (texts: ReadonlyArray<ReadonlyArray<TextPart>>): string | null => {
  for (const part of texts.flat()) {
    if (part.kind !== "literal" || part.lookalike !== null) continue
    const found = icuArgument.exec(part.text)
    if (found !== null) return `"${found[0]}": kept as text, the file has placeholders of another kind.`
  }
  return null
}

const isMixed = (parts: ReadonlyArray<TextPart>): boolean => hasNaming(parts, "counted") && hasNaming(parts, "numbered")

const hasNaming = (parts: ReadonlyArray<TextPart>, naming: ArgumentPart["naming"]): boolean =>
  parts.some((part) => part.kind === "argument" && part.naming === naming)

const isOtherNumberShown = (texts: ReadonlyArray<ReadonlyArray<TextPart>>, pluralArgumentName: string): boolean => {
  const numbers = texts.flat().filter((part) => part.kind === "argument" && (part.canCount || part.format !== null))
  return numbers.length > 0 && !numbers.some((part) => part.kind === "argument" && part.name === pluralArgumentName)
}
