import type { TranslationEngineName, TranslationFailureReason } from "@dragoman/domain/machine-translation"
import type { EndpointRules } from "@dragoman/domain/network"
import { parseRetryAfter } from "@dragoman/domain/webhook"
import { HostUnreachable, makeGuardedFetch, ResponseTooLarge } from "@dragoman/network"
import { Clock, Effect, Schema } from "effect"
import { TranslationFailed } from "../translation-failed.ts"

export interface EngineHttpRequest {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON, a form, or bytes that were signed as this text; absent: no body. */
  readonly body?: string
}

/** The meaning of an error. `code`: a constant of this program, never a text of the response; null: the status says all. */
export interface EngineError {
  readonly reason: TranslationFailureReason
  readonly code: string | null
}

/** Reads the error of an engine; null: the status decides. */
export type ReadEngineError = (status: number, body: unknown) => EngineError | null

export interface EngineHttp {
  readonly send: <A>(
    request: EngineHttpRequest,
    schema: Schema.Codec<A, unknown>,
    readError: ReadEngineError
  ) => Effect.Effect<A, TranslationFailed>
  readonly fail: (
    error: EngineError,
    facts?: { readonly status?: number; readonly retryMillis?: number | null }
  ) => TranslationFailed
}

const names: Readonly<Record<TranslationEngineName, string>> = {
  GOOGLE: "Google Translate",
  AWS: "Amazon Translate",
  DEEPL: "DeepL",
  AZURE: "Azure Translator",
  BAIDU: "Baidu Translate",
  LIBRETRANSLATE: "LibreTranslate"
}

const phrases: Readonly<Record<TranslationFailureReason, string>> = {
  wrong_credentials: "does not accept the credentials",
  quota_exhausted: "has no quota left for this account",
  rate_limited: "takes no more requests for now",
  too_long: "does not take a text of this length",
  unsupported_language: "does not translate between these languages",
  rejected_request: "does not take the request",
  refused_content: "rejected the content",
  cut_off: "sent a part of the translation only",
  empty_answer: "sent no translation",
  no_json: "sent a response that its protocol does not have",
  damaged: "did not translate each text",
  unavailable: "is unavailable"
}

/** Headers take printable ASCII; a key with anything else was pasted wrongly. */
const isSendable = (value: string): boolean => /^[\x20-\x7e]*$/.test(value)

/**
 * Sends requests to an engine. Errors name the engine, the status and codes that this program knows: a response may quote a key or a
 * text.
 */
export const makeEngineHttp = Effect.fnUntraced(function* (
  engine: TranslationEngineName,
  options: { readonly rules: EndpointRules; readonly requestMillis: number }
) {
  const fetchGuarded = yield* makeGuardedFetch({ rules: options.rules, timeoutMillis: options.requestMillis })
  const name = names[engine]

  const fail: EngineHttp["fail"] = ({ reason, code }, { status, retryMillis = null } = {}) => {
    const facts = [...(status === undefined ? [] : [`status ${status}`]), ...(code === null ? [] : [code])]
    const detail = `${name} ${phrases[reason]}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}.`
    return new TranslationFailed({ reason, detail, retryMillis })
  }

  const send: EngineHttp["send"] = Effect.fnUntraced(function* (request, schema, readError) {
    const { method, url, headers, body = null } = request
    if (!Object.values(headers).every(isSendable)) {
      return yield* fail({ reason: "wrong_credentials", code: "characters that cannot be sent" })
    }
    const response = yield* Effect.tryPromise({
      try: async (signal) => {
        const {
          status,
          headers: received,
          ...rest
        } = await fetchGuarded(url, { method, headers, body, signal }).then(async (answer) => ({
          status: answer.status,
          headers: answer.headers,
          text: await answer.text()
        }))
        return { status, retryAfter: received.get("retry-after"), text: rest.text }
      },
      catch: (error) => {
        // The engine may have translated the texts: another attempt would be paid again.
        if (error instanceof ResponseTooLarge) return fail({ reason: "no_json", code: "too large" })
        const cause = error instanceof HostUnreachable ? error.message : "no response"
        return fail({ reason: "unavailable", code: cause })
      }
    })
    const { status } = response
    const json = parseJson(response.text)
    if (status < 200 || status > 299) {
      const pause = parseRetryAfter(response.retryAfter, yield* Clock.currentTimeMillis)
      return yield* fail(readError(status, json) ?? errorOfStatus(status), { status, retryMillis: pause || null })
    }
    return yield* Schema.decodeUnknownEffect(schema)(json).pipe(
      Effect.mapError(() => fail({ reason: "no_json", code: null }, { status }))
    )
  })

  return { send, fail } satisfies EngineHttp as EngineHttp
})

/** Returns undefined for a text that is not JSON: no schema of an engine accepts it. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const errorOfStatus = (status: number): EngineError => {
  // Another address would get the credentials.
  if (status < 400) return { reason: "wrong_credentials", code: "it redirects to another address: check its URL" }
  if (status === 404 || status === 405) return { reason: "wrong_credentials", code: "not found: check its URL" }
  if (status === 401 || status === 403) return { reason: "wrong_credentials", code: null }
  if (status === 408 || status >= 500) return { reason: "unavailable", code: null }
  if (status === 413 || status === 414) return { reason: "too_long", code: null }
  if (status === 429) return { reason: "rate_limited", code: null }
  return { reason: "refused_content", code: null }
}

/** Finds a code in a table of codes. */
export const errorOfCode = (
  reasonByCode: Readonly<Record<string, TranslationFailureReason>>,
  code: string
): EngineError | null => {
  const reason = Object.hasOwn(reasonByCode, code) ? reasonByCode[code] : undefined
  return reason === undefined ? null : { reason, code }
}

/** Reads an error by a schema, and does nothing with a body of another form. */
export const readErrorAs = <A>(
  schema: Schema.Codec<A, unknown>,
  read: (body: A, status: number) => EngineError | null
) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (status: number, body: unknown): EngineError | null => {
    const decoded = decode(body)
    return decoded._tag === "Some" ? read(decoded.value, status) : null
  }
}

/** Joins the address of an engine with a path. */
export const urlOf = (base: string, path: string): string => `${base.replace(/\/+$/, "")}${path}`

export const jsonHeaders = { "content-type": "application/json", accept: "application/json" }
export const formHeaders = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" }
