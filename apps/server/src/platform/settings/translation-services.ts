import {
  type DefaultServices,
  defaultServices,
  type TranslationEngineName,
  type TranslationService,
  translationServices
} from "@dragoman/domain/machine-translation"
import type { SettingValues } from "./settings.ts"

/** The setting that switches each engine on. */
const switches = {
  GOOGLE: ({ mtGoogleKey, mtGoogleServiceAccount }: SettingValues) => mtGoogleKey ?? mtGoogleServiceAccount,
  AWS: ({ mtAwsAccessKey }: SettingValues) => mtAwsAccessKey,
  DEEPL: ({ mtDeeplKey }: SettingValues) => mtDeeplKey,
  AZURE: ({ mtAzureKey }: SettingValues) => mtAzureKey,
  BAIDU: ({ mtBaiduAppId }: SettingValues) => mtBaiduAppId,
  LIBRETRANSLATE: ({ mtLibreTranslateUrl }: SettingValues) => mtLibreTranslateUrl
} satisfies Readonly<Record<TranslationEngineName, (settings: SettingValues) => string | null>>

/**
 * Returns the services that the settings switch on, in their order. PROMPT needs a provider of the server, or one of the
 * organization.
 */
export const translationServicesOf = (
  settings: SettingValues,
  { hasModels }: { readonly hasModels: boolean }
): ReadonlyArray<TranslationService> =>
  translationServices.filter((service) =>
    service === "PROMPT"
      ? settings.llmEnabled && (hasModels || settings.llmProviders.some(({ enabled }) => enabled))
      : switches[service](settings) !== null
  )

/** Returns the services of projects that have chosen none. */
export const defaultServicesOf = (
  { mtDefaultServices, mtDefaultPrimary }: SettingValues,
  services: ReadonlyArray<TranslationService>
): DefaultServices => defaultServices(services, { enabled: mtDefaultServices, primary: mtDefaultPrimary })
