import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import { cellId, type GridPosition } from "./grid-position.ts"
import { useGridWindow } from "./grid-window.ts"
import type { VisibleRows } from "./needed-pages.ts"

interface GridFocusPlace {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** All rows of the list. */
  readonly total: number
  /** In px, as estimated before a row is drawn. */
  readonly rowHeight: number
  readonly isTable: boolean
  readonly onShow: (rows: VisibleRows) => void
}

export type GridFocus = ReturnType<typeof useGridFocus>

/** The active cell of the grid, its focus, and the window of rows around it. */
export const useGridFocus = (place: GridFocusPlace) => {
  const { total, isTable } = place
  const [active, setActive] = useState<GridPosition>({ row: 0, column: 1 })
  const wantsFocus = useRef(false)
  // The list may have become shorter.
  if (total > 0 && active.row >= total) setActive({ ...active, row: total - 1 })
  const { reveal: revealRow, ...window } = useGridWindow({ ...place, activeRow: active.row })

  const reveal = (position: GridPosition) => {
    // Another object each time: the active cell may have to get the focus once more.
    setActive({ ...position })
    revealRow(position.row)
  }
  const focusCell = (position: GridPosition) => {
    wantsFocus.current = true
    reveal(position)
  }
  // A cell far away is drawn only after the list has scrolled there.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = document.getElementById(cellId(active))
    if (cell === null) return
    cell.focus({ preventScroll: true })
    if (isTable) cell.scrollIntoView({ block: "nearest", inline: "nearest" })
    wantsFocus.current = document.activeElement !== cell
  })
  return { ...window, active, setActive, reveal, focusCell }
}
