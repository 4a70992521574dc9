/** Escapes a text for the inside of a JSON string. */
const escapeText = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Copies plain data with all texts and names escaped: wherever a template puts one into a JSON string, it cannot end that string. */
export const escapeTexts = (value: unknown): unknown => {
  if (typeof value === "string") return escapeText(value)
  if (Array.isArray(value)) return value.map(escapeTexts)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [escapeText(name), escapeTexts(part)]))
}

/** Writes data of `escapeTexts` as JSON; absent values are null. */
export const jsonOfEscaped = (value: unknown): string => {
  if (typeof value === "string") return `"${value}"`
  if (Array.isArray(value)) return `[${value.map(jsonOfEscaped).join(",")}]`
  if (typeof value !== "object" || value === null) {
    return typeof value === "number" || typeof value === "boolean" ? JSON.stringify(value) : "null"
  }
  return `{${Object.entries(value)
    .map(([name, part]) => `"${name}":${jsonOfEscaped(part)}`)
    .join(",")}}`
}
