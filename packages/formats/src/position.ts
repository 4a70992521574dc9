import type { SourcePosition } from "@dragoman/domain/import"

/** Line and column of a UTF-16 offset in one text, both from 1. */
export type PositionOf = (offset: number) => SourcePosition

/**
 * Prepares the line starts of a text once; each lookup is a binary search.
 * Lines end with LF, CRLF or a lone CR.
 */
export const positionsIn = (text: string): PositionOf => {
  const lineStarts = findLineStarts(text)
  return (offset) => {
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 }
  }
}

const findLineStarts = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  const hasCarriageReturn = text.includes("\r")
  if (!hasCarriageReturn) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
    return starts
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1)
  }
  return starts
}
