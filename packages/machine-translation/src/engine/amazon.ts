import { AwsV4Signer } from "aws4fetch"
import { Effect, Schema } from "effect"
import type { EngineConfig } from "../translation-engine.ts"
import { type EngineHttp, errorOfCode, readErrorAs, urlOf } from "./engine-http.ts"
import { type EngineProtocol, utf8BytesOf } from "./engine-protocol.ts"

const Translated = Schema.Struct({ TranslatedText: Schema.String })

/** Source: https://docs.aws.amazon.com/translate/latest/APIReference/API_TranslateText.html */
export const makeAmazonProtocol = (
  config: Extract<EngineConfig, { readonly engine: "AWS" }>,
  http: EngineHttp
): EngineProtocol => {
  const { accessKey, secretKey, region } = config
  const url = urlOf(config.url ?? `https://translate.${region}.amazonaws.com`, "/")

  const send = Effect.fnUntraced(function* (content: object) {
    const body = JSON.stringify(content)
    const { headers } = yield* Effect.tryPromise({
      try: () =>
        new AwsV4Signer({
          method: "POST",
          url,
          headers: {
            "content-type": "application/x-amz-json-1.1",
            "x-amz-target": "AWSShineFrontendService_20170701.TranslateText"
          },
          body,
          accessKeyId: accessKey,
          secretAccessKey: secretKey,
          service: "translate",
          region
        }).sign(),
      catch: () => http.fail({ reason: "wrong_credentials", code: "characters that cannot be sent" })
    })
    return yield* http.send({ method: "POST", url, headers: Object.fromEntries(headers), body }, Translated, readError)
  })

  return {
    maskSyntax: "HTML",
    textsMax: 1,
    sizeMax: 10_000,
    sizeOf: utf8BytesOf,
    translate: ({ texts, sourceTag, targetTag, formality }) =>
      Effect.map(
        send({
          Text: texts[0] ?? "",
          SourceLanguageCode: sourceTag,
          TargetLanguageCode: targetTag,
          ...(formality === "DEFAULT" ? {} : { Settings: { Formality: formality } })
        }),
        ({ TranslatedText }) => [TranslatedText]
      ),
    // Amazon verifies the signature before it finds the text empty; other requests need rights that a translator may lack.
    check: send({ Text: "", SourceLanguageCode: "en", TargetLanguageCode: "de" }).pipe(
      Effect.asVoid,
      Effect.catchIf(
        ({ reason }) => reason === "refused_content",
        () => Effect.void
      )
    )
  }
}

/** Names of exceptions. Source: https://docs.aws.amazon.com/translate/latest/APIReference/CommonErrors.html */
const reasonByCode = {
  TextSizeLimitExceededException: "too_long",
  UnsupportedLanguagePairException: "unsupported_language",
  TooManyRequestsException: "rate_limited",
  ThrottlingException: "rate_limited",
  LimitExceededException: "rate_limited",
  InternalServerException: "unavailable",
  InternalFailure: "unavailable",
  ServiceUnavailableException: "unavailable",
  UnrecognizedClientException: "wrong_credentials",
  InvalidSignatureException: "wrong_credentials",
  IncompleteSignatureException: "wrong_credentials",
  MissingAuthenticationTokenException: "wrong_credentials",
  AccessDeniedException: "wrong_credentials",
  ExpiredTokenException: "wrong_credentials",
  SubscriptionRequiredException: "wrong_credentials"
} as const

const AmazonError = Schema.Struct({ __type: Schema.String })

/** The name may come with a prefix: `com.amazonaws.translate#InternalServerException`. */
const readError = readErrorAs(AmazonError, ({ __type }) => errorOfCode(reasonByCode, __type.replace(/^.*#/, "")))
