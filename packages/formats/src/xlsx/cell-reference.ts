/** The number of the column in a reference such as `B3`, from 0; null = it is no reference. */
export const columnOfReference = (reference: string): number | null => {
  let number = 0
  let lettersEnd = 0
  for (; lettersEnd < lettersMax; lettersEnd++) {
    const letter = reference.charCodeAt(lettersEnd) - 64
    if (!(letter >= 1 && letter <= 26)) break
    number = number * 26 + letter
  }
  const digitCount = reference.length - lettersEnd
  if (lettersEnd === 0 || digitCount === 0 || digitCount > digitsMax) return null
  for (let at = lettersEnd; at < reference.length; at++) {
    const unit = reference.charCodeAt(at)
    if (unit < 48 || unit > 57) return null
  }
  return number - 1
}

const lettersMax = 3
const digitsMax = 7

/** `B3` of the row 3 and the column 1, which is counted from 0. */
export const printReference = (row: number, column: number): string => `${printColumn(column)}${row}`

const printColumn = (column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : printColumn(Math.floor(column / 26) - 1) + letter
}
