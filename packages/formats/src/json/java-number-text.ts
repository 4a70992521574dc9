/**
 * A JSON number as the reference's platform prints it: whole numbers digit by digit, others as Java prints a double
 * (`1.50` → `1.5`, `1e3` → `1000.0`, `1e7` → `1.0E7`).
 * Source: docs/reference/import.md#nested-values.
 */
export const javaNumberText = (spelled: string, isWhole: boolean): string => {
  if (isWhole) return spelled === "-0" ? "0" : spelled
  const value = Number(spelled)
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity"
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0"
  const sign = value < 0 ? "-" : ""
  // `toExponential` without an argument gives as many digits as the number needs.
  const [digits = "", exponentText = "0"] = Math.abs(value).toExponential().replace(".", "").split("e")
  return sign + printDouble(digits, Number(exponentText))
}

/** `digits` without a point; the value is `d.ddd` times ten to the power of `exponent`. */
const printDouble = (digits: string, exponent: number): string => {
  if (exponent < -3 || exponent >= 7) return `${digits[0]}.${digits.slice(1) || "0"}E${exponent}`
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0")
  return `${whole}.${digits.slice(exponent + 1) || "0"}`
}
