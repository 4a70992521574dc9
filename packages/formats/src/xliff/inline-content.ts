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
  readonly finish: (keepsSpace: boolean) => FinishedContent
}

export interface FinishedContent {
  readonly text: string
  /** White space at an end was left out as layout of the file. */
  readonly hasLayout: boolean
}

/** White space with a line break at an end of a value indents the file; other white space is text. */
const withoutLayout = (value: string): string => {
  if (value.trim().length === value.length) return value
  const start = value.length - value.trimStart().length
  const end = Math.max(start, value.trimEnd().length)
  const keepsStart = !/[\r\n]/.test(value.slice(0, start))
  const keepsEnd = !/[\r\n]/.test(value.slice(end))
  return value.slice(keepsStart ? 0 : start, keepsEnd ? value.length : end)
}

/** A value that is still empty. `finish(true)` keeps all white space. */
export const startInlineContent = (): InlineContent => new ContentInProgress()

/** A class, because a file has many of them: closures would take far more time and memory. */
class ContentInProgress implements InlineContent {
  private value = ""
  /** Null = the value is plain text so far. */
  private openElements: Array<XmlElement> | null = null

  open(element: XmlElement): void {
    if (this.openElements === null) {
      this.openElements = []
      this.value = escapeXmlText(this.value)
    }
    this.openElements.push(element)
    this.value += printOpenTag(element)
  }

  text(text: string): void {
    this.value += this.openElements === null ? text : escapeXmlText(text)
  }

  close(): void {
    const element = this.openElements?.pop()
    if (element !== undefined && !element.isSelfClosing) this.value += `</${element.name}>`
  }

  finish(keepsSpace: boolean): FinishedContent {
    const text = keepsSpace ? this.value : withoutLayout(this.value)
    return { text, hasLayout: text.length < this.value.length }
  }
}

const printOpenTag = (element: XmlElement): string => {
  const attributes = Object.entries(element.attributes)
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(value)}"`)
    .join("")
  return `<${element.name}${attributes}${element.isSelfClosing ? " />" : ">"}`
}
