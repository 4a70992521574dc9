import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { type PrintOptions, printPluralText, printText } from "../placeholder/printing/print-message.ts"
import {
  escapeXmlText,
  forbiddenCharactersWarning,
  keepCarriageReturns,
  removeForbiddenCharacters
} from "../xml/escape-xml.ts"
import { unquoteAttributes } from "./quoted-attributes.ts"
import { printXmlFragment } from "./xml-fragment.ts"

/** A part of a document. `warning` null = reading it gives what it was printed from. */
export interface PrintedXml {
  readonly xml: string
  readonly warning: PrintWarning | null
}

export interface ContentOptions extends PrintOptions {
  /** True = elements in texts are text, too. */
  readonly escapeHtml: boolean
}

/**
 * A stored text between the tags of an element. A text whose elements the format knows is markup; `inlineElements` null: it
 * knows all.
 */
export const printStoredContent = (
  storedText: string,
  isPlural: boolean,
  options: ContentOptions,
  inlineElements: ReadonlySet<string> | null
): PrintedXml => {
  const printed = isPlural ? printPluralText(storedText, options) : printText(storedText, options)
  const text = isPlural && options.messageFormat === "ICU" ? unquoteAttributes(printed.text) : printed.text
  const content = options.escapeHtml ? printTextContent(text) : printMarkupContent(text, inlineElements)
  return { xml: content.xml, warning: joinWarnings([printed.warning, content.warning]) }
}

/** Text between the tags of an element, without markup. */
export const printTextContent = (text: string): PrintedXml => ({
  xml: keepCarriageReturns(escapeXmlText(removeForbiddenCharacters(text))),
  warning: forbiddenCharactersWarning(text)
})

/** The same, as markup where the text is such. */
export const printMarkupContent = (text: string, inlineElements: ReadonlySet<string> | null): PrintedXml => {
  if (!text.includes("<")) return printTextContent(text)
  const storable = removeForbiddenCharacters(text)
  const names = elementNames(storable)
  const isKnown = inlineElements === null || names.every((name) => inlineElements.has(name))
  const fragment = isKnown ? printXmlFragment(storable) : null
  if (fragment === null) {
    const isLost = inlineElements !== null && names.some((name) => inlineElements.has(name))
    const plain = printTextContent(text)
    return { xml: plain.xml, warning: joinWarnings([plain.warning, isLost ? writtenAsText : null]) }
  }
  const isSpelledSo = fragment === keepCarriageReturns(storable)
  return {
    xml: fragment,
    warning: joinWarnings([forbiddenCharactersWarning(text), isSpelledSo ? null : otherSpelling])
  }
}

const elementNames = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<\/?([A-Za-z_][\w.-]*)/g)].map(([, name = ""]) => name)

const otherSpelling: PrintWarning = {
  reason: "markup",
  sentence: "The elements in the text are written as XML: an import spells them in XML's usual way."
}

const writtenAsText: PrintWarning = {
  reason: "markup",
  sentence:
    "The text has inline elements beside what the format does not allow there: all of it is written as plain text."
}
