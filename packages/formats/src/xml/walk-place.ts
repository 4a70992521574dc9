/** Where a walk through a document is: at the offset that a place is asked for, or near it. */
export interface WalkPlace {
  /** UTF-16 offset. */
  readonly position: number
  /** From 1. */
  readonly line: number
  /** From 0, in UTF-16 units. */
  readonly columnIndex: number
}

export const startPlace: WalkPlace = { position: 0, line: 1, columnIndex: 0 }

/** The place behind a text that begins at a place. Lines end with LF, CRLF or a lone CR. */
export const placeBehind = ({ position, line, columnIndex }: WalkPlace, text: string): WalkPlace => {
  let lineCount = 0
  let lineStart = -columnIndex
  const hasReturns = text.includes("\r")
  for (let end = text.indexOf("\n"); end !== -1 && !hasReturns; end = text.indexOf("\n", lineStart)) {
    lineCount++
    lineStart = end + 1
  }
  for (const { 0: lineEnd, index } of hasReturns ? text.matchAll(/\r\n?|\n/g) : []) {
    lineCount++
    lineStart = index + lineEnd.length
  }
  return { position: position + text.length, line: line + lineCount, columnIndex: text.length - lineStart }
}
