/** Keys of one request: with 100 scrolling shows no empty rows. */
export const keysPerPage = 100

/** Rows that are read beyond the visible ones. */
const rowsAhead = 100
const rowsBehind = 20

export interface VisibleRows {
  readonly first: number
  readonly last: number
}

/** The pages of the visible rows, one ahead and the near ones behind; the first alone while the total is unknown. */
export const neededPages = ({ first, last }: VisibleRows, total: number | null): ReadonlyArray<number> => {
  if (total === null) return [0]
  const lastPage = Math.max(0, Math.ceil(total / keysPerPage) - 1)
  const from = Math.floor(Math.max(0, first - rowsBehind) / keysPerPage)
  const to = Math.min(lastPage, Math.floor((last + rowsAhead) / keysPerPage))
  return Array.from(
    { length: Math.max(1, to - Math.min(from, lastPage) + 1) },
    (_, index) => Math.min(from, lastPage) + index
  )
}
