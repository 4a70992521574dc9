import { useState } from "react"

/** Width of columns in pixels. The editor needs the smallest one. */
export const columnWidthMin = 240
export const columnWidthMax = 960
const usualWidth = 320
const usualKeyWidth = 280

/** Change of width for a press of an arrow key. */
export const widthStep = 24

/** The name of the first column, which is no language. */
export const keyColumn = "key"

const storageName = "dragoman.column-widths"

type Widths = Readonly<Record<string, number>>

export const clampWidth = (width: number): number =>
  Math.round(Math.min(columnWidthMax, Math.max(columnWidthMin, width)))

/** Stored widths by column; total: what is no width is left out. */
export const parseWidths = (text: string | null): Widths => {
  try {
    const stored: unknown = JSON.parse(text ?? "{}")
    const entries = Object.entries(stored ?? {}).filter(([, width]) => Number.isFinite(width))
    return Object.fromEntries(entries.map(([column, width]) => [column, clampWidth(Number(width))]))
  } catch {
    return {}
  }
}

export interface ColumnWidths {
  readonly widthOf: (column: string) => number
  /** null: the usual width again. */
  readonly setWidth: (column: string, width: number | null) => void
}

/** The widths of the columns of the table: of this browser, for all projects. */
export const useColumnWidths = (): ColumnWidths => {
  const [widths, setWidths] = useState(() => parseWidths(localStorage.getItem(storageName)))
  return {
    widthOf: (column) => widths[column] ?? (column === keyColumn ? usualKeyWidth : usualWidth),
    setWidth: (column, width) => {
      const { [column]: _before, ...others } = widths
      const next = width === null ? others : { ...others, [column]: clampWidth(width) }
      localStorage.setItem(storageName, JSON.stringify(next))
      setWidths(next)
    }
  }
}
