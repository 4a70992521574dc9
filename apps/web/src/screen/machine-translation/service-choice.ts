import { type TranslationService, translationServices } from "@dragoman/domain/machine-translation"
import type { Request, Response } from "../../base/api/contract.ts"
import type { ServiceInfo, ServiceSetting } from "../../feature/machine-translation/service-queries.ts"

/** A service that translates into a language. */
export type SupportedService = Response<
  "machineTranslation",
  "listLanguages"
>["_embedded"]["languageInfos"][number]["supportedServices"][number]

export const servicesBody = (
  settings: ReadonlyArray<ServiceSetting>
): Request<"machineTranslation", "replaceSettings">["payload"] => ({
  settings: settings.map(({ targetLanguageId, primaryServiceInfo, enabledServicesInfo }) => ({
    targetLanguageId,
    primaryServiceInfo,
    enabledServicesInfo
  }))
})

/** Begins the own settings of a language with those of all languages, as far as services know the language. */
export const ownServices = (
  defaults: ServiceSetting | undefined,
  targetLanguageId: number,
  supported: ReadonlyArray<SupportedService>
): ServiceSetting => {
  const usable = (info: ServiceInfo): ReadonlyArray<ServiceInfo> => {
    const known = supported.find(({ serviceType }) => serviceType === info.serviceType)
    return known === undefined ? [] : [{ ...info, formality: known.formalitySupported ? info.formality : null }]
  }
  const primary = defaults?.primaryServiceInfo ?? null
  return {
    targetLanguageId,
    primaryServiceInfo: primary === null ? null : (usable(primary)[0] ?? null),
    enabledServicesInfo: (defaults?.enabledServicesInfo ?? []).flatMap(usable)
  }
}

/** Returns how a service is used; it has one formality and one prompt, whether it suggests texts or writes them. */
export const infoOf = (
  { primaryServiceInfo, enabledServicesInfo }: ServiceSetting,
  service: TranslationService
): ServiceInfo | null =>
  [...enabledServicesInfo, ...(primaryServiceInfo === null ? [] : [primaryServiceInfo])].find(
    ({ serviceType }) => serviceType === service
  ) ?? null

export const isEnabled = ({ enabledServicesInfo }: ServiceSetting, service: TranslationService): boolean =>
  enabledServicesInfo.some(({ serviceType }) => serviceType === service)

const plain = (serviceType: TranslationService): ServiceInfo => ({ serviceType, formality: null, promptId: null })

/** Lets a service suggest texts, or no longer. */
export const switchService = (setting: ServiceSetting, service: TranslationService, isOn: boolean): ServiceSetting => {
  const others = setting.enabledServicesInfo.filter(({ serviceType }) => serviceType !== service)
  const all = isOn ? [...others, infoOf(setting, service) ?? plain(service)] : others
  return {
    ...setting,
    enabledServicesInfo: translationServices.flatMap((one) => all.find(({ serviceType }) => serviceType === one) ?? [])
  }
}

/** Chooses the service that translates automatically; null: none. */
export const choosePrimary = (setting: ServiceSetting, service: TranslationService | null): ServiceSetting => ({
  ...setting,
  primaryServiceInfo: service === null ? null : (infoOf(setting, service) ?? plain(service))
})

/** Changes the formality or the prompt of a service, wherever it is used. */
export const changeService = (
  setting: ServiceSetting,
  service: TranslationService,
  changes: Partial<Pick<ServiceInfo, "formality" | "promptId">>
): ServiceSetting => {
  const change = (info: ServiceInfo) => (info.serviceType === service ? { ...info, ...changes } : info)
  const { primaryServiceInfo: primary, enabledServicesInfo } = setting
  return {
    ...setting,
    primaryServiceInfo: primary === null ? null : change(primary),
    enabledServicesInfo: enabledServicesInfo.map(change)
  }
}
