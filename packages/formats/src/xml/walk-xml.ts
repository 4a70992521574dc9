import type { SourcePosition } from "@dragoman/domain/import"
import { formatLimits, tooDeepSentence } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import type { PositionOf } from "../source-text.ts"
import { type LibraryEvents, type LibraryWalk, startLibrary } from "./library-walk.ts"
import { XmlScanner } from "./scan-xml.ts"
import type { WalkPlace } from "./walk-place.ts"
import type { XmlAttributes } from "./xml-attributes.ts"

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
  /** Inside of the root element, decoded. May come in several parts. */
  readonly text: (text: string) => void
  /** A CDATA section; absent = it is text. */
  readonly cdata?: (text: string) => void
  /** The text between the signs; `offset` is the one of its `<`. Absent = comments do not matter. */
  readonly comment?: (text: string, offset: number) => void
  readonly close: () => void
  /** An element with nothing inside but a text, which may be empty. Absent, and mostly behind a mistake: it is opened and closed like others. */
  readonly leaf?: (element: XmlElement, text: string) => void
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
  /** `placeOf`: of the offset, or near it. */
  readonly positionAt: (offset: number, placeOf: () => WalkPlace) => SourcePosition
  /** The offset of a part that ends near `end`, by the signs that open it and what stands behind them. */
  readonly startOf: (opening: string, end: number, content: string) => number
  /** UTF-16 units of one text or tag: they stay in memory until it ends. */
  readonly tokenUtf16UnitsMax: number
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
  let lastTokenEnd = 0
  let library: LibraryWalk | null = null

  const fail = (message: string, offset: number): never => {
    const placeOf = () => library?.place() ?? scanner.placeOf(offset)
    failure = parseFailure(message, source.positionAt(offset, placeOf))
    throw stopped
  }
  const stopOnFailure = () => {
    if (visitor.failure() !== null) throw stopped
  }
  const enter = (offset: number) => {
    depth++
    elementCount++
    if (elementCount > formatLimits.elementsMax) fail("The document has too many elements", offset)
    if (depth > formatLimits.nestingDepthMax) fail(tooDeepSentence("The document"), offset)
  }
  const { leaf: visitLeaf } = visitor
  const events: LibraryEvents = {
    open: (name, attributes, isSelfClosing, offset, end) => {
      lastTokenEnd = end
      enter(offset)
      visitor.open({ name: localName(name), attributes, isSelfClosing, offset })
      stopOnFailure()
    },
    text: (text, end) => {
      lastTokenEnd = end
      if (depth > 0) visitor.text(text)
    },
    cdata: (text, end) => {
      lastTokenEnd = end
      if (visitor.cdata === undefined) visitor.text(text)
      else visitor.cdata(text)
    },
    comment: (text, offset) => visitor.comment?.(text, offset),
    close: (end) => {
      lastTokenEnd = end
      depth--
      visitor.close()
      stopOnFailure()
    },
    leaf:
      visitLeaf === undefined
        ? undefined
        : (name, attributes, text, offset, end) => {
            lastTokenEnd = end
            enter(offset)
            visitLeaf({ name: localName(name), attributes, isSelfClosing: false, offset }, text)
            depth--
            stopOnFailure()
          },
    declarations: (offset) => fail("A document type declaration is not allowed", offset),
    startOf: source.startOf,
    fail
  }
  const scanner = new XmlScanner(events)

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
  const handOver = (): LibraryWalk => {
    library = startLibrary(events, scanner.prefix, scanner.place)
    library.write(scanner.rest)
    return library
  }
  const take = (text: string) => {
    if (library !== null) return library.write(text)
    scanner.write(text)
    if (scanner.restUtf16Units > restUtf16UnitsMax) handOver()
  }
  const finish = () => {
    if (library !== null || !scanner.isComplete) (library ?? handOver()).close()
  }
  return {
    write: (text) => {
      const isRunning = run(() => take(text))
      const end = library?.place().position ?? scanner.end
      if (isRunning && end - lastTokenEnd > source.tokenUtf16UnitsMax) {
        run(() => fail("A text or a tag is too long", end))
      }
      return failure ?? visitor.failure()
    },
    end: () => {
      run(finish)
      return failure ?? visitor.failure()
    }
  }
}

/** What the scanner may leave of a text: as much as a part of a document that is not complete, but short enough to be looked at again. */
const restUtf16UnitsMax = 65_536

/** Thrown through the parser, which has no other way to end. */
const stopped = new Error("The walk was stopped")

const localName = (name: string): string => (name.includes(":") ? name.slice(name.lastIndexOf(":") + 1) : name)

/** Bytes in which an XML declaration names its encoding; it is ASCII in every encoding that needs one. */
const declarationBytesMax = 200

/** The encoding that the XML declaration names, in lower case; null = it names none. */
export const declaredXmlEncoding = (bytes: Uint8Array): string | null => {
  const start = String.fromCharCode(...bytes.subarray(0, declarationBytesMax))
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/.exec(start)?.[1]?.toLowerCase() ?? null
}
