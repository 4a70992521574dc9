import type { LoggedHeadersText } from "@dragoman/store"

/** Headers of one response that the log keeps; a receiver must not fill the database. */
const headersMax = 40
/** UTF-16 units of one value, and of all names and values. */
const valueLengthMax = 512
const totalLengthMax = 4_096

/** Their values are secrets: the log has the scheme, or nothing of them. */
const secretHeaders: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"])

/** How a request header begins in the log. Names are few and always the same, so each is made once. */
const beginningByName = new Map<string, { readonly text: string; readonly isSecret: boolean }>()

const beginningOf = (given: string) => {
  const known = beginningByName.get(given)
  if (known !== undefined) return known
  const name = given.toLowerCase()
  const made = { text: `${JSON.stringify(name)}:`, isSecret: secretHeaders.has(name) }
  beginningByName.set(given, made)
  return made
}

/**
 * The headers that this program sends, as they were sent; names in lower case, of credentials only the scheme. `headers`: names
 * and values by turns.
 */
export const loggedRequestHeaders = (headers: ReadonlyArray<string>): LoggedHeadersText => {
  let text = "{"
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const beginning = beginningOf(headers[index] ?? "")
    const value = headers[index + 1] ?? ""
    const shown = beginning.isSecret ? value.replace(/ .*$/s, " ***") : value
    text += `${index === 0 ? "" : ","}${beginning.text}${JSON.stringify(shown)}`
  }
  return `${text}}`
}

/** The first headers of a response, cut where they are long; cookies are masked. */
export const loggedResponseHeaders = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): LoggedHeadersText => {
  const logged: Record<string, string> = {}
  let count = 0
  let total = 0
  for (const given of Object.keys(headers)) {
    const value = headers[given]
    if (value === undefined) continue
    const name = given.toLowerCase()
    const whole = secretHeaders.has(name) ? "***" : storable(typeof value === "string" ? value : value.join(", "))
    const shown = whole.length > valueLengthMax ? `${whole.slice(0, valueLengthMax)}…` : whole
    total += name.length + shown.length
    if (count++ >= headersMax || total > totalLengthMax) break
    logged[name] = shown
  }
  return JSON.stringify(logged)
}

/** PostgreSQL does not store U+0000. */
const storable = (text: string): string => text.replaceAll("\u0000", "\ufffd")
