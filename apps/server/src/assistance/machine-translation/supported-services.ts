import {
  engineLanguages,
  hasFormality,
  matchLanguage,
  type SupportedService,
  type TranslationService
} from "@dragoman/domain/machine-translation"

/** Returns those of the services that translate into a language, null: any one; language models know them all, with their forms of address. */
export const supportedServices = (
  services: ReadonlyArray<TranslationService>,
  languageTag: string | null
): ReadonlyArray<SupportedService> =>
  services.flatMap((service): ReadonlyArray<SupportedService> => {
    if (service === "PROMPT") return [{ service, hasFormality: true }]
    const { targets, formal } = engineLanguages[service]
    if (languageTag === null) return [{ service, hasFormality: formal.length > 0 }]
    const isKnown = targets === null || matchLanguage(languageTag, targets) !== null
    return isKnown ? [{ service, hasFormality: hasFormality(service, languageTag) }] : []
  })
