import type { SourcePosition } from "@dragoman/domain/import"
import { SaxesParser } from "saxes"
import { formatLimits, tooDeepSentence } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"

/** An element as it opens. */
export interface XmlElement {
  /** Without prefix, as written. */
  readonly name: string
  /** By name with its prefix, in the order of the file. The object has no prototype. */
  readonly attributes: XmlAttributes
  readonly isSelfClosing: boolean
  /** UTF-16 offset of its `<`, or near it. */
  readonly offset: number
}

export type XmlAttributes = Readonly<Record<string, string>>

export interface XmlVisitor {
  readonly open: (element: XmlElement) => void
  /** Inside of the root element, decoded. May come in several parts. */
  readonly text: (text: string) => void
  /** A CDATA section; absent = it is text. */
  readonly cdata?: (text: string) => void
  /** The text between the signs; `offset` is the one of its `<`. Absent = comments do not matter. */
  readonly comment?: (text: string, offset: number) => void
  readonly close: () => void
  /** Asked behind each tag, with the place of its end, and by others without a place; not null = stop with it. */
  readonly failure: (place?: ParserPlace) => ParseFailure | null
  /** Skips what a document type declares instead of rejecting it. A declared entity is still undefined. */
  readonly ignoresDeclarations?: true
}

/**
 * Walks an XML document. Null = it is well-formed. A document type declaration may name its type (plists and Qt's files do), but declare
 * nothing, unless the visitor ignores it: it could define entities. Nothing is ever fetched or expanded; an undefined entity is a failure. Nesting is bounded.
 */
export const walkXml = (text: string, positionOf: PositionOf, visitor: XmlVisitor): ParseFailure | null => {
  const walk = startXmlWalk(visitor, {
    positionAt: (offset) => positionOf(Math.min(Math.max(offset, 0), text.length)),
    startOf: (opening, end) => text.lastIndexOf(opening, end - 1),
    tokenUtf16UnitsMax: Number.POSITIVE_INFINITY
  })
  return walk.write(text) ?? walk.end()
}

/** How places are found in a document. */
export interface XmlSource {
  /** `place`: where the parser is, at the offset or behind it. */
  readonly positionAt: (offset: number, place: ParserPlace) => SourcePosition
  /** The offset of the part that ends at `end`, by the signs that open it, or one near it. */
  readonly startOf: (opening: string, end: number) => number
  /** UTF-16 units of one text or tag: they stay in memory until it ends. */
  readonly tokenUtf16UnitsMax: number
}

/**
 * `line`: from 1. `columnIndex` and `position`: from 0, in UTF-16 units. Names no type of the parser: its declarations do not pass the
 * strict compilers of those who install the package.
 */
export interface ParserPlace {
  readonly line: number
  readonly columnIndex: number
  readonly position: number
}

/** A walk through a document that comes in parts. After a failure nothing is to be written. */
export interface XmlWalk {
  readonly write: (text: string) => ParseFailure | null
  /** Called once, last. */
  readonly end: () => ParseFailure | null
}

export const startXmlWalk = (visitor: XmlVisitor, source: XmlSource): XmlWalk => {
  const parser = new Parser()
  let failure: ParseFailure | null = null
  let depth = 0
  let elementCount = 0
  let writtenEnd = 0
  let lastTokenEnd = 0

  const stopOnFailure = () => {
    if (visitor.failure(parser) !== null) throw new Malformed("", 0)
  }
  const startOf = (opening: string) => source.startOf(opening, parser.position)
  // The parser is an object of a slower kind, for the whole process, once it has more than about seven handlers.
  parser.on("opentag", ({ name, attributes, isSelfClosing }) => {
    lastTokenEnd = parser.position
    const offset = startOf("<")
    depth++
    elementCount++
    if (elementCount > formatLimits.elementsMax) throw new Malformed("The document has too many elements", offset)
    if (depth > formatLimits.nestingDepthMax) throw new Malformed(tooDeepSentence("The document"), offset)
    visitor.open({ name: localName(name), attributes, isSelfClosing, offset })
    stopOnFailure()
  })
  parser.on("text", (text) => {
    lastTokenEnd = parser.position
    if (depth > 0) visitor.text(text)
  })
  parser.on("cdata", (text) => {
    lastTokenEnd = parser.position
    if (visitor.cdata === undefined) visitor.text(text)
    else visitor.cdata(text)
  })
  parser.on("closetag", () => {
    lastTokenEnd = parser.position
    depth--
    visitor.close()
    stopOnFailure()
  })
  parser.on("doctype", (text) => {
    if (visitor.ignoresDeclarations === undefined && text.includes("["))
      throw new Malformed("A document type declaration is not allowed", startOf("<!DOCTYPE"))
  })
  if (visitor.comment !== undefined) parser.on("comment", (text) => visitor.comment?.(text, startOf("<!--")))

  const run = (step: () => void): ParseFailure | null => {
    try {
      step()
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      const { message, offset } = error
      failure = visitor.failure(parser) ?? parseFailure(message, source.positionAt(offset, parser))
    }
    return failure ?? visitor.failure(parser)
  }
  return {
    write: (text) =>
      run(() => {
        writtenEnd += text.length
        parser.write(text)
        if (writtenEnd - lastTokenEnd > source.tokenUtf16UnitsMax)
          throw new Malformed("A text or a tag is too long", writtenEnd)
      }),
    end: () => run(() => parser.close())
  }
}

class Parser extends SaxesParser {
  override fail(message: string): never {
    throw new Malformed(`Invalid XML: ${message.replace(/\.$/, "")}`, this.position)
  }
}

/** Ends a walk: the parser has no other way. */
class Malformed extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

const localName = (name: string): string => (name.includes(":") ? name.slice(name.lastIndexOf(":") + 1) : name)

/** Bytes in which an XML declaration names its encoding; it is ASCII in every encoding that needs one. */
const declarationBytesMax = 200

/** The encoding that the XML declaration names, in lower case; null = it names none. */
export const declaredXmlEncoding = (bytes: Uint8Array): string | null => {
  const start = String.fromCharCode(...bytes.subarray(0, declarationBytesMax))
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/.exec(start)?.[1]?.toLowerCase() ?? null
}
