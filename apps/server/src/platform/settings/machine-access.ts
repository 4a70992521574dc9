import { endpointRules } from "@dragoman/domain/network"
import type { EngineConfig, ModelConfig } from "@dragoman/machine-translation"
import type { SettingValues } from "./settings.ts"

/** The operator names servers, which may be private. */
export const operatorRules = endpointRules({ allow: ["*"], ports: ["*"] })

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

/** Returns the engines that the settings switch on. */
export const engineConfigsOf = (settings: SettingValues): ReadonlyArray<EngineConfig> => {
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

/** Returns the language models of the server in their order, without those that are switched off. */
export const modelsOf = ({ llmEnabled, llmProviders }: SettingValues): ReadonlyArray<NamedModel> =>
  llmProviders
    .filter(({ enabled }) => llmEnabled && enabled)
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
