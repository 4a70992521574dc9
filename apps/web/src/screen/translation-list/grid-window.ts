import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { rowsPerWindow, startAround, startFor } from "./row-window.ts"

/** Rows that are drawn beyond the visible ones. */
const overscanRows = 6

/** Height of the column headers, which stay above the rows of the table. */
const headerHeight = 40

/** Height of the namespace that lies over the first visible row. */
const namespaceHeight = 32

interface GridWindowPlace {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** All rows of the list. */
  readonly total: number
  /** In px, as estimated before a row is drawn. */
  readonly rowHeight: number
  /** It stays drawn: the focus, or the open editor, is in it. */
  readonly activeRow: number
  readonly isTable: boolean
  /** These rows are visible. */
  readonly onShow: (rows: { readonly first: number; readonly last: number }) => void
}

/** Lays out and draws a window of a list of any length, and brings rows into view. */
export const useGridWindow = ({ scroller, total, rowHeight, activeRow, isTable, onShow }: GridWindowPlace) => {
  const size = rowsPerWindow(rowHeight)
  const [wantedStart, setStart] = useState(0)
  const start = Math.min(wantedStart, Math.max(0, total - size))
  const virtualizer = useVirtualizer({
    count: Math.min(total, size),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => index + start, [start]),
    overscan: overscanRows,
    paddingStart: isTable ? headerHeight : 0,
    scrollPaddingStart: (isTable ? headerHeight : 0) + namespaceHeight,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const rows = defaultRangeExtractor(range)
        const index = activeRow - start
        if (index < 0 || index >= range.count || rows.includes(index)) return rows
        return [...rows, index].toSorted((one, other) => one - other)
      },
      [activeRow, start]
    )
  })
  const first = start + (virtualizer.range?.startIndex ?? 0)
  const last = start + (virtualizer.range?.endIndex ?? 0)
  // The row that has to come into view after the window has moved: until then the visible rows are those of the window before.
  const wantsRow = useRef<{ readonly row: number; readonly align: "auto" | "start" } | null>(null)
  const move = (next: number, row: number, align: "auto" | "start") => {
    wantsRow.current = { row, align }
    setStart(next)
  }
  useLayoutEffect(() => {
    if (wantsRow.current === null) return
    virtualizer.scrollToIndex(wantsRow.current.row - start, { align: wantsRow.current.align })
  }, [start, virtualizer])
  useEffect(() => {
    const wanted = wantsRow.current?.row ?? total
    if (wanted < total && (wanted < first || wanted > last)) return
    wantsRow.current = null
    const next = startFor({ start, size }, { first, last }, total)
    if (next !== start) move(next, first, "start")
    else onShow({ first, last })
  })
  return {
    virtualizer,
    /** The row of the first index of the virtualizer. */
    start,
    /** The visible rows. */
    first,
    last,
    reveal: (row: number) => {
      const index = row - start
      if (index >= 0 && index < size) virtualizer.scrollToIndex(index, { align: "auto" })
      else move(startAround(row, total, size), row, "auto")
    }
  }
}
