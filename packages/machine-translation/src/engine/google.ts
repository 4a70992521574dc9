import { Effect, Schema } from "effect"
import type { EngineConfig } from "../translation-engine.ts"
import { type EngineError, type EngineHttp, errorOfCode, jsonHeaders, readErrorAs, urlOf } from "./engine-http.ts"
import { codePointsOf, type EngineProtocol } from "./engine-protocol.ts"
import { makeGoogleTokens } from "./google-tokens.ts"

type GoogleConfig = Extract<EngineConfig, { readonly engine: "GOOGLE" }>
type BasicConfig = Extract<GoogleConfig, { readonly apiKey: string }>
type AdvancedConfig = Extract<GoogleConfig, { readonly serviceAccount: string }>

const host = "https://translation.googleapis.com"

const Translations = Schema.Struct({ translations: Schema.Array(Schema.Struct({ translatedText: Schema.String })) })
const BasicTranslations = Schema.Struct({ data: Translations })

const textsOf = ({ translations }: typeof Translations.Type) => translations.map(({ translatedText }) => translatedText)

/** Version 2, by an API key. Source: https://docs.cloud.google.com/translate/docs/reference/rest/v2/translate */
export const makeGoogleBasicProtocol = (config: BasicConfig, http: EngineHttp): EngineProtocol => {
  const base = urlOf(config.url ?? host, "/language/translate/v2")
  // In a header, because addresses get into logs.
  const headers = { ...jsonHeaders, "x-goog-api-key": config.apiKey }
  return {
    maskSyntax: "HTML",
    textsMax: 128,
    // Google advises so much, and takes more.
    sizeMax: 5_000,
    textSizeMax: 30_000,
    sizeOf: codePointsOf,
    translate: ({ texts, sourceTag, targetTag }) => {
      const body = JSON.stringify({ q: texts, source: sourceTag, target: targetTag, format: "html", model: "nmt" })
      return Effect.map(
        http.send({ method: "POST", url: base, headers, body }, BasicTranslations, readError),
        ({ data }) => textsOf(data)
      )
    },
    check: Effect.asVoid(
      http.send(
        { method: "GET", url: `${base}/languages`, headers },
        Schema.Struct({ data: Schema.Unknown }),
        readError
      )
    )
  }
}

/**
 * Version 3, by a service account.
 * Source: https://docs.cloud.google.com/translate/docs/reference/rest/v3/projects.locations/translateText
 */
export const makeGoogleAdvancedProtocol = Effect.fnUntraced(function* (config: AdvancedConfig, http: EngineHttp) {
  const tokens = yield* makeGoogleTokens(config.serviceAccount, http)
  const place = `/v3/projects/${encodeURIComponent(config.projectId)}/locations/${encodeURIComponent(config.location)}`
  const base = urlOf(config.url ?? host, place)

  const send = <A>(request: { readonly path: string; readonly body?: string }, schema: Schema.Codec<A, unknown>) =>
    Effect.gen(function* () {
      const headers = { ...jsonHeaders, authorization: `Bearer ${yield* tokens.get}` }
      const { path, body } = request
      const sent = { url: `${base}${path}`, headers }
      return yield* http.send(
        body === undefined ? { ...sent, method: "GET" } : { ...sent, method: "POST", body },
        schema,
        readError
      )
    }).pipe(Effect.tapError(({ reason }) => (reason === "wrong_credentials" ? tokens.forget : Effect.void)))

  return {
    maskSyntax: "HTML",
    textsMax: 1024,
    sizeMax: 30_000,
    sizeOf: codePointsOf,
    translate: ({ texts, sourceTag, targetTag }) => {
      const body = JSON.stringify({
        contents: texts,
        mimeType: "text/html",
        sourceLanguageCode: sourceTag,
        targetLanguageCode: targetTag
      })
      return Effect.map(send({ path: ":translateText", body }, Translations), textsOf)
    },
    check: Effect.asVoid(send({ path: "/supportedLanguages" }, Schema.Struct({ languages: Schema.Unknown })))
  } satisfies EngineProtocol as EngineProtocol
})

const reasonByCode = {
  keyInvalid: "wrong_credentials",
  keyExpired: "wrong_credentials",
  API_KEY_INVALID: "wrong_credentials",
  accessNotConfigured: "wrong_credentials",
  SERVICE_DISABLED: "wrong_credentials",
  dailyLimitExceeded: "quota_exhausted",
  quotaExceeded: "quota_exhausted",
  BILLING_DISABLED: "quota_exhausted",
  userRateLimitExceeded: "rate_limited",
  rateLimitExceeded: "rate_limited",
  RESOURCE_EXHAUSTED: "rate_limited",
  UNAUTHENTICATED: "wrong_credentials",
  PERMISSION_DENIED: "wrong_credentials"
} as const

const Named = Schema.Array(Schema.Struct({ reason: Schema.optional(Schema.String) }))
const GoogleError = Schema.Struct({
  error: Schema.Struct({
    message: Schema.optional(Schema.String),
    status: Schema.optional(Schema.String),
    errors: Schema.optional(Named),
    details: Schema.optional(Named)
  })
})

const readError = readErrorAs(GoogleError, ({ error }, status): EngineError | null => {
  const { message = "", errors = [], details = [] } = error
  // The most exact code first.
  for (const code of [...errors, ...details].map(({ reason }) => reason ?? "").concat(error.status ?? "")) {
    const known = errorOfCode(reasonByCode, code)
    if (known !== null) return known
  }
  if (status !== 400) return null
  if (/API key/i.test(message)) return { reason: "wrong_credentials", code: null }
  if (/too (long|large|many)|exceeds/i.test(message)) return { reason: "too_long", code: null }
  return /language|invalid value/i.test(message) ? { reason: "unsupported_language", code: null } : null
})
