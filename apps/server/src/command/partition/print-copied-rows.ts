/** Rows of one table between two lines about the progress. */
const rowsPerLine = 100_000

/** Writes the progress of a copy to a terminal. */
export const printCopiedRows = () => {
  let next = 0
  return (table: string, rows: number): void => {
    if (rows < next) next = 0
    if (process.stderr.isTTY !== true || rows < next) return
    next = rows + rowsPerLine
    process.stderr.write(`copying ${table}: ${rows} rows\n`)
  }
}
