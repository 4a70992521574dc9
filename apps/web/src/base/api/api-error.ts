/** A failed request as the server described it, or one that did not reach the server (`status` 0), also when a proxy says so. */
export class ApiError extends Error {
  /** 0: there was no response. */
  readonly status: number
  /** A code of the domain, or one of `offline`, `validation`, `rate_limited`, `unreadable_response`. */
  readonly code: string
  readonly params: ReadonlyArray<unknown>
  /** Messages by field of the body. */
  readonly fields: Readonly<Record<string, string>>
  /** Parameters by code, for rules without a field. */
  readonly rules: Readonly<Record<string, ReadonlyArray<string>>>
  /** For the log of the server; null: there was no response. */
  readonly requestId: string | null
  /** Epoch milliseconds. */
  readonly at: number
  /** Only for `rate_limited`. */
  readonly retryAfterMillis: number

  constructor(facts: Partial<Omit<ApiError, "name">> & { readonly status: number; readonly code: string }) {
    super(`${facts.status} ${facts.code}`)
    this.name = "ApiError"
    this.status = facts.status
    this.code = facts.code
    this.params = facts.params ?? []
    this.fields = facts.fields ?? {}
    this.rules = facts.rules ?? {}
    this.requestId = facts.requestId ?? null
    this.at = facts.at ?? Date.now()
    this.retryAfterMillis = facts.retryAfterMillis ?? 0
  }

  get isOffline(): boolean {
    return this.status === 0
  }
}

/** Statuses of a proxy that reaches no server. The server itself sends a code with each of them. */
const gatewayStatuses: ReadonlyArray<number> = [502, 503, 504]

/** The error of a response, by the shapes of docs/api.md; total: a body that is no JSON gives an error too. */
export const readApiError = (status: number, requestId: string | null, body: string): ApiError => {
  const facts = parseBody(body)
  const at = { status, requestId }
  if (isRecord(facts["STANDARD_VALIDATION"])) {
    return new ApiError({ ...at, code: "validation", fields: facts["STANDARD_VALIDATION"] as Record<string, string> })
  }
  if (isRecord(facts["CUSTOM_VALIDATION"])) {
    const rules = facts["CUSTOM_VALIDATION"] as Record<string, ReadonlyArray<string>>
    return new ApiError({ ...at, code: Object.keys(rules)[0] ?? "validation", rules })
  }
  if (facts["message"] === "rate_limited") {
    return new ApiError({ ...at, code: "rate_limited", retryAfterMillis: Number(facts["retryAfter"] ?? 0) })
  }
  if (typeof facts["code"] === "string") {
    return new ApiError({ ...at, code: facts["code"], params: Array.isArray(facts["params"]) ? facts["params"] : [] })
  }
  return gatewayStatuses.includes(status)
    ? new ApiError({ status: 0, code: "offline" })
    : new ApiError({ ...at, code: "unreadable_response" })
}

/** Asking again would give the same: neither the server nor the network, a rate limit or the session was in the way. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429

const parseBody = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
