/** The number of the column in a reference such as `B3`, from 0; null = it is no reference. */
export const columnOfReference = (reference: string): number | null => {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** `B3` of the row 3 and the column 1, which is counted from 0. */
export const printReference = (row: number, column: number): string => `${printColumn(column)}${row}`

const printColumn = (column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : printColumn(Math.floor(column / 26) - 1) + letter
}
