import type { TranslationServiceFacts } from "@dragoman/domain/doctor"
import type { TranslationEngineName } from "@dragoman/domain/machine-translation"
import { makeEngine, makeLanguageModel, TranslationFailed } from "@dragoman/machine-translation"
import type { AddressResolver, EndpointConnector } from "@dragoman/network"
import { variableOf } from "@dragoman/settings"
import { Effect, Result } from "effect"
import { engineConfigsOf, modelsOf, operatorRules } from "../../platform/settings/machine-access.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"

/** Time limit of all requests to one service: a service that is away must not delay the other checks. */
const checkSeconds = 5

/** Asks all services that the settings switch on, at the same time, whether they accept the credentials. Costs nothing. */
export const readTranslationServices = (settings: SettingValues) =>
  Effect.forEach([...enginesOf(settings), ...providersOf(settings)], readService, { concurrency: "unbounded" })

interface ServiceToCheck extends Pick<TranslationServiceFacts, "service" | "setting"> {
  readonly check: Effect.Effect<void, TranslationFailed, AddressResolver | EndpointConnector>
}

const enginesOf = (settings: SettingValues): ReadonlyArray<ServiceToCheck> =>
  engineConfigsOf(settings).map((config) => ({
    service: config.engine,
    setting: variableOf(credentials(settings)[config.engine]),
    check: Effect.flatMap(
      makeEngine(config, {
        rules: operatorRules,
        requestMillis: checkSeconds * 1_000,
        requestsMax: 1,
        charactersPerMinute: null
      }),
      ({ check }) => check
    )
  }))

const credentials = ({
  mtGoogleServiceAccount,
  mtLibreTranslateKey
}: SettingValues): Readonly<Record<TranslationEngineName, Parameters<typeof variableOf>[0]>> => ({
  GOOGLE: mtGoogleServiceAccount === null ? "mtGoogleKey" : "mtGoogleServiceAccount",
  AWS: "mtAwsSecretKey",
  DEEPL: "mtDeeplKey",
  AZURE: "mtAzureKey",
  BAIDU: "mtBaiduAppSecret",
  LIBRETRANSLATE: mtLibreTranslateKey === null ? "mtLibreTranslateUrl" : "mtLibreTranslateKey"
})

const providersOf = (settings: SettingValues): ReadonlyArray<ServiceToCheck> =>
  modelsOf(settings).map(({ name, config }) => ({
    service: name,
    setting: `${variableOf("llmProviders")}: ${name}`,
    check: Effect.flatMap(makeLanguageModel(config, operatorRules), ({ check }) => check)
  }))

const readService = ({ service, setting, check }: ServiceToCheck) =>
  Effect.map(
    Effect.result(
      Effect.timeoutOrElse(check, {
        duration: `${checkSeconds} seconds`,
        orElse: () => Effect.fail(noResponse(service))
      })
    ),
    (result): TranslationServiceFacts => ({
      service,
      setting,
      failure: Result.isFailure(result) ? failureOf(result.failure) : null
    })
  )

const noResponse = (service: string) =>
  new TranslationFailed({
    reason: "unavailable",
    detail: `${service} did not respond within ${checkSeconds} seconds.`,
    retryMillis: null
  })

/** A service that has too many requests at the moment accepts the credentials. */
const failureOf = ({ reason, detail }: TranslationFailed): TranslationServiceFacts["failure"] =>
  reason === "rate_limited" ? null : { isReached: reason !== "unavailable", problem: detail }
