import { escapeMessage } from "../../icu/escape-message.ts"
import type { MessageNode } from "../../icu/message-node.ts"
import { parseMessage } from "../../icu/parse-message.ts"
import { pluralKeywords } from "../../plural/plural-keyword.ts"
import { isCompleteForm, isLeftOut, parsePluralMessage } from "../../plural/plural-message.ts"
import type { Dialect, PercentSigns } from "../dialect/dialect.ts"
import type { MessageFormat } from "../dialect/message-format.ts"
import { messageFormatDialects } from "../dialect/message-format.ts"
import { plainDialect } from "../dialect/plain-text.ts"
import { joinWarnings, type PrintWarning } from "../dialect/print-warning.ts"
import { pluralArgumentNameOf } from "../reading/convert-text.ts"
import { printNodes } from "./print-nodes.ts"

export type { PrintWarning } from "../dialect/print-warning.ts"

/** `warning` null = an import of the text gives a message that means the same. */
export interface PrintedText {
  readonly text: string
  readonly warning: PrintWarning | null
}

export interface PrintedForms {
  /** The stored name; most dialects cannot spell it. */
  readonly argumentName: string
  /** By keyword or exact value (`=0`), in the order in which they are stored. */
  readonly forms: ReadonlyMap<string, string>
  readonly warning: PrintWarning | null
}

export interface PrintOptions {
  readonly messageFormat: MessageFormat
  /** The project's setting. False = nothing is converted. */
  readonly icuPlaceholders: boolean
  /** `withKeptSpelling` of the key; absent = unknown. */
  readonly percentSigns?: PercentSigns | null
  /** The same: a space inside of the braces of placeholders. */
  readonly isSpaced?: boolean
  /** False = the texts are no format strings, whatever is in them. */
  readonly hasPlaceholders?: boolean
  /** The spelling of a format that no message format names; absent = that of the message format. */
  readonly ownDialect?: Dialect
  /** True = the format has forms for exact numbers. */
  readonly hasExactForms?: boolean
}

/**
 * A stored singular text in the target's spelling. A text with a part that the target cannot say (a choice, a date, a
 * number format, text that would become a placeholder) is written as it is stored. In both cases a warning names the
 * difference that an import of the written text would have.
 * Source: docs/reference/placeholders.md#written-placeholders.
 */
export const printText = (text: string, options: PrintOptions): PrintedText => {
  const dialect = dialectOf(options)
  if (dialect === null) return { text, warning: parsePluralMessage(text) === null ? null : readsAsPlural }
  if (options.ownDialect === undefined && isPlainText(text)) return { text, warning: null }
  const parsed = parseMessage(text)
  if (parsed.kind === "error") {
    const sentence = `The text is not an ICU message (${parsed.message}): it is written as it is stored.`
    return { text, warning: { reason: "invalidMessage", sentence } }
  }
  const printed = printNodes(parsed.nodes, dialect, {
    pluralArgumentName: null,
    percentSigns: options.percentSigns ?? null,
    isSpaced: options.isSpaced ?? false
  })
  return printed.kind === "printed" ? printed : { text, warning: printed.warning }
}

/**
 * The forms of a stored plural in the target's spelling, for formats that have a place for each form; null = the text
 * is no plural that could be split. When one form cannot be said in the target, all of them are as they are stored.
 * Source: docs/reference/placeholders.md#written-placeholders.
 */
export const printPluralForms = (text: string, options: PrintOptions): PrintedForms | null => {
  const plural = parsePluralMessage(text)
  if (plural === null) return null
  const { argumentName } = plural
  const dialect = dialectOf(options)
  const printed = printForms(plural.forms, argumentName, dialect, options)
  const nameWhenRead = pluralArgumentNameOf(printed.forms, dialect)
  return {
    argumentName,
    forms: printed.forms,
    warning: joinWarnings([
      printed.warning,
      nameWhenRead === argumentName ? null : lostArgumentName(argumentName, nameWhenRead),
      options.hasExactForms ? null : exactFormWarning(plural.forms)
    ])
  }
}

/**
 * A stored plural as one ICU message on one line, for formats without a place for each form: forms in their usual
 * order, without keywords that have no text or that of `other`. With another message format the forms have its placeholders;
 * an import reads them as text, which the warning says. A text that is no plural is printed like a singular one.
 * Source: docs/reference/import.md#writing-nested-files, docs/reference/placeholders.md#written-placeholders.
 */
export const printPluralText = (text: string, options: PrintOptions): PrintedText => {
  const plural = parsePluralMessage(text)
  if (plural === null) return printText(text, options)
  const { argumentName } = plural
  const isIcu = (options.ownDialect ?? messageFormatDialects[options.messageFormat]) === null
  const dialect = dialectOf(options)
  const printed = printForms(plural.forms, argumentName, dialect, options)
  const isEscaped = dialect !== null && printed.isConverted
  const escaped = [...printed.forms].map(([keyword, form]): [string, string] => [
    keyword,
    isEscaped ? escapeMessage(form, true) : form
  ])
  // Without ICU placeholders a form is any text: one with an odd brace would end the message.
  const isValid = escaped.every(([, form]) => isCompleteForm(form))
  const { line, warning } = joinForms(argumentName, isValid ? new Map(escaped) : plural.forms)
  return {
    text: line,
    warning: joinWarnings([printed.warning, isValid ? null : literalBraces, isIcu ? null : pluralInDialect, warning])
  }
}

const dialectOf = (options: PrintOptions): Dialect | null => {
  const { messageFormat, icuPlaceholders, hasPlaceholders, ownDialect } = options
  if (!icuPlaceholders) return null
  if (ownDialect !== undefined) return ownDialect
  return hasPlaceholders === false ? plainDialect : messageFormatDialects[messageFormat]
}

/** True = the text means the same in ICU and in the dialect of every message format. */
const isPlainText = (text: string): boolean =>
  !text.includes("{") && !text.includes("}") && !text.includes("%") && !text.includes("''")

const isPlainForm = (form: string): boolean => isPlainText(form) && !form.includes("#")

interface FormsInTarget {
  readonly forms: ReadonlyMap<string, string>
  /** False = the forms are as they are stored. */
  readonly isConverted: boolean
  readonly warning: PrintWarning | null
}

const printForms = (
  storedForms: ReadonlyMap<string, string>,
  argumentName: string,
  dialect: Dialect | null,
  { icuPlaceholders, percentSigns = null, isSpaced = false, ownDialect }: PrintOptions
): FormsInTarget => {
  if (dialect === null && icuPlaceholders) return { forms: storedForms, isConverted: false, warning: null }
  const forms = new Map<string, string>()
  const warnings: Array<PrintWarning | null> = []
  for (const [keyword, storedForm] of storedForms) {
    if (ownDialect === undefined && isPlainForm(storedForm)) {
      forms.set(keyword, storedForm)
      continue
    }
    const { message, nodes } = parseForm(storedForm)
    if (dialect === null) {
      forms.set(keyword, nodes.map((node) => sourceOf(message, node)).join(""))
      if (nodes.some((node) => node.kind !== "literal")) warnings.push(unusedArguments)
      continue
    }
    const printed = printNodes(nodes, dialect, { pluralArgumentName: argumentName, percentSigns, isSpaced })
    if (printed.kind === "unprintable") return { forms: storedForms, isConverted: false, warning: printed.warning }
    forms.set(keyword, printed.text)
    warnings.push(printed.warning)
  }
  return { forms, isConverted: true, warning: joinWarnings(warnings) }
}

/** A form by itself would be read without `#`. */
const parseForm = (form: string): { readonly message: string; readonly nodes: ReadonlyArray<MessageNode> } => {
  const message = `{n, plural, other {${form}}}`
  const parsed = parseMessage(message)
  const plural = parsed.kind === "message" ? parsed.nodes[0] : undefined
  return { message, nodes: plural?.kind === "plural" ? (plural.options[0]?.nodes ?? []) : [] }
}

const sourceOf = (message: string, node: MessageNode): string =>
  node.kind === "literal" ? node.value : message.slice(node.start, node.end)

const joinForms = (
  argumentName: string,
  forms: ReadonlyMap<string, string>
): { readonly line: string; readonly warning: PrintWarning | null } => {
  const other = forms.get("other") ?? ""
  const keywords = [...forms.keys()].filter((keyword) => keyword !== "other").sort(compareKeywords)
  const isOmitted = (keyword: string) => isLeftOut(keyword, forms.get(keyword) ?? "", other)
  const emptyKeywords = keywords.filter((keyword) => isOmitted(keyword) && forms.get(keyword) !== other)
  const shown = keywords.filter((keyword) => !isOmitted(keyword))
  const printed = [...shown.map((keyword) => `${keyword} {${forms.get(keyword)}}`), `other {${other}}`]
  return {
    line: `{${argumentName}, plural, ${printed.join(" ")}}`,
    warning:
      emptyKeywords.length === 0
        ? null
        : {
            reason: "emptyForm",
            sentence: `Empty forms (${emptyKeywords.join(", ")}) are left out: the form other stands for them.`
          }
  }
}

/** Exact values by number, then the keywords in their usual order. */
const compareKeywords = (left: string, right: string): number => rankOf(left) - rankOf(right)

const keywordOrder: ReadonlyArray<string> = pluralKeywords

const rankOf = (keyword: string): number =>
  keyword.startsWith("=") ? Number(keyword.slice(1)) - Number.MAX_SAFE_INTEGER : keywordOrder.indexOf(keyword)

const lostArgumentName = (argumentName: string, nameWhenRead: string): PrintWarning => ({
  reason: "argumentName",
  sentence: `The forms are chosen by "${argumentName}"; an import of them calls it "${nameWhenRead}".`
})

const readsAsPlural: PrintWarning = {
  reason: "readsAsPlural",
  sentence: "The key is not a plural, but its text is one: an import of the text makes the key a plural."
}

const exactFormWarning = (forms: ReadonlyMap<string, string>): PrintWarning | null => {
  const exact = [...forms.keys()].filter((keyword) => keyword.startsWith("="))
  if (exact.length === 0) return null
  return { reason: "exactForm", sentence: `Only an ICU message has forms for exact numbers (${exact.join(", ")}).` }
}

const unusedArguments: PrintWarning = {
  reason: "argument",
  sentence: "The project does not use ICU placeholders: an import reads those of the forms as text."
}

const literalBraces: PrintWarning = {
  reason: "literalText",
  sentence: "A form has a brace without its counterpart: the forms are written as they are stored."
}

const pluralInDialect: PrintWarning = {
  reason: "pluralText",
  sentence: "The file has no plurals: the forms are one ICU message, which an import does not take for a plural."
}
