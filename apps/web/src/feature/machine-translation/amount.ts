/** Returns the amount that a person typed, with the digits and the decimal sign of their language. null: none; NaN: no amount. */
export const readAmount = (typed: string): number | null => {
  const text = typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit)))
    .replace(/[,٫]/, ".")
  if (text === "") return null
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

/** Digits of an amount that are shown: a text of a cheap service costs less than a thousandth. */
const fractionDigitsMax = 4

/** Returns an amount in the currency of the server, which has no name. */
export const amountText = (amount: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: fractionDigitsMax }).format(amount)
