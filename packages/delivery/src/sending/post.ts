import type { LoggedHeaders } from "@dragoman/store"
import { Effect } from "effect"
import type { Pool } from "undici"
import { type SendResult, toNoResponse } from "./delivery-outcome.ts"

export interface PostRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Total time, connecting and the whole response included. */
  readonly timeoutMillis: number
}

/** The body of a response is read up to this size; then the status counts and the connection is closed. */
const responseBytesMax = 64 * 1024

/** Bytes of the body for the log of attempts. */
const excerptBytesMax = 4 * 1024

/** One POST on connections that were checked. No redirect is followed, nothing is repeated. Never fails. */
export const post = (pool: Pool, { path, headers, body, timeoutMillis }: PostRequest): Effect.Effect<SendResult> =>
  Effect.callback<SendResult>((resume) => {
    let isDone = false
    let abort: (() => void) | null = null
    let status = 0
    let retryAfter: string | null = null
    let responseHeaders: LoggedHeaders = {}
    let responseBytes = 0
    const excerpt: Array<Buffer> = []

    const finish = (result: SendResult): void => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      resume(Effect.succeed(result))
    }
    const responseSoFar = (): SendResult => ({
      kind: "response",
      status,
      retryAfter,
      excerpt: excerptText(excerpt),
      responseHeaders
    })
    const timeOut = () => {
      finish({ kind: "noResponse", reason: "timedOut", detail: `${timeoutMillis} ms` })
      abort?.()
    }
    // After a stall of this process, timers come before sockets: a response that has arrived in time is read first.
    const timer = setTimeout(() => setImmediate(timeOut), timeoutMillis)

    try {
      pool.dispatch(
        { method: "POST", path, headers, body },
        {
          onRequestStart: (controller) => {
            abort = () => controller.abort(new Error("the attempt has ended"))
            // The time ran out while the connection was made: the request must not be sent any more.
            if (isDone) abort()
          },
          onResponseStart: (_, statusCode, headersReceived) => {
            status = statusCode
            const value = headersReceived["retry-after"]
            retryAfter = typeof value === "string" ? value : (value?.[0] ?? null)
            responseHeaders = loggedResponseHeaders(headersReceived)
          },
          onResponseData: (_, chunk) => {
            if (responseBytes < excerptBytesMax) excerpt.push(chunk.subarray(0, excerptBytesMax - responseBytes))
            responseBytes += chunk.length
            if (responseBytes <= responseBytesMax) return
            finish(responseSoFar())
            abort?.()
          },
          onResponseEnd: () => finish(responseSoFar()),
          onResponseError: (_, error) => finish(toNoResponse(error))
        }
      )
    } catch (error) {
      finish(toNoResponse(error instanceof Error ? error : new Error("unknown")))
    }
    return Effect.sync(() => {
      isDone = true
      clearTimeout(timer)
      abort?.()
    })
  })

/** Broken characters become U+FFFD; U+0000, which PostgreSQL does not store, too. */
const excerptText = (chunks: ReadonlyArray<Buffer>): string =>
  Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\ufffd")

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
