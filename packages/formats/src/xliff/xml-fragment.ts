import { formatLimits } from "../limits.ts"
import { keepCarriageReturns } from "../xml/escape-xml.ts"
import { walkXml, type XmlElement } from "../xml/walk-xml.ts"
import { startInlineContent } from "./inline-content.ts"

/**
 * The text as markup, in the spelling in which reading gives it back. Null = it is to be written as text: it has no
 * elements, is not well-formed, or has parts that reading drops or other programs reject (comments, CDATA, prefixes).
 * Source: docs/reference/import.md.
 */
export const printXmlFragment = (text: string): string | null => {
  if (!/<[A-Za-z_]/.test(text) || /<[!?]|<\/?[^\s<>/]*:/.test(text)) return null
  const content = startInlineContent()
  let depth = 0
  let isPrintable = true
  const malformed = walkXml(`<${wrapper}>${keepCarriageReturns(text)}</${wrapper}>`, () => start, {
    open: (element) => {
      if (depth++ === 0) return
      content.open(element)
      if (depth > depthMax || hasPrefixes(element)) isPrintable = false
    },
    text: (part) => content.text(part),
    close: () => {
      if (--depth > 0) content.close()
    },
    failure: () => null
  })
  return malformed === null && isPrintable ? keepCarriageReturns(content.finish(true).text) : null
}

const wrapper = "text"

/** The elements around it in the file are nested, too. */
const depthMax = formatLimits.nestingDepthMax / 2

/** The place of a failure is not used. */
const start = { line: 1, column: 1 }

const hasPrefixes = ({ attributes }: XmlElement): boolean =>
  Object.keys(attributes).some((name) => name.includes(":") && !name.startsWith("xml:"))
