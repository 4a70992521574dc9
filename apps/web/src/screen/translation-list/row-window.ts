/** Browsers draw no element higher than this: Firefox ends at 17.9 million px, Chromium at 33.5. */
const heightMax = 15_000_000
/** Rows with long texts are higher than estimated. */
const growthMax = 2
/** Height in px that the first cell of a row needs. */
export const rowHeightMin = 42
/** The window moves on when the visible rows come this close to its edge. */
const margin = 100

/** Only a window of the list's rows is laid out at once. Rows count from 0. */
export interface RowWindow {
  readonly start: number
  readonly size: number
}

/** Returns the number of rows of this height in px that are laid out at once. */
export const rowsPerWindow = (rowHeight: number): number => Math.floor(heightMax / growthMax / rowHeight)

/** Returns the first row of a window around a row, which is in its middle where the list allows. */
export const startAround = (row: number, total: number, size: number): number =>
  Math.min(Math.max(0, total - size), Math.max(0, row - Math.floor(size / 2)))

/** Returns the first row of the window for these visible rows: it moves only near an edge behind which there are more rows. */
export const startFor = (
  { start, size }: RowWindow,
  visible: { readonly first: number; readonly last: number },
  total: number
): number => {
  const isNearEnd = visible.last >= start + size - margin && start + size < total
  const isNearStart = visible.first < start + margin && start > 0
  return isNearEnd || isNearStart ? startAround(visible.first, total, size) : start
}
