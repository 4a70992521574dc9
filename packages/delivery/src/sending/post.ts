import type { LoggedHeaders } from "@dragoman/store"
import { Effect } from "effect"
import type { Pool } from "undici"
import { loggedResponseHeaders } from "./logged-headers.ts"
import { type SendResult, toNoResponse } from "./send-result.ts"

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
    const timer = setTimeout(() => {
      finish({ kind: "noResponse", reason: "timedOut", detail: `${timeoutMillis} ms` })
      abort?.()
    }, timeoutMillis)

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
