import type { WebhookHeader } from "@dragoman/domain/webhook"
import type { LoggedHeadersText } from "@dragoman/store"

/** Headers of one response that the log keeps; a receiver must not fill the database. */
const headersMax = 40
/** UTF-16 units of one value, and of all names and values. */
const valueLengthMax = 512
const totalLengthMax = 4_096

/** Headers whose values are secrets: the log has the scheme, or nothing of them. */
const secretHeaders: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"])

/**
 * Writes the headers that this program sends; names in lower case, only the scheme of credentials, no value of a configuration's own
 * headers. `headers`: names and values by turns.
 */
export const loggedRequestHeaders = (
  headers: ReadonlyArray<string>,
  own: ReadonlyArray<WebhookHeader>
): LoggedHeadersText => {
  const logged: Record<string, string> = {}
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? "").toLowerCase()
    const value = headers[index + 1] ?? ""
    logged[name] = secretHeaders.has(name) ? value.replace(/ .*$/s, " ***") : value
  }
  for (const { name } of own) logged[name.toLowerCase()] = "***"
  return JSON.stringify(logged)
}

/** Writes the first headers of a response, cut where they are long; cookies are masked. */
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

/** Replaces U+0000, which PostgreSQL does not store. */
const storable = (text: string): string => text.replaceAll("\u0000", "\ufffd")
