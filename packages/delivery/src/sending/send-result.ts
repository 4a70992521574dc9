import type { LoggedHeaders } from "@dragoman/store"
import { tooMuchReceived } from "./received-limit.ts"

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
