/** Percent that are never rounded up: only equal texts have 100. */
export const similarityText = (similarity: number, language: string): string =>
  new Intl.NumberFormat(language, { style: "percent" }).format(Math.floor(similarity * 100 + roundingError) / 100)

/** Products of decimal fractions lie below the whole number that they stand for. */
const roundingError = 1e-9
