import type { SourcePosition } from "@dragoman/domain/import"
import { SaxesParser } from "saxes"
import { formatLimits, tooDeepSentence } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { XmlAttributes } from "./xml-attributes.ts"

/** An element as it opens. */
export interface XmlElement {
  /** Without prefix, as written. */
  readonly name: string
  readonly attributes: XmlAttributes
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
  /** Asked behind each tag; not null = stop with it. */
  readonly failure: () => ParseFailure | null
}

/**
 * Walks an XML document. Null = it is well-formed. A document type declaration may name its type (plists and Qt's files do), but declare
 * nothing: it could define entities. Nothing is ever fetched or expanded; an undefined entity is a failure. Nesting is bounded.
 */
export const walkXml = (text: string, positionOf: PositionOf, visitor: XmlVisitor): ParseFailure | null => {
  const walk = startXmlWalk(visitor, {
    positionAt: (offset) => positionOf(Math.min(Math.max(offset, 0), text.length)),
    startOf: (opening, end) => text.lastIndexOf(opening, end),
    tokenUtf16UnitsMax: Number.POSITIVE_INFINITY
  })
  return walk.write(text) ?? walk.end()
}

/** How places are found in a document. */
export interface XmlSource {
  readonly positionAt: (offset: number, walk: WalkPlace) => SourcePosition
  /** The offset of a part that ends near `end`, by the signs that open it and what stands behind them. */
  readonly startOf: (opening: string, end: number, content: string) => number
  /** UTF-16 units of one text or tag: they stay in memory until it ends. */
  readonly tokenUtf16UnitsMax: number
}

/** Where a walk is: at the offset that a place is asked for, or near it. */
export interface WalkPlace {
  readonly position: number
  /** From 1. */
  readonly line: number
  /** From 0, in UTF-16 units. */
  readonly columnIndex: number
}

/** A walk through a document that comes in parts. After a failure nothing is to be written. */
export interface XmlWalk {
  readonly write: (text: string) => ParseFailure | null
  /** Called once, last. */
  readonly end: () => ParseFailure | null
}

export const startXmlWalk = (visitor: XmlVisitor, source: XmlSource): XmlWalk => {
  let failure: ParseFailure | null = null
  let depth = 0
  let elementCount = 0
  let tagOffset = 0
  let lastTokenEnd = 0
  const parser = new SaxesParser({ xmlns: false, position: true })
  const fail = (message: string, offset: number): never => {
    failure = parseFailure(message, source.positionAt(offset, parser))
    throw stopped
  }
  const stopOnFailure = () => {
    if (visitor.failure() !== null) throw stopped
  }

  parser.on("error", (error) => fail(plainMessage(error.message), parser.position))
  parser.on("doctype", (declaration) => {
    if (!declaration.includes("[")) return
    fail("A document type declaration is not allowed", source.startOf("<!DOCTYPE", parser.position, declaration))
  })
  parser.on("opentag", ({ name, attributes, isSelfClosing }) => {
    lastTokenEnd = parser.position
    depth++
    elementCount++
    if (elementCount > formatLimits.elementsMax) fail("The document has too many elements", tagOffset)
    if (depth > formatLimits.nestingDepthMax) fail(tooDeepSentence("The document"), tagOffset)
    visitor.open({ name: localName(name), attributes: new XmlAttributes(attributes), isSelfClosing, offset: tagOffset })
    stopOnFailure()
  })
  parser.on("opentagstart", (tag) => {
    // The event comes one character behind the name.
    tagOffset = parser.position - tag.name.length - 2
  })
  parser.on("text", (content) => {
    lastTokenEnd = parser.position
    visitor.text(content)
  })
  parser.on("cdata", (content) => {
    lastTokenEnd = parser.position
    const take = visitor.cdata ?? visitor.text
    take(content)
  })
  const { comment } = visitor
  if (comment !== undefined) {
    parser.on("comment", (content) => {
      comment(content, source.startOf("<!--", parser.position, content))
    })
  }
  parser.on("closetag", () => {
    lastTokenEnd = parser.position
    depth--
    visitor.close()
    stopOnFailure()
  })

  /** False = the walk was stopped. */
  const run = (step: () => void): boolean => {
    try {
      step()
      return true
    } catch (error) {
      if (error !== stopped) throw error
      return false
    }
  }
  return {
    write: (text) => {
      // A slice of a text is slower to read than the text: the parser gets it as a whole.
      if (run(() => parser.write(text)) && parser.position - lastTokenEnd > source.tokenUtf16UnitsMax) {
        run(() => fail("A text or a tag is too long", parser.position))
      }
      return failure ?? visitor.failure()
    },
    end: () => {
      run(() => parser.close())
      return failure ?? visitor.failure()
    }
  }
}

/** Thrown through the parser, which has no other way to end. */
const stopped = new Error("The walk was stopped")

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
