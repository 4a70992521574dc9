import type { PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { removeForbiddenCharacters } from "./escape-xml.ts"

/** A text as a comment. Two hyphens would end it: a space stands between them. */
export const printXmlComment = (text: string): string => {
  const content = removeForbiddenCharacters(text)
    .replace(/-(?=-)/g, "- ")
    .replace(/-$/, "- ")
  return `<!-- ${content} -->`
}

/** Null = a comment can hold the text as it is. */
export const xmlCommentWarning = (text: string): PrintWarning | null =>
  /--|-$/.test(text)
    ? { reason: "description", sentence: "A comment in XML cannot hold two hyphens: a space stands between them." }
    : null
