import type { LoggedHeaders } from "@dragoman/store"
import type { NoAnswerReason, SendResult } from "./send-result.ts"

/** How an attempt counts, and what its log says. */
export interface DeliveryOutcome {
  readonly isDelivered: boolean
  /** null when there was no answer. */
  readonly status: number | null
  /** For people; null when delivered. */
  readonly error: string | null
  /** The beginning of the answer's body; null without an answer. */
  readonly answer: string | null
  /** The header as it came; null without one. */
  readonly retryAfter: string | null
  /** For the log; null: nothing was sent, or there was no answer. */
  readonly requestHeaders: LoggedHeaders | null
  readonly responseHeaders: LoggedHeaders | null
}

/**
 * 2xx is delivered; everything else has failed, redirects and 410 included.
 * Source: docs/reference/webhooks.md#state-of-a-configuration.
 */
export const deliveryOutcome = (result: SendResult): DeliveryOutcome => {
  if (result.kind === "noAnswer") {
    const detail = result.detail === null ? "" : ` (${result.detail})`
    return {
      isDelivered: false,
      status: null,
      error: sentences[result.reason] + detail,
      answer: null,
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
    answer: excerpt,
    retryAfter,
    requestHeaders: result.requestHeaders ?? null,
    responseHeaders: result.responseHeaders ?? null
  }
}

const statusSentence = (status: number): string =>
  status >= 300 && status < 400
    ? `The endpoint answered ${status}; redirects are not followed.`
    : `The endpoint answered ${status}.`

const sentences: Readonly<Record<NoAnswerReason, string>> = {
  malformedUrl: "The stored address is not a URL that can be requested.",
  hostNotFound: "No address was found for the host.",
  addressRefused: "The host has an address that webhooks may not reach.",
  portRefused: "The port is one that webhooks may not use.",
  timedOut: "The endpoint did not answer completely in time.",
  connectionRefused: "The endpoint refused the connection.",
  unreachable: "The endpoint cannot be reached from this network.",
  certificate: "No secure connection: the certificate or the protocol was not accepted.",
  closedEarly: "The connection was closed before the answer was complete.",
  malformedAnswer: "The answer was not HTTP.",
  tooMuchReceived: "The endpoint sent too much around its answer.",
  failed: "The request failed."
}
