import { matchLanguage } from "@dragoman/domain/machine-translation"
import { Clock, Effect, Schema } from "effect"
import type { EngineConfig } from "../translation-engine.ts"
import { type EngineError, type EngineHttp, jsonHeaders, readErrorAs, urlOf } from "./engine-http.ts"
import { codePointsOf, type EngineProtocol } from "./engine-protocol.ts"

/** Languages of a server change when its operator adds models. */
const languagesMillis = 3_600_000

const Languages = Schema.Array(
  Schema.Struct({ code: Schema.String, targets: Schema.optional(Schema.Array(Schema.String)) })
)
const Translated = Schema.Struct({ translatedText: Schema.Union([Schema.String, Schema.Array(Schema.String)]) })

/** Source: https://docs.libretranslate.com/api/operations/translate/ */
export const makeLibreTranslateProtocol = (
  config: Extract<EngineConfig, { readonly engine: "LIBRETRANSLATE" }>,
  http: EngineHttp
): EngineProtocol => {
  let kept: { readonly at: number; readonly list: typeof Languages.Type } | null = null

  const fetchLanguages = http.send(
    { method: "GET", url: urlOf(config.url, "/languages"), headers: { accept: "application/json" } },
    Languages,
    readError
  )

  const languages = Effect.gen(function* () {
    const now = Number((yield* Clock.monotonicTimeNanos) / 1_000_000n)
    if (kept !== null && now - kept.at < languagesMillis) return kept.list
    const list = yield* fetchLanguages
    kept = { at: now, list }
    return list
  })

  const send = (content: object) =>
    http.send(
      {
        method: "POST",
        url: urlOf(config.url, "/translate"),
        headers: jsonHeaders,
        body: JSON.stringify({
          ...content,
          format: "html",
          alternatives: 0,
          ...(config.apiKey === null ? {} : { api_key: config.apiKey })
        })
      },
      Translated,
      readError
    )

  return {
    maskSyntax: "HTML",
    // Each server has limits of its own; requests that are larger are divided again.
    textsMax: 50,
    sizeMax: 10_000,
    textSizeMax: 30_000,
    sizeOf: codePointsOf,
    translate: Effect.fnUntraced(function* ({ texts, sourceTag, targetTag }) {
      const list = yield* languages
      const codes = list.map(({ code }) => code)
      const source = matchLanguage(sourceTag, codes)
      const targets = list.find(({ code }) => code === source)?.targets ?? codes
      const target = matchLanguage(targetTag, targets)
      if (source === null || target === null) {
        return yield* http.fail({ reason: "unsupported_language", code: null })
      }
      if (source === target) return texts
      const { translatedText } = yield* send({ q: texts, source, target })
      const answers = typeof translatedText === "string" ? [translatedText] : translatedText
      // The server has decoded entities, also those that the text itself shows: without this, they would be decoded twice.
      return answers.map((answer) => answer.replaceAll("&", "&amp;"))
    }),
    // The list of languages needs no key; an empty text is rejected after the key is accepted.
    check: Effect.andThen(
      fetchLanguages,
      send({ q: "", source: "en", target: "en" }).pipe(
        Effect.asVoid,
        Effect.catchIf(
          ({ reason }) => reason === "refused_content" || reason === "unsupported_language",
          () => Effect.void
        )
      )
    )
  }
}

const readError = readErrorAs(Schema.Struct({ error: Schema.String }), ({ error }, status): EngineError | null => {
  if (status !== 400) return null
  if (/API key/i.test(error)) return { reason: "wrong_credentials", code: null }
  if (/exceeds|too long/i.test(error)) return { reason: "too_long", code: null }
  return /not supported|not available as a target/i.test(error) ? { reason: "unsupported_language", code: null } : null
})
