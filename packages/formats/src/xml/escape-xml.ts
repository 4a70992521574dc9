import type { PrintWarning } from "../placeholder/dialect/print-warning.ts"

/** Characters that XML 1.0 cannot represent: most control characters, U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u0020-\ufffd]/g
const hasForbidden = /[^\t\n\r\u0020-\ufffd]/

// Most texts have nothing to escape: looking for all signs at once is faster than replacing each.
const markupSigns = /[&<>]/
const attributeSigns = /[&<"\t\n\r]/

const hasForbiddenCharacters = (text: string): boolean => hasForbidden.test(text)

/** The text without characters that XML cannot represent. Source: docs/reference/import.md#writing-xliff. */
export const removeForbiddenCharacters = (text: string): string =>
  hasForbiddenCharacters(text) ? text.replace(forbidden, "") : text

/** Null = XML can represent all of it. */
export const forbiddenCharactersWarning = (text: string): PrintWarning | null =>
  hasForbiddenCharacters(text)
    ? {
        reason: "controlCharacters",
        sentence: "XML cannot hold some control characters of the key or its texts: they are left out."
      }
    : null

/** Text between tags. */
export const escapeXmlText = (text: string): string =>
  markupSigns.test(text) ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text

/** Text between double quotes. White space in it is a space to a parser, unless it is written as a reference. */
export const escapeXmlAttribute = (text: string): string =>
  attributeSigns.test(text)
    ? text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll('"', "&quot;")
        .replaceAll("\t", "&#9;")
        .replaceAll("\n", "&#10;")
        .replaceAll("\r", "&#13;")
    : text

/** The value of an attribute with its quotes, without characters that XML cannot represent. */
export const quoteXmlAttribute = (value: string): string => `"${escapeXmlAttribute(removeForbiddenCharacters(value))}"`

/** Markup as in a file: a carriage return would be a line feed to a parser, unless it is written as a reference. */
export const keepCarriageReturns = (markup: string): string => markup.replaceAll("\r", "&#13;")
