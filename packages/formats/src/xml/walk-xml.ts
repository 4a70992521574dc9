import { SaxesParser } from "saxes"
import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"

/** An element as it opens. */
export interface XmlElement {
  /** Without prefix, as written. */
  readonly name: string
  /** By name as written, prefix included. */
  readonly attributes: ReadonlyMap<string, string>
  readonly isSelfClosing: boolean
  /** UTF-16 offset of its `<`. */
  readonly offset: number
}

export interface XmlVisitor {
  readonly open: (element: XmlElement) => void
  /** Decoded. May come in several parts. */
  readonly text: (text: string) => void
  /** A CDATA section; absent = it is text. */
  readonly cdata?: (text: string) => void
  /** The text between the signs; `offset` is the one of its `<`. Absent = comments do not matter. */
  readonly comment?: (text: string, offset: number) => void
  readonly close: () => void
  /** Asked between blocks of the text; not null = stop with it. */
  readonly failure: () => ParseFailure | null
}

/**
 * Walks an XML document. Null = it is well-formed. A document type declaration may name its type (plists and Qt's files do), but declare
 * nothing: it could define entities. Nothing is ever fetched or expanded; an undefined entity is a failure. Nesting is bounded.
 */
export const walkXml = (text: string, positionOf: PositionOf, visitor: XmlVisitor): ParseFailure | null => {
  let failure: ParseFailure | null = null
  let depth = 0
  let elementCount = 0
  let tagOffset = 0
  const parser = new SaxesParser({ xmlns: false, position: true })
  const fail = (message: string, offset: number) => {
    failure ??= parseFailure(message, positionOf(Math.min(Math.max(offset, 0), text.length)))
  }

  parser.on("error", (error) => fail(plainMessage(error.message), parser.position))
  parser.on("doctype", (declaration) => {
    if (!declaration.includes("[")) return
    fail("A document type declaration is not allowed", text.lastIndexOf("<!DOCTYPE", parser.position))
  })
  parser.on("opentag", (tag) => {
    if (failure !== null) return
    depth++
    elementCount++
    if (elementCount > formatLimits.elementsMax) return fail("The document has too many elements", tagOffset)
    if (depth > formatLimits.nestingDepthMax) return fail("The document is nested too deeply", tagOffset)
    visitor.open({
      name: localName(tag.name),
      attributes: new Map(Object.entries(tag.attributes)),
      isSelfClosing: tag.isSelfClosing,
      offset: tagOffset
    })
  })
  parser.on("opentagstart", (tag) => {
    // The event comes one character behind the name.
    tagOffset = parser.position - tag.name.length - 2
  })
  const visitText = (content: string) => {
    if (failure === null) visitor.text(content)
  }
  parser.on("text", visitText)
  parser.on("cdata", (content) => {
    if (failure === null) (visitor.cdata ?? visitor.text)(content)
  })
  const { comment } = visitor
  if (comment !== undefined) {
    parser.on("comment", (content) => {
      if (failure === null) comment(content, text.lastIndexOf("<!--", parser.position))
    })
  }
  parser.on("closetag", () => {
    depth--
    if (failure === null) visitor.close()
  })

  for (let start = 0; start < text.length; start += blockUtf16Units) {
    parser.write(text.slice(start, start + blockUtf16Units))
    failure ??= visitor.failure()
    if (failure !== null) return failure
  }
  parser.close()
  return failure ?? visitor.failure()
}

/** After a failure at most the rest of one block is walked. */
const blockUtf16Units = 65_536

const localName = (name: string): string => name.slice(name.lastIndexOf(":") + 1)

/** The parser's messages start with a place, which is reported separately. */
const plainMessage = (message: string): string =>
  `Invalid XML: ${message.replace(/^(?:\d+:\d+: )/, "").replace(/\.$/, "")}`

/** Bytes in which an XML declaration names its encoding; it is ASCII in every encoding that needs one. */
const declarationBytesMax = 200

/** The encoding that the XML declaration names, in lower case; null = it names none. */
export const declaredXmlEncoding = (bytes: Uint8Array): string | null => {
  const start = String.fromCharCode(...bytes.subarray(0, declarationBytesMax))
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/.exec(start)?.[1]?.toLowerCase() ?? null
}
