import { type NoResponseReason, noResponseSentence, statusSentence } from "@dragoman/domain/webhook"
import { type Connection, type ConnectionSet, tooMuchReceived } from "@dragoman/network"
import type { LoggedHeadersText } from "@dragoman/store"
import type { Dispatcher } from "undici"
import { loggedResponseHeaders } from "./logged-headers.ts"

export interface PostRequest {
  readonly path: string
  /** Names and values by turns. */
  readonly headers: ReadonlyArray<string>
  readonly body: Uint8Array
}

/** The body of a response is read up to this size; then the status counts and the connection is closed. */
const responseBytesMax = 64 * 1024

/** Bytes of the body for the log of attempts. */
const excerptBytesMax = 4 * 1024

/**
 * Sends one POST on connections that were checked. No redirect is followed. It is repeated at once, and once only, when a
 * connection that had been used before was closed before any byte of the response: the endpoint had closed it already.
 * `done` is called once, unless the returned function ends the request before.
 */
export const post = (
  connections: ConnectionSet,
  { path, headers, body }: PostRequest,
  done: (result: SendResult) => void
): (() => void) => {
  let isDone = false
  let abort: ((reason: Error) => void) | null = null
  let connection: Connection | null = null
  let hasStarted = false
  let isRepeated = false
  let hasResponse = false
  let status = 0
  let retryAfter: string | null = null
  let responseHeaders: LoggedHeadersText = "{}"
  let responseBytes = 0
  let excerpt: Array<Buffer> | null = null

  const responseSoFar = (): SendResult => ({
    kind: "response",
    status,
    retryAfter,
    excerpt: excerpt === null ? "" : excerptText(excerpt),
    responseHeaders
  })
  /** Closes the connection when it cannot be used for another request. */
  const end = (): void => {
    isDone = true
    abort?.(new Error("the attempt has ended"))
    if (connection !== null) connections.discard(connection)
    connection = null
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      abort = (reason) => controller.abort(reason)
      hasStarted = true
      // The time ran out while the connection was made: the request must not be sent any more.
      if (isDone) abort(new Error("the attempt has ended"))
    },
    onResponseStarted: () => {
      hasResponse = true
    },
    onResponseStart: (_, statusCode, received) => {
      status = statusCode
      const value = received["retry-after"]
      retryAfter = typeof value === "string" ? value : (value?.[0] ?? null)
      responseHeaders = loggedResponseHeaders(received)
    },
    onResponseData: (_, chunk) => {
      if (isDone) return
      if (responseBytes < excerptBytesMax) {
        excerpt ??= []
        excerpt.push(chunk.subarray(0, excerptBytesMax - responseBytes))
      }
      responseBytes += chunk.length
      if (responseBytes <= responseBytesMax) return
      end()
      done(responseSoFar())
    },
    onResponseEnd: () => {
      if (isDone) return
      isDone = true
      if (connection !== null) connections.release(connection)
      done(responseSoFar())
    },
    onResponseError: (_, error) => {
      if (isDone) return
      const wasUsedBefore = connection !== null && connection.responseCount > 0
      if (connection !== null) connections.discard(connection)
      if (wasUsedBefore && !isRepeated && !hasResponse && (!hasStarted || wasClosed(error))) {
        isRepeated = true
        dispatch(true)
        return
      }
      isDone = true
      done(toNoResponse(error))
    }
  }

  const dispatch = (isFresh: boolean): void => {
    abort = null
    hasStarted = false
    connection = connections.take(isFresh)
    connection.client.dispatch({ method: "POST", path, headers: headers as Array<string>, body }, handler)
  }

  dispatch(false)
  return end
}

const wasClosed = (error: Error): boolean => reasonOf(codeOf(error)) === "closedEarly"

/** Replaces broken characters by U+FFFD, and U+0000, which PostgreSQL does not store. */
const excerptText = (chunks: ReadonlyArray<Buffer>): string =>
  Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\ufffd")

/** The result of an attempt and its log entry. */
export interface DeliveryOutcome {
  readonly isDelivered: boolean
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** The reason for people; null when delivered. */
  readonly error: string | null
  /** The beginning of the response's body; null without a response. */
  readonly responseExcerpt: string | null
  /** The header as it came; null without one. */
  readonly retryAfter: string | null
  /** Headers for the log; null: nothing was sent, or there was no response. */
  readonly requestHeaders: LoggedHeadersText | null
  readonly responseHeaders: LoggedHeadersText | null
}

/**
 * 2xx is delivered; everything else has failed, redirects and 410 included.
 * Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const deliveryOutcome = (result: SendResult): DeliveryOutcome => {
  if (result.kind === "noResponse") {
    return {
      isDelivered: false,
      status: null,
      error: noResponseSentence(result.reason, result.detail),
      responseExcerpt: null,
      retryAfter: null,
      requestHeaders: result.requestHeaders ?? null,
      responseHeaders: null
    }
  }
  const { status, retryAfter, excerpt } = result
  const isDelivered = status >= 200 && status < 300
  return {
    isDelivered,
    status,
    error: isDelivered ? null : statusSentence(status),
    responseExcerpt: excerpt,
    retryAfter,
    requestHeaders: result.requestHeaders ?? null,
    responseHeaders: result.responseHeaders ?? null
  }
}

interface Sent {
  /** Headers for the log; absent: nothing was sent. */
  readonly requestHeaders?: LoggedHeadersText
}

/** The result of one POST: a response with any status, or none. */
export type SendResult =
  | (Sent & {
      readonly kind: "response"
      readonly status: number
      /** The header as it came; null without one. */
      readonly retryAfter: string | null
      /** The beginning of the body, as text. */
      readonly excerpt: string
      /** Headers for the log. */
      readonly responseHeaders?: LoggedHeadersText
    })
  | (Sent & {
      readonly kind: "noResponse"
      readonly reason: NoResponseReason
      /** A detail for the log of attempts: an error code, a host. Never a credential; null: none. */
      readonly detail: string | null
    })

/** The result of a failed connection or request. Source: error codes of Node and of undici. */
const toNoResponse = (error: Error): SendResult => {
  const code = codeOf(error)
  return { kind: "noResponse", reason: reasonOf(code), detail: code }
}

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : error.name)

const reasonByCode: ReadonlyMap<string, NoResponseReason> = new Map([
  ["ECONNREFUSED", "connectionRefused"],
  ["EHOSTUNREACH", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["EADDRNOTAVAIL", "unreachable"],
  ["ETIMEDOUT", "timedOut"],
  ["UND_ERR_CONNECT_TIMEOUT", "timedOut"],
  ["ECONNRESET", "closedEarly"],
  ["EPIPE", "closedEarly"],
  ["UND_ERR_SOCKET", "closedEarly"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "malformedResponse"],
  ["UND_ERR_HEADERS_OVERFLOW", "malformedResponse"],
  [tooMuchReceived, "tooMuchReceived"],
  ["HTTPParserError", "malformedResponse"],
  ["UND_ERR_INVALID_ARG", "malformedUrl"]
])

const reasonOf = (code: string): NoResponseReason => {
  const known = reasonByCode.get(code)
  if (known !== undefined) return known
  if (code.startsWith("HPE_")) return "malformedResponse"
  if (/CERT|^ERR_(TLS|SSL)|^EPROTO$|SIGNATURE|CRL|^HOSTNAME_MISMATCH$/.test(code)) return "certificate"
  return "failed"
}
