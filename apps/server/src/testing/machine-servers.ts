import type { EngineConfig } from "@dragoman/machine-translation"
import {
  type EngineProtocolName,
  type ModelServer,
  startEngineServer,
  startModelServer,
  testModelKey
} from "@dragoman/machine-translation/testing"
import { Effect } from "effect"
import type { SettingValues } from "../platform/settings/settings.ts"

/** Starts an engine on this machine until the scope closes. */
export const startEngine = (protocol: EngineProtocolName) =>
  Effect.acquireRelease(
    Effect.promise(() => startEngineServer(protocol)),
    ({ close }) => Effect.promise(close)
  )

/** Starts a language model on this machine until the scope closes. */
export const startModel = (type: LlmProvider["type"]) =>
  Effect.acquireRelease(
    Effect.promise(() => startModelServer(type)),
    ({ close }) => Effect.promise(close)
  )

type LlmProvider = SettingValues["llmProviders"][number]

/** Settings of a provider that asks this language model; a token costs 1. */
export const providerOf = (name: string, { url }: ModelServer, change: Partial<LlmProvider> = {}): LlmProvider => ({
  name,
  enabled: true,
  type: "OPENAI",
  apiUrl: url,
  apiKey: testModelKey,
  model: "small",
  deployment: null,
  format: null,
  maxTokens: null,
  reasoningEffort: null,
  priority: null,
  attempts: [10],
  tokenPriceInCreditsInput: 1,
  tokenPriceInCreditsOutput: 1,
  ...change
})

/** Settings that switch an engine on. */
export const engineSettings = (config: EngineConfig): Partial<SettingValues> => {
  switch (config.engine) {
    case "GOOGLE":
      return "apiKey" in config
        ? { mtGoogleKey: config.apiKey, mtGoogleUrl: config.url }
        : {
            mtGoogleServiceAccount: config.serviceAccount,
            mtGoogleLocation: config.location,
            mtGoogleUrl: config.url
          }
    case "AWS":
      return {
        mtAwsAccessKey: config.accessKey,
        mtAwsSecretKey: config.secretKey,
        mtAwsRegion: config.region,
        mtAwsUrl: config.url
      }
    case "DEEPL":
      return { mtDeeplKey: config.authKey, mtDeeplUrl: config.url }
    case "AZURE":
      return { mtAzureKey: config.authKey, mtAzureRegion: config.region, mtAzureUrl: config.url }
    case "BAIDU":
      return { mtBaiduAppId: config.appId, mtBaiduAppSecret: config.appSecret, mtBaiduUrl: config.url }
    case "LIBRETRANSLATE":
      return { mtLibreTranslateUrl: config.url, mtLibreTranslateKey: config.apiKey }
  }
}
