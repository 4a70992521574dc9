import { escapeXmlAttribute, escapeXmlText } from "../xml/escape-xml.ts"
import type { XmlElement } from "../xml/walk-xml.ts"

/**
 * The value of a `source` or `target` while it is read. Without elements inside it is plain text; with elements it is
 * XML again: local names, text escaped, `<x id="1" />` for an element without content.
 * Source: docs/reference/import.md#xliff.
 */
export interface InlineContent {
  readonly open: (element: XmlElement) => void
  readonly text: (text: string) => void
  readonly close: () => void
  readonly finish: (keepsSpace: boolean) => string
}

/** White space with a line break at an end of a value indents the file; other white space is text. */
const withoutLayout = (value: string): string => {
  const start = value.length - value.trimStart().length
  const end = Math.max(start, value.trimEnd().length)
  const keepsStart = !/[\r\n]/.test(value.slice(0, start))
  const keepsEnd = !/[\r\n]/.test(value.slice(end))
  return value.slice(keepsStart ? 0 : start, keepsEnd ? value.length : end)
}

/** A value that is still empty. `finish(true)` keeps all white space. */
export const startInlineContent = (): InlineContent => {
  const parts: Array<Part> = []
  const openElements: Array<XmlElement> = []
  return {
    open: (element) => {
      openElements.push(element)
      parts.push({ isText: false, content: printOpenTag(element) })
    },
    text: (text) => {
      parts.push({ isText: true, content: text })
    },
    close: () => {
      const element = openElements.pop()
      if (element !== undefined && !element.isSelfClosing) parts.push({ isText: false, content: `</${element.name}>` })
    },
    finish: (keepsSpace) => {
      const hasElements = parts.some((part) => !part.isText)
      const value = parts
        .map(({ isText, content }) => (isText && hasElements ? escapeXmlText(content) : content))
        .join("")
      return keepsSpace ? value : withoutLayout(value)
    }
  }
}

interface Part {
  readonly isText: boolean
  readonly content: string
}

const printOpenTag = (element: XmlElement): string => {
  const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${escapeXmlAttribute(value)}"`).join("")
  return `<${element.name}${attributes}${element.isSelfClosing ? " />" : ">"}`
}
