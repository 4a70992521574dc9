import type { LoggedHeaders } from "@dragoman/store"
import type { NoResponseReason, SendResult } from "./send-result.ts"

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
