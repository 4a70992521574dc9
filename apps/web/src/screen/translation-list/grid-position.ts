/** A cell of the list: row of the key, column 0 for the key itself, then one for each shown language. */
export interface GridPosition {
  readonly row: number
  readonly column: number
}

/** The id of the element of a cell. */
export const cellId = ({ row, column }: GridPosition): string => `cell-${row}-${column}`

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Rows of one screen, for Page Up and Page Down. */
  readonly rowsPerScreen: number
}

/**
 * Returns the target of a pressed key in the stacked view, in which the languages of a key stand under each other: up and down go through the
 * languages and on to the next key, left and right between the key and its texts. null: the key does not move.
 */
export const moveInGrid = (
  { row, column }: GridPosition,
  key: string,
  { rows, columns, rowsPerScreen }: GridSize,
  { isRightToLeft = false } = {}
): GridPosition | null => {
  const lastRow = rows - 1
  const lastColumn = columns - 1
  const clampRow = (target: number) => Math.min(lastRow, Math.max(0, target))
  const toKey = isRightToLeft ? "ArrowRight" : "ArrowLeft"
  const toTexts = isRightToLeft ? "ArrowLeft" : "ArrowRight"
  switch (key) {
    case "ArrowDown":
      if (column === 0) return { row: clampRow(row + 1), column }
      if (column < lastColumn) return { row, column: column + 1 }
      return row < lastRow ? { row: row + 1, column: Math.min(1, lastColumn) } : { row, column }
    case "ArrowUp":
      if (column === 0) return { row: clampRow(row - 1), column }
      if (column > 1) return { row, column: column - 1 }
      return row > 0 ? { row: row - 1, column: lastColumn } : { row, column }
    case toKey:
      return { row, column: 0 }
    case toTexts:
      return { row, column: column === 0 ? Math.min(1, lastColumn) : column }
    case "Home":
      return { row: 0, column }
    case "End":
      return { row: lastRow, column }
    case "PageDown":
      return { row: clampRow(row + rowsPerScreen), column }
    case "PageUp":
      return { row: clampRow(row - rowsPerScreen), column }
    default:
      return null
  }
}

/**
 * The same in the table, in which each language is a column: up and down keep the column, left and right keep the row.
 */
export const moveInTable = (
  position: GridPosition,
  key: string,
  size: GridSize,
  direction: { readonly isRightToLeft?: boolean } = {}
): GridPosition | null => {
  const { row, column } = position
  const toNext = direction.isRightToLeft === true ? "ArrowLeft" : "ArrowRight"
  switch (key) {
    case "ArrowDown":
      return { row: Math.min(size.rows - 1, row + 1), column }
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column }
    case "ArrowLeft":
    case "ArrowRight":
      return { row, column: Math.min(size.columns - 1, Math.max(0, column + (key === toNext ? 1 : -1))) }
    default:
      return moveInGrid(position, key, size, direction)
  }
}

/** The text after this one in the same language, or the one before; null: there is none. */
export const nextText = ({ row, column }: GridPosition, rows: number, by: 1 | -1 = 1): GridPosition | null =>
  row + by >= 0 && row + by < rows ? { row: row + by, column } : null
