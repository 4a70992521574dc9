import type { CopyProgress } from "@dragoman/store"

/** Number of rows of one table between two lines. */
const rowsPerLine = 100_000

/** Prints lines about a copy for a person at a terminal: one per table, and more for large ones. */
export const printProgress = (stream: NodeJS.WriteStream = process.stderr): ((progress: CopyProgress) => void) => {
  if (stream.isTTY !== true) return () => {}
  let last = ""
  let next = 0
  return ({ step, table, rows }) => {
    const place = `${step} ${table}`
    if (place !== last) next = 0
    last = place
    if (rows < next) return
    next = rows + rowsPerLine
    stream.write(step === "copy" ? `copying ${table}: ${rows} rows\n` : `comparing ${table}\n`)
  }
}
