import { type ParseFailure, parseFailure } from "../reader.ts"
import { markedEncoding } from "../source-text.ts"
import { declaredXmlEncoding, startXmlWalk, type XmlVisitor } from "./walk-xml.ts"

/** A walk through a document that is never in memory as a whole. */
export interface XmlBlockWalk {
  readonly write: (block: Uint8Array) => void
  /** Called once, last. Null = the document is well-formed. */
  readonly end: () => ParseFailure | null
}

/** `walkXml` for a document that comes in blocks of bytes. A place is where the parser stopped, behind the one that is meant. */
export const walkXmlBlocks = (visitor: XmlVisitor): XmlBlockWalk => {
  const walk = startXmlWalk(visitor, {
    positionAt: (_, { line, columnIndex }) => ({ line, column: columnIndex + 1 }),
    startOf: (_, end) => end,
    tokenUtf16UnitsMax
  })
  let decoder: TextDecoder | null = null
  let failure: ParseFailure | null = null
  const decode = (block: Uint8Array, isLast: boolean): string => {
    try {
      decoder ??= new TextDecoder(markedEncoding(block) ?? declaredXmlEncoding(block) ?? "utf-8", { fatal: true })
      return decoder.decode(block, { stream: !isLast })
    } catch {
      // Also for the name of an encoding that no decoder has.
      failure = parseFailure("The text is not valid in its encoding", null)
      return ""
    }
  }
  return {
    write: (block) => {
      if (failure !== null || block.length === 0) return
      const text = decode(block, false)
      failure ??= walk.write(text)
    },
    end: () => {
      const text = failure === null ? decode(new Uint8Array(), true) : ""
      return failure ?? walk.write(text) ?? walk.end()
    }
  }
}

/** Far above what a cell of a spreadsheet may have. */
const tokenUtf16UnitsMax = 2_000_000
