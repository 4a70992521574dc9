import type { LoggedHeaders } from "@dragoman/store"
import { tooMuchReceived } from "./received-limit.ts"

/** Why an attempt has no answer. */
export type NoAnswerReason =
  | "malformedUrl"
  | "hostNotFound"
  | "addressRefused"
  | "portRefused"
  | "timedOut"
  | "connectionRefused"
  | "unreachable"
  | "certificate"
  | "closedEarly"
  | "malformedAnswer"
  | "tooMuchReceived"
  | "failed"

interface Sent {
  /** For the log; absent: nothing was sent. */
  readonly requestHeaders?: LoggedHeaders
}

/** What one POST brought: an answer with any status, or none. */
export type SendResult =
  | (Sent & {
      readonly kind: "answer"
      readonly status: number
      /** The header as it came; null without one. */
      readonly retryAfter: string | null
      /** The beginning of the body, as text. */
      readonly excerpt: string
      /** For the log. */
      readonly responseHeaders?: LoggedHeaders
    })
  | (Sent & {
      readonly kind: "noAnswer"
      readonly reason: NoAnswerReason
      /** What the log of attempts shows behind the reason: an error code, a host. Never a credential; null without. */
      readonly detail: string | null
    })

/** The result of a failed connection or request. Source: error codes of Node and of undici. */
export const toNoAnswer = (error: Error): SendResult => {
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name
  return { kind: "noAnswer", reason: reasonOf(code), detail: code }
}

const reasonByCode: ReadonlyMap<string, NoAnswerReason> = new Map([
  ["ECONNREFUSED", "connectionRefused"],
  ["EHOSTUNREACH", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["EADDRNOTAVAIL", "unreachable"],
  ["ETIMEDOUT", "timedOut"],
  ["UND_ERR_CONNECT_TIMEOUT", "timedOut"],
  ["ECONNRESET", "closedEarly"],
  ["EPIPE", "closedEarly"],
  ["UND_ERR_SOCKET", "closedEarly"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "malformedAnswer"],
  ["UND_ERR_HEADERS_OVERFLOW", "malformedAnswer"],
  [tooMuchReceived, "tooMuchReceived"],
  ["HTTPParserError", "malformedAnswer"],
  ["UND_ERR_INVALID_ARG", "malformedUrl"]
])

const reasonOf = (code: string): NoAnswerReason => {
  const known = reasonByCode.get(code)
  if (known !== undefined) return known
  if (code.startsWith("HPE_")) return "malformedAnswer"
  if (/CERT|^ERR_(TLS|SSL)|^EPROTO$|SIGNATURE|CRL|^HOSTNAME_MISMATCH$/.test(code)) return "certificate"
  return "failed"
}
