import { Effect, Schema } from "effect"
import type { EngineConfig } from "../translation-engine.ts"
import { type EngineHttp, errorOfCode, jsonHeaders, readErrorAs, urlOf } from "./engine-http.ts"
import type { EngineProtocol } from "./engine-protocol.ts"

const host = "https://api.cognitive.microsofttranslator.com"

const Translated = Schema.Array(Schema.Struct({ translations: Schema.Array(Schema.Struct({ text: Schema.String })) }))

/** Version 3. Source: https://learn.microsoft.com/azure/ai-services/translator/text-translation/reference/v3/translate */
export const makeAzureProtocol = (
  config: Extract<EngineConfig, { readonly engine: "AZURE" }>,
  http: EngineHttp
): EngineProtocol => {
  const headers = {
    ...jsonHeaders,
    "ocp-apim-subscription-key": config.authKey,
    ...(config.region === null ? {} : { "ocp-apim-subscription-region": config.region })
  }
  const translate = (texts: ReadonlyArray<string>, from: string, to: string) => {
    const query = new URLSearchParams({ "api-version": "3.0", from, to, textType: "html" })
    return http.send(
      {
        method: "POST",
        url: urlOf(config.url ?? host, `/translate?${query}`),
        headers,
        body: JSON.stringify(texts.map((text) => ({ Text: text })))
      },
      Translated,
      readError
    )
  }
  return {
    maskSyntax: "HTML",
    textsMax: 1000,
    sizeMax: 50_000,
    sizeOf: ({ length }) => length,
    translate: ({ texts, sourceTag, targetTag }) =>
      Effect.map(translate(texts, sourceTag, targetTag), (all) =>
        all.map(({ translations }) => translations[0]?.text ?? "")
      ),
    // The list of languages needs no key. An empty text has no character to pay, whether it is accepted or not.
    check: Effect.asVoid(translate([""], "en", "de")).pipe(
      Effect.catchIf(
        ({ reason }) => reason === "refused_content",
        () => Effect.void
      )
    )
  }
}

/** Source: https://learn.microsoft.com/azure/ai-services/translator/text-translation/reference/v3/reference, errors. */
const reasonByCode = {
  400019: "unsupported_language",
  400023: "unsupported_language",
  400035: "unsupported_language",
  400036: "unsupported_language",
  400050: "too_long",
  400077: "too_long",
  403000: "quota_exhausted",
  403001: "quota_exhausted",
  408001: "unavailable",
  408002: "unavailable"
} as const

const AzureError = Schema.Struct({ error: Schema.Struct({ code: Schema.Union([Schema.Number, Schema.String]) }) })

const readError = readErrorAs(AzureError, ({ error }) => errorOfCode(reasonByCode, String(error.code)))
