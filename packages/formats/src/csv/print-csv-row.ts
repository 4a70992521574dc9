/** Prints a row, every cell in quotes; null is an empty cell. */
export const printCsvRow = (texts: ReadonlyArray<string | null>): string => `${texts.map(printCell).join(",")}\n`

/** A backslash is doubled only where a reader would take it for the start of an escape. */
const printCell = (text: string | null): string =>
  `"${(text ?? "").replace(/\\{2,}|\\(?=$|")/g, "$&$&").replaceAll('"', '""')}"`
