import { engineLanguages } from "@dragoman/domain/machine-translation"
import type { EndpointRules } from "@dragoman/domain/network"
import { Effect } from "effect"
import type { EngineConfig, EngineRequest, TranslationEngine } from "../translation-engine.ts"
import type { TranslationFailed } from "../translation-failed.ts"
import { makeAmazonProtocol } from "./amazon.ts"
import { makeAzureProtocol } from "./azure.ts"
import { makeBaiduProtocol } from "./baidu.ts"
import { makeDeeplProtocol } from "./deepl.ts"
import { type EngineHttp, makeEngineHttp } from "./engine-http.ts"
import { type EngineLimitOptions, makeEngineLimits } from "./engine-limits.ts"
import { codePointsOf, type EngineProtocol } from "./engine-protocol.ts"
import { makeGoogleAdvancedProtocol, makeGoogleBasicProtocol } from "./google.ts"
import { makeLibreTranslateProtocol } from "./libretranslate.ts"

export interface EngineOptions extends EngineLimitOptions {
  /** Addresses that the engine may have: an operator's own server may be private. */
  readonly rules: EndpointRules
  /** Time limit of one attempt. */
  readonly requestMillis: number
}

/** Makes the client of an engine. */
export const makeEngine = Effect.fnUntraced(function* (config: EngineConfig, options: EngineOptions) {
  const http = yield* makeEngineHttp(config.engine, options)
  const protocol = yield* makeProtocol(config, http)
  const limits = makeEngineLimits(options)
  const { sources, targets, formal } = engineLanguages[config.engine]

  const send = (request: EngineRequest): Effect.Effect<ReadonlyArray<string>, TranslationFailed> => {
    const { texts } = request
    const characters = texts.reduce((sum, text) => sum + codePointsOf(text), 0)
    return limits.run(characters, protocol.translate(request)).pipe(
      Effect.filterOrFail(
        ({ length }) => length === texts.length,
        ({ length }) => http.fail({ reason: "damaged", code: `${length} of ${texts.length} texts` })
      ),
      Effect.catchIf(
        // Servers may have smaller limits than the protocol.
        ({ reason }) => reason === "too_long" && texts.length > 1,
        () => {
          const half = Math.ceil(texts.length / 2)
          return sendAll(request, [texts.slice(0, half), texts.slice(half)])
        }
      )
    )
  }

  const sendAll = (request: EngineRequest, groups: ReadonlyArray<ReadonlyArray<string>>) =>
    Effect.map(
      Effect.forEach(groups, (texts) => send({ ...request, texts }), { concurrency: "unbounded" }),
      (answers) => answers.flat()
    )

  return {
    name: config.engine,
    maskSyntax: protocol.maskSyntax,
    sourceTags: sources,
    targetTags: targets,
    formalTags: formal,
    divide: (texts) => divideTexts(texts, protocol),
    translate: Effect.fn("TranslationEngine.translate")(function* (request) {
      const { sizeOf, sizeMax, textSizeMax = sizeMax } = protocol
      // Before anything is sent, and paid.
      if (request.texts.some((text) => sizeOf(text) > textSizeMax)) {
        return yield* http.fail({ reason: "too_long", code: null })
      }
      const sent = request.texts.filter((text) => text.trim() !== "")
      const formality = formal.includes(request.targetTag) ? request.formality : "DEFAULT"
      const answers = (yield* sendAll({ ...request, formality }, divideTexts(sent, protocol))).values()
      return request.texts.map((text) => (text.trim() === "" ? text : (answers.next().value ?? "")))
    }),
    check: protocol.check
  } satisfies TranslationEngine as TranslationEngine
})

const makeProtocol = (config: EngineConfig, http: EngineHttp): Effect.Effect<EngineProtocol> => {
  switch (config.engine) {
    case "AWS":
      return Effect.succeed(makeAmazonProtocol(config, http))
    case "AZURE":
      return Effect.succeed(makeAzureProtocol(config, http))
    case "BAIDU":
      return Effect.succeed(makeBaiduProtocol(config, http))
    case "DEEPL":
      return Effect.succeed(makeDeeplProtocol(config, http))
    case "GOOGLE":
      return "apiKey" in config
        ? Effect.succeed(makeGoogleBasicProtocol(config, http))
        : makeGoogleAdvancedProtocol(config, http)
    case "LIBRETRANSLATE":
      return Effect.succeed(makeLibreTranslateProtocol(config, http))
  }
}

/** Divides texts into requests of the size that the engine takes; a text that is larger gets one of its own. */
const divideTexts = (
  texts: ReadonlyArray<string>,
  { textsMax, sizeMax, sizeOf }: EngineProtocol
): ReadonlyArray<ReadonlyArray<string>> => {
  const groups: Array<Array<string>> = []
  let size = 0
  for (const text of texts) {
    const group = groups.at(-1)
    size += sizeOf(text)
    if (group !== undefined && group.length < textsMax && size <= sizeMax) group.push(text)
    else {
      groups.push([text])
      size = sizeOf(text)
    }
  }
  return groups
}
