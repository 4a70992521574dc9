import type { LoggedHeaders } from "@dragoman/store"

/** Headers of one response that the log keeps; a receiver must not fill the database. */
const headersMax = 40
/** UTF-16 units of one value, and of all names and values. */
const valueLengthMax = 512
const totalLengthMax = 4_096

/** Their values are secrets: the log has the scheme, or nothing of them. */
const secretHeaders: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"])

/** The request's headers as they were sent, names in lower case; of credentials only the scheme. */
export const loggedRequestHeaders = (headers: Readonly<Record<string, string>>): LoggedHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lower = name.toLowerCase()
      return [lower, secretHeaders.has(lower) ? value.replace(/ .*$/s, " ***") : value]
    })
  )

/** The first headers of a response, cut where they are long; cookies are masked. */
export const loggedResponseHeaders = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): LoggedHeaders => {
  const logged: Array<readonly [string, string]> = []
  let total = 0
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = secretHeaders.has(name.toLowerCase())
      ? "***"
      : storable(typeof value === "string" ? value : value.join(", "))
    const shown = text.length > valueLengthMax ? `${text.slice(0, valueLengthMax)}…` : text
    total += name.length + shown.length
    if (logged.length >= headersMax || total > totalLengthMax) break
    logged.push([name.toLowerCase(), shown])
  }
  return Object.fromEntries(logged)
}

/** PostgreSQL does not store U+0000. */
const storable = (text: string): string => text.replaceAll("\u0000", "\ufffd")
