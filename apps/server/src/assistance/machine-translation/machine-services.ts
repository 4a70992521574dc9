import type { DefaultServices, TranslationEngineName, TranslationService } from "@dragoman/domain/machine-translation"
import { type EndpointRules, endpointRules } from "@dragoman/domain/network"
import type { EngineConfig, ModelConfig } from "@dragoman/machine-translation"
import { Context, Effect, Layer } from "effect"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { defaultServicesOf, translationServicesOf } from "../../platform/settings/translation-services.ts"

/** Access to a language model under the name that prompts choose; several with one name take turns. */
export interface NamedModel {
  readonly name: string
  readonly config: ModelConfig
  /** HIGH: for people who wait; LOW: for jobs; null: for both. */
  readonly priority: "HIGH" | "LOW" | null
  /** Credits for one token. */
  readonly inputPrice: number
  readonly outputPrice: number
}

interface MachineServicesValue {
  readonly engines: ReadonlyMap<TranslationEngineName, EngineConfig>
  /** Models of the server, in the order of the settings; without those that are switched off. */
  readonly models: ReadonlyArray<NamedModel>
  /** False: neither models of the server nor those of organizations are used. */
  readonly mayUseModels: boolean
  /** Name of the model of prompts that name none; null: the first one. */
  readonly defaultModel: string | null
  /** Names of models in place of those that no longer exist. */
  readonly modelFallbacks: Readonly<Record<string, string>>
  /** Returns the services that exist for an organization; PROMPT needs a model of the server or of its own. */
  readonly servicesOf: (organization: { readonly hasModels: boolean }) => ReadonlyArray<TranslationService>
  readonly defaultsOf: (services: ReadonlyArray<TranslationService>) => DefaultServices
  /** Addresses that models of organizations may have; those of the settings may have any. */
  readonly organizationRules: EndpointRules
}

/** Services of machine translation that the settings switch on, and their configurations. */
export class MachineServices extends Context.Service<MachineServices, MachineServicesValue>()(
  "@dragoman/server/assistance/machine-translation/MachineServices"
) {
  static readonly layer = Layer.effect(MachineServices, Effect.map(Settings, machineServicesOf))
}

function machineServicesOf(settings: SettingValues): MachineServicesValue {
  const engines = new Map(engineConfigs(settings).map((config) => [config.engine, config]))
  const models = settings.llmEnabled ? modelsOf(settings) : []
  return {
    engines,
    models,
    mayUseModels: settings.llmEnabled,
    defaultModel: settings.llmDefaultProvider,
    modelFallbacks: settings.llmFallbacks,
    servicesOf: (organization) => translationServicesOf(settings, organization),
    defaultsOf: (services) => defaultServicesOf(settings, services),
    organizationRules: endpointRules({
      allow: settings.mtAllow,
      deny: settings.webhookDeny,
      ports: settings.webhookPorts
    })
  }
}

const engineConfigs = (settings: SettingValues): ReadonlyArray<EngineConfig> => {
  const { mtGoogleServiceAccount: serviceAccount, mtGoogleKey, mtGoogleUrl } = settings
  const { mtAwsAccessKey, mtAwsSecretKey, mtDeeplKey, mtAzureKey, mtBaiduAppId, mtBaiduAppSecret } = settings
  const { mtLibreTranslateUrl } = settings
  const configs: Array<EngineConfig> = []
  if (serviceAccount !== null) {
    const { project_id: projectId } = JSON.parse(serviceAccount) as { readonly project_id: string }
    const location = settings.mtGoogleLocation
    configs.push({ engine: "GOOGLE", url: mtGoogleUrl, serviceAccount, projectId, location })
  } else if (mtGoogleKey !== null) {
    configs.push({ engine: "GOOGLE", url: mtGoogleUrl, apiKey: mtGoogleKey })
  }
  if (mtAwsAccessKey !== null && mtAwsSecretKey !== null) {
    const keys = { accessKey: mtAwsAccessKey, secretKey: mtAwsSecretKey }
    configs.push({ engine: "AWS", url: settings.mtAwsUrl, ...keys, region: settings.mtAwsRegion })
  }
  if (mtDeeplKey !== null) {
    const { mtDeeplUrl: url, mtDeeplParameters: parameters } = settings
    configs.push({ engine: "DEEPL", url, authKey: mtDeeplKey, parameters })
  }
  if (mtAzureKey !== null) {
    const { mtAzureUrl: url, mtAzureRegion: region } = settings
    configs.push({ engine: "AZURE", url, authKey: mtAzureKey, region })
  }
  if (mtBaiduAppId !== null && mtBaiduAppSecret !== null) {
    const { mtBaiduUrl: url, mtBaiduAction: action } = settings
    configs.push({ engine: "BAIDU", url, appId: mtBaiduAppId, appSecret: mtBaiduAppSecret, action })
  }
  if (mtLibreTranslateUrl !== null) {
    configs.push({ engine: "LIBRETRANSLATE", url: mtLibreTranslateUrl, apiKey: settings.mtLibreTranslateKey })
  }
  return configs
}

const millisPerSecond = 1_000

const modelsOf = ({ llmProviders }: SettingValues): ReadonlyArray<NamedModel> =>
  llmProviders
    .filter(({ enabled }) => enabled)
    .map(({ name, priority, attempts, tokenPriceInCreditsInput, tokenPriceInCreditsOutput, ...provider }) => ({
      name,
      priority,
      inputPrice: tokenPriceInCreditsInput,
      outputPrice: tokenPriceInCreditsOutput,
      config: {
        type: provider.type,
        url: provider.apiUrl,
        apiKey: provider.apiKey,
        model: provider.model,
        deployment: provider.deployment,
        format: provider.format,
        maxTokens: provider.maxTokens,
        reasoningEffort: provider.reasoningEffort,
        attemptMillis: attempts.map((seconds) => seconds * millisPerSecond)
      }
    }))
