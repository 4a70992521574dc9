import type { PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { type PrintOptions, printPluralForms, printText } from "../placeholder/printing/print-message.ts"

export interface PrintedApplePlural {
  /** By keyword or exact value (`=0`). */
  readonly forms: ReadonlyMap<string, string>
  readonly warning: PrintWarning | null
}

/** The forms of a stored plural with Apple's placeholders; a text that could not be split is the form `other`. */
export const printApplePlural = (text: string, options: PrintOptions): PrintedApplePlural => {
  const printed = printPluralForms(text, options)
  if (printed !== null) return printed
  const { text: other, warning } = printText(text, options)
  return { forms: new Map([["other", other]]), warning }
}
