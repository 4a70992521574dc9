/**
 * Why attempts fail: the sentence of each reason in English, and what may be known beyond that. The log of attempts stores the
 * sentence alone, so these sentences never change: `readDeliveryFailure` would not recognize those of older rows.
 */
export const deliveryFailures = {
  malformedUrl: { sentence: "The stored address is not a URL that can be requested.", params: ["code"] },
  hostNotFound: { sentence: "No address was found for the host.", params: ["host"] },
  addressBlocked: { sentence: "The host has an address that webhooks may not reach.", params: ["host"] },
  portBlocked: { sentence: "The port is one that webhooks may not use.", params: ["port"] },
  timedOut: { sentence: "The endpoint did not answer completely in time.", params: ["limitMillis", "code"] },
  connectionRefused: { sentence: "The endpoint refused the connection.", params: ["code"] },
  unreachable: { sentence: "The endpoint cannot be reached from this network.", params: ["code"] },
  certificate: {
    sentence: "No secure connection: the certificate or the protocol was not accepted.",
    params: ["code"]
  },
  closedEarly: { sentence: "The connection was closed before the answer was complete.", params: ["code"] },
  malformedResponse: { sentence: "The answer was not HTTP.", params: ["code"] },
  tooMuchReceived: { sentence: "The endpoint sent too much around its answer.", params: ["code"] },
  failed: { sentence: "The request failed.", params: ["code"] },
  templateFailed: { sentence: "The body template could not be rendered, so nothing was sent.", params: ["reason"] }
} as const satisfies Readonly<
  Record<
    string,
    { readonly sentence: string; readonly params: ReadonlyArray<"code" | "host" | "port" | "limitMillis" | "reason"> }
  >
>

/** Why an attempt has no response. */
export type NoResponseReason = keyof typeof deliveryFailures

/** There is a response, whose status is none of 2xx. */
const statusReasons = ["redirect", "status"] as const

export type DeliveryFailureId = NoResponseReason | (typeof statusReasons)[number]

const noResponseReasons = Object.keys(deliveryFailures) as ReadonlyArray<NoResponseReason>

export const deliveryFailureIds: ReadonlyArray<DeliveryFailureId> = [...noResponseReasons, ...statusReasons]

/** Details of a failure, by name; "none": there are none. The end of a name says the unit. */
export type DeliveryFailureParams = Readonly<Record<string, string | number>>

/** Why an attempt failed, for programs and for sentences in other languages. */
export interface DeliveryFailure {
  readonly id: DeliveryFailureId
  readonly params: DeliveryFailureParams
}

/** `detail`: an error code, a host, a port or `10000 ms`; null: none. */
export const noResponseSentence = (reason: NoResponseReason, detail: string | null): string =>
  deliveryFailures[reason].sentence + (detail === null ? "" : ` (${detail})`)

export const statusSentence = (status: number): string =>
  isRedirect(status)
    ? `The endpoint answered ${status}; redirects are not followed.`
    : `The endpoint answered ${status}.`

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/**
 * The failure that a sentence of the log says; null: delivered, or a sentence that no server has written. `status`: of the
 * response; null: none came.
 */
export const readDeliveryFailure = (sentence: string | null, status: number | null): DeliveryFailure | null => {
  if (sentence === null) return null
  if (status !== null) return { id: isRedirect(status) ? "redirect" : "status", params: { status } }
  const id = noResponseReasons.find((reason) => sentence.startsWith(deliveryFailures[reason].sentence))
  if (id === undefined) return null
  const detail = /^ \((.+)\)$/.exec(sentence.slice(deliveryFailures[id].sentence.length))?.[1] ?? null
  return { id, params: Object.fromEntries(deliveryFailures[id].params.map((name) => [name, paramOf(name, detail)])) }
}

const paramOf = (name: (typeof deliveryFailures)[NoResponseReason]["params"][number], detail: string | null) => {
  const millis = /^(\d+) ms$/.exec(detail ?? "")?.[1] ?? null
  if (name === "limitMillis") return millis === null ? "none" : Number(millis)
  return millis === null && detail !== null ? detail : "none"
}
