import type { Formality } from "@dragoman/domain/machine-translation"
import { Effect, Schema } from "effect"
import type { EngineConfig } from "../translation-engine.ts"
import { type EngineHttp, formHeaders, readErrorAs, urlOf } from "./engine-http.ts"
import type { EngineProtocol } from "./engine-protocol.ts"

/** The body has at most 128 KiB; the context and the parameters get the rest. */
const textBytesMax = 96 * 1024
/** In characters, each of at most 9 bytes in a form. */
const contextMax = 2_000

/** Keys of the free plan are those of another host. */
const hostOf = (authKey: string): string =>
  authKey.endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com"

const Translations = Schema.Struct({ translations: Schema.Array(Schema.Struct({ text: Schema.String })) })

const formalities: Readonly<Record<Formality, string>> = {
  FORMAL: "prefer_more",
  INFORMAL: "prefer_less",
  DEFAULT: "default"
}

/** Version 2 of DeepL's API. Source: https://developers.deepl.com/api-reference/translate */
export const makeDeeplProtocol = (
  config: Extract<EngineConfig, { readonly engine: "DEEPL" }>,
  http: EngineHttp
): EngineProtocol => {
  const base = config.url ?? hostOf(config.authKey)
  // Another text would shift the translations of all others.
  const { text: _, ...parameters } = config.parameters
  const authorization = `DeepL-Auth-Key ${config.authKey}`

  return {
    maskSyntax: "XML",
    textsMax: 50,
    sizeMax: textBytesMax,
    sizeOf: (text) => formOf([["text", text]]).length + 1,
    translate: ({ texts, sourceTag, targetTag, formality, context }) =>
      http
        .send(
          {
            method: "POST",
            url: urlOf(base, "/v2/translate"),
            headers: { ...formHeaders, authorization },
            // A form: parameters of the operator are texts, which are no booleans and numbers in JSON.
            body: formOf([
              ...Object.entries({
                split_sentences: "nonewlines",
                preserve_formatting: "1",
                ...(formality === "DEFAULT" ? {} : { formality: formalities[formality] }),
                ...(context === null ? {} : { context: context.slice(0, contextMax) }),
                ...parameters,
                source_lang: sourceTag,
                target_lang: targetTag,
                tag_handling: "xml",
                // Old accounts have another default, which moves tags more freely.
                tag_handling_version: "v2",
                ignore_tags: "x"
              }),
              ...texts.map((text) => ["text", text] as const)
            ])
          },
          Translations,
          readError
        )
        .pipe(Effect.map(({ translations }) => translations.map(({ text }) => text))),
    check: Effect.asVoid(
      http.send(
        { method: "GET", url: urlOf(base, "/v2/usage"), headers: { accept: "application/json", authorization } },
        Schema.Struct({ character_count: Schema.Number }),
        readError
      )
    )
  }
}

const formOf = (fields: ReadonlyArray<readonly [string, string]>): string =>
  new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()

const readMessage = readErrorAs(Schema.Struct({ message: Schema.String }), ({ message }) =>
  /(source|target)_lang/.test(message) ? { reason: "unsupported_language", code: null } : null
)

const readError = (status: number, body: unknown) => {
  if (status === 456) return { reason: "quota_exhausted", code: null } as const
  return status === 400 ? readMessage(status, body) : null
}
