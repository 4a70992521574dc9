import type { LoggedHeaders } from "@dragoman/store"
import { tooMuchReceived } from "./guarded-connection.ts"

/** The result of an attempt and its log entry. */
export interface DeliveryOutcome {
  readonly isDelivered: boolean
  /** null without a response. */
  readonly status: number | null
  /** For people; null when delivered. */
  readonly error: string | null
  /** The beginning of the response's body; null without a response. */
  readonly responseExcerpt: string | null
  /** The header as it came; null without one. */
  readonly retryAfter: string | null
  /** For the log; null: nothing was sent, or there was no response. */
  readonly requestHeaders: LoggedHeaders | null
  readonly responseHeaders: LoggedHeaders | null
}

/**
 * 2xx is delivered; everything else has failed, redirects and 410 included.
 * Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const deliveryOutcome = (result: SendResult): DeliveryOutcome => {
  if (result.kind === "noResponse") {
    const detail = result.detail === null ? "" : ` (${result.detail})`
    return {
      isDelivered: false,
      status: null,
      error: sentences[result.reason] + detail,
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

const statusSentence = (status: number): string =>
  status >= 300 && status < 400
    ? `The endpoint answered ${status}; redirects are not followed.`
    : `The endpoint answered ${status}.`

const sentences: Readonly<Record<NoResponseReason, string>> = {
  malformedUrl: "The stored address is not a URL that can be requested.",
  hostNotFound: "No address was found for the host.",
  addressBlocked: "The host has an address that webhooks may not reach.",
  portBlocked: "The port is one that webhooks may not use.",
  timedOut: "The endpoint did not answer completely in time.",
  connectionRefused: "The endpoint refused the connection.",
  unreachable: "The endpoint cannot be reached from this network.",
  certificate: "No secure connection: the certificate or the protocol was not accepted.",
  closedEarly: "The connection was closed before the answer was complete.",
  malformedResponse: "The answer was not HTTP.",
  tooMuchReceived: "The endpoint sent too much around its answer.",
  failed: "The request failed."
}

/** Why an attempt has no response. */
export type NoResponseReason =
  | "malformedUrl"
  | "hostNotFound"
  | "addressBlocked"
  | "portBlocked"
  | "timedOut"
  | "connectionRefused"
  | "unreachable"
  | "certificate"
  | "closedEarly"
  | "malformedResponse"
  | "tooMuchReceived"
  | "failed"

interface Sent {
  /** For the log; absent: nothing was sent. */
  readonly requestHeaders?: LoggedHeaders
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
      /** For the log. */
      readonly responseHeaders?: LoggedHeaders
    })
  | (Sent & {
      readonly kind: "noResponse"
      readonly reason: NoResponseReason
      /** A detail for the log of attempts: an error code, a host. Never a credential; null: none. */
      readonly detail: string | null
    })

/** The result of a failed connection or request. Source: error codes of Node and of undici. */
export const toNoResponse = (error: Error): SendResult => {
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name
  return { kind: "noResponse", reason: reasonOf(code), detail: code }
}

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
