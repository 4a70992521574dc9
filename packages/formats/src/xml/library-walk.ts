import { SaxesParser } from "saxes"
import type { XmlEvents } from "./scan-xml.ts"
import type { WalkPlace } from "./walk-place.ts"
import { XmlAttributes } from "./xml-attributes.ts"

/** Events of a document, and what is wrong with it. */
export interface LibraryEvents extends XmlEvents {
  /** The offset of a part that ends near `end`, by the signs that open it and what stands behind them. */
  readonly startOf: (opening: string, end: number, content: string) => number
  /** Throws. */
  readonly fail: (message: string, offset: number) => void
}

/** A walk through a document, or the rest of one, by the library. */
export interface LibraryWalk {
  readonly write: (text: string) => void
  readonly close: () => void
  readonly place: () => WalkPlace
}

/** `prefix`: a document up to `start`, where the text begins that is written first. It gives no events. */
export const startLibrary = (events: LibraryEvents, prefix: string, start: WalkPlace): LibraryWalk => {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const shift = start.position - prefix.length
  let tagOffset = 0
  parser.write(prefix)
  parser.on("error", ({ message }) => events.fail(plainMessage(message), parser.position + shift))
  parser.on("opentag", ({ name, attributes, isSelfClosing }) => {
    const namesAndValues = Object.entries(attributes).flat()
    events.open(name, new XmlAttributes(namesAndValues), isSelfClosing, tagOffset, parser.position + shift)
  })
  parser.on("opentagstart", ({ name }) => {
    // The event comes one character behind the name.
    tagOffset = parser.position + shift - name.length - 2
  })
  parser.on("text", (text) => events.text(text, parser.position + shift))
  parser.on("cdata", (text) => events.cdata(text, parser.position + shift))
  parser.on("closetag", () => events.close(parser.position + shift))
  parser.on("comment", (text) => events.comment(text, events.startOf("<!--", parser.position + shift, text)))
  // A handler more than it needs would make the parser an object of a kind that is five times as slow.
  if (!/<\w/.test(prefix)) {
    parser.on("doctype", (text) => {
      if (text.includes("[")) events.declarations(events.startOf("<!DOCTYPE", parser.position + shift, text))
    })
  }
  return {
    write: (text) => void parser.write(text),
    close: () => void parser.close(),
    place: () => ({
      position: parser.position + shift,
      line: parser.line + start.line - 1,
      columnIndex: parser.line === 1 ? parser.columnIndex - prefix.length + start.columnIndex : parser.columnIndex
    })
  }
}

/** The parser's messages start with a place, which is reported separately. */
const plainMessage = (message: string): string =>
  `Invalid XML: ${message.replace(/^(?:\d+:\d+: )/, "").replace(/\.$/, "")}`
