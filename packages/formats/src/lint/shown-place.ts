import type { SourcePosition } from "@dragoman/domain/import"
import type { ReadOptions } from "../reader.ts"
import { findReadableFormat } from "../registry.ts"
import { decodeDamagedText, decodeText, linesIn } from "../source-text.ts"
import { printReference } from "../xlsx/cell-reference.ts"
import { declaredXmlEncoding } from "../xml/walk-xml.ts"
import { excerptOf, type SourceExcerpt } from "./source-excerpt.ts"

/** A place in a translation file, as it is shown to people. */
export interface ShownPlace {
  /** From 1; null = the problem has no place, or a cell. */
  readonly line: number | null
  /** From 1, in UTF-16 units. */
  readonly column: number | null
  /** The cell of a workbook, instead of line and column: `Sheet1!B3`. */
  readonly cell: string | null
  /** The line, or the text of the cell; null = there is none. */
  readonly excerpt: SourceExcerpt | null
}

export type ShowPlace = (position: SourcePosition | null) => ShownPlace

/** Shows places of a file that cannot be looked into. */
export const withoutSource: ShowPlace = (position) => ({
  line: position?.line ?? null,
  column: position?.column ?? null,
  cell: null,
  excerpt: null
})

/** Shows the places that a reader reports about the file. It is decoded, or read again, when the first place is asked for. */
export const showPlacesIn = (
  bytes: Uint8Array,
  { path, format: requested }: Pick<ReadOptions, "path" | "format">
): ShowPlace => {
  const format = findReadableFormat(path, requested)
  if (format === undefined) return withoutSource
  const { cellsOf, decode = decodeMarkup } = format
  if (cellsOf !== undefined) return cellSource(once(() => cellsOf(bytes)))
  const lineAt = once(() => {
    const decoded = decode(bytes)
    return linesIn(decoded.kind === "text" ? decoded.text : decodeDamagedText(bytes))
  })
  return (position) => {
    if (position === null) return withoutSource(null)
    const line = lineAt()(position.line)
    return { ...withoutSource(position), excerpt: line === null ? null : excerptOf(line, position.column) }
  }
}

const decodeMarkup = (bytes: Uint8Array) => decodeText(bytes, declaredXmlEncoding(bytes))

const cellSource =
  (cellAt: () => (position: SourcePosition) => string | null): ShowPlace =>
  (position) => {
    if (position === null) return withoutSource(null)
    const reference = printReference(position.line, position.column - 1)
    const text = cellAt()(position)
    return {
      line: null,
      column: null,
      cell: position.sheet === undefined ? reference : `${position.sheet}!${reference}`,
      excerpt: text === null || text === "" ? null : excerptOf(text, 1)
    }
  }

const once = <A>(compute: () => A): (() => A) => {
  let computed: { readonly value: A } | null = null
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}
