import type { TranslationFailureReason } from "@dragoman/domain/machine-translation"
import { TranslationFailed } from "../translation-failed.ts"

/** An error as a provider reports it, in a response or within a stream. */
export interface ProviderError {
  /** Status of the response; null: the error came within a stream. */
  readonly status: number | null
  /** Names that the provider gives the error: of OpenAI `code` and `type`, of Anthropic `type`, of Google `status` and reasons. */
  readonly codes: ReadonlyArray<string>
  /** Parameter that the error is about; null: it names none. */
  readonly parameter: string | null
  /** May quote the request, and even the key: it is searched, never shown. */
  readonly message: string
  /** Pause that the provider asks for. */
  readonly retryMillis: number | null
}

/** Reads an error of the SDK; null: it is none of a provider, such as a connection that broke. */
export const readProviderError = (error: unknown, nowMillis: number): ProviderError | null => {
  const { statusCode, responseHeaders, responseBody, data } = recordOf(error)
  const status = typeof statusCode === "number" ? statusCode : null
  const isSuccess = status !== null && status >= 200 && status < 300
  if (isSuccess || (status === null && error instanceof Error)) return null
  const body = typeof responseBody === "string" ? responseBody : ""
  const whole = recordOf(parse(body) ?? data ?? error)
  const { code, type, status: googleStatus, param, message, details } = recordOf(whole["error"] ?? whole)
  const detailRecords = Array.isArray(details) ? details.map(recordOf) : []
  const codes = [code, type, googleStatus, ...detailRecords.map(({ reason }) => reason)].filter(
    (name): name is string => typeof name === "string" && /^[A-Za-z_.-]{1,60}$/.test(name)
  )
  if (status === null && codes.length === 0) return null
  const headers = recordOf(responseHeaders)
  const delay = detailRecords.map(({ retryDelay }) => retryDelay).find((value) => typeof value === "string")
  return {
    status,
    codes,
    parameter: typeof param === "string" ? param : null,
    message: typeof message === "string" ? message : body,
    retryMillis:
      numberOf(headers["retry-after-ms"]) ??
      retryAfter(headers["retry-after"], nowMillis) ??
      (delay === undefined ? null : secondsIn(delay.replace(/s$/, "")))
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const numberOf = (value: unknown): number | null => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN
  return Number.isFinite(number) && number >= 0 ? number : null
}

const secondsIn = (value: unknown): number | null => {
  const seconds = numberOf(value)
  return seconds === null ? null : seconds * 1_000
}

/** Seconds, or a date. Source: RFC 9110 section 10.2.3. */
const retryAfter = (value: unknown, nowMillis: number): number | null => {
  const date = typeof value === "string" && value.endsWith("GMT") ? Date.parse(value) : Number.NaN
  return secondsIn(value) ?? (Number.isNaN(date) ? null : Math.max(0, date - nowMillis))
}

const quotaNames = /insufficient_quota|billing/i
const lengthWords =
  /context_length|context length|context window|string_above_max_length|too long|request_too_large|too many tokens|input token count/i
const filterWords = /content_?filter|content_policy|ResponsibleAIPolicy|content management policy/i
const keyWords = /api_key_invalid|api key not valid|invalid_api_key|authentication_error|permission_error/i
const rateWords = /rate_limit|resource_exhausted|too_many_requests/i
const outageWords = /overloaded|api_error|server_error|unavailable|internal|timeout/i

/** Reason of an error. Words decide before the status, because providers use 400, 403 and 429 for several things. */
const reasonOf = ({ status, codes, message }: ProviderError): TranslationFailureReason => {
  const names = codes.join(" ")
  const text = `${names} ${message}`
  // Anthropic reports an empty account as an invalid request.
  if (status === 402 || quotaNames.test(names) || /credit balance/i.test(message)) return "quota_exhausted"
  if (status === 429 || rateWords.test(names)) return "rate_limited"
  if (status !== null && (status >= 500 || status === 408 || status === 409)) return "unavailable"
  if (status === 401 || status === 403 || keyWords.test(text)) return "wrong_credentials"
  if (status === 413 || lengthWords.test(text)) return "too_long"
  if (filterWords.test(text)) return "refused_content"
  return status === null && outageWords.test(names) ? "unavailable" : "rejected_request"
}

/** Explains a provider's error to the operator, by status and names alone. */
export const failureOf = (error: ProviderError, host: string): TranslationFailed => {
  const { status, codes, retryMillis } = error
  const names = [status, ...new Set(codes)].filter((name) => name !== null).join(", ")
  return new TranslationFailed({
    reason: reasonOf(error),
    detail: `${host} ${sentenceOf(error)} (${names}).`,
    retryMillis
  })
}

const sentenceOf = (error: ProviderError): string => {
  const { status } = error
  if (status !== null && status >= 300 && status < 400)
    return "redirects to another address: set the URL of the API itself"
  if (status === 404) return "does not know the model or the address: check the URL, the model and the deployment"
  return sentences[reasonOf(error)] ?? "rejected the request: check the model and its settings"
}

const sentences: Partial<Record<TranslationFailureReason, string>> = {
  wrong_credentials: "rejected the API key: check that it is valid and may use the model",
  quota_exhausted: "has no quota left for this API key: check the account's plan and balance",
  rate_limited: "had too many requests: try again later",
  too_long: "rejected the request because it is too long for the model",
  refused_content: "refused the content of the request",
  unavailable: "is unavailable: try again later"
}
