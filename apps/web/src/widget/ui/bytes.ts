const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const

/** "512 byte", "3.4 MB": in the largest unit of which there is at least one, in steps of 1,000. */
export const bytesText = (bytes: number, languageTag: string): string => {
  let step = 0
  let value = bytes
  while (value >= 1_000 && step < units.length - 1) {
    value /= 1_000
    step++
  }
  return new Intl.NumberFormat(languageTag, {
    style: "unit",
    unit: units[step] ?? "byte",
    maximumFractionDigits: step === 0 ? 0 : 1
  }).format(value)
}
