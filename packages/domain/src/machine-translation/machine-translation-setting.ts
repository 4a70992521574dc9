import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validation.ts"
import type { DefaultServices } from "./service-choice.ts"
import { type Formality, formalities, type TranslationService, translationServices } from "./translation-service.ts"

/** A service that a setting chooses. */
export interface ChosenService {
  readonly service: TranslationService
  /** null: as the service has it. */
  readonly formality: Formality | null
  /** Prompt of the project; null: the default one, or no language model. */
  readonly promptId: number | null
}

/** Services of the languages of a project. */
export interface MachineTranslationSetting {
  /** null: languages without a setting of their own. */
  readonly languageId: number | null
  /** Translates automatically, and need not be among `enabled`; null: no service does. */
  readonly primary: ChosenService | null
  /** Services that suggest texts. */
  readonly enabled: ReadonlyArray<ChosenService>
}

/** A service that translates into a language. */
export interface SupportedService {
  readonly service: TranslationService
  /** Whether it can be told to use polite or familiar forms of the language. */
  readonly hasFormality: boolean
}

const plain = (service: TranslationService): ChosenService => ({ service, formality: null, promptId: null })

/** Returns the setting of the languages without one of their own. A project that chose none has the services of the server. */
export const defaultMachineTranslation = (
  settings: ReadonlyArray<MachineTranslationSetting>,
  { enabled, primary }: DefaultServices
): MachineTranslationSetting =>
  settings.find(({ languageId }) => languageId === null) ?? {
    languageId: null,
    primary: primary === null ? null : plain(primary),
    enabled: enabled.map(plain)
  }

/**
 * Returns the setting that counts for a language: its own, or the default one, with the services alone that exist and translate
 * into the language, in their order. A formality that the service does not know is left out.
 */
export const effectiveMachineTranslation = (
  settings: ReadonlyArray<MachineTranslationSetting>,
  languageId: number,
  defaults: DefaultServices,
  supported: ReadonlyArray<SupportedService>
): MachineTranslationSetting => {
  const chosen =
    settings.find((setting) => setting.languageId === languageId) ?? defaultMachineTranslation(settings, defaults)
  const usable = (one: ChosenService): ReadonlyArray<ChosenService> => {
    const found = supported.find(({ service }) => service === one.service)
    return found === undefined ? [] : [{ ...one, formality: found.hasFormality ? one.formality : null }]
  }
  const [primary = null] = chosen.primary === null ? [] : usable(chosen.primary)
  return { languageId, primary, enabled: inOrder(chosen.enabled.flatMap(usable)) }
}

/** Returns how a language uses a service; null: it does not. */
export const chosenIn = (
  { primary, enabled }: MachineTranslationSetting,
  service: TranslationService
): ChosenService | null =>
  [...(primary === null ? [] : [primary]), ...enabled].find((one) => one.service === service) ?? null

/** Sorts services as results are listed. */
export const inOrder = (services: ReadonlyArray<ChosenService>): ReadonlyArray<ChosenService> =>
  translationServices.flatMap((service) => services.find((one) => one.service === service) ?? [])

/** A service of a body. */
interface ServiceInput {
  readonly serviceType: string
  readonly formality?: string | null | undefined
  readonly promptId?: number | null | undefined
}

/** An entry of a body; the names alone are the older form. */
export interface MachineTranslationInput {
  readonly targetLanguageId?: number | null | undefined
  readonly primaryService?: string | null | undefined
  readonly primaryServiceInfo?: ServiceInput | null | undefined
  readonly enabledServices?: ReadonlyArray<string> | null | undefined
  readonly enabledServicesInfo?: ReadonlyArray<ServiceInput> | null | undefined
}

/** The project and the server, as far as settings must fit them. */
export interface MachineTranslationFacts {
  readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }>
  readonly services: ReadonlyArray<TranslationService>
  readonly supportedIn: (tag: string) => ReadonlyArray<SupportedService>
  /** Prompts of the project among those that the entries name. */
  readonly promptIds: ReadonlyArray<number>
}

/** Returns the prompts that entries name. */
export const namedPromptIds = (entries: ReadonlyArray<MachineTranslationInput>): ReadonlyArray<number> => [
  ...new Set(
    entries.flatMap(({ primaryServiceInfo, enabledServicesInfo }) =>
      [primaryServiceInfo, ...(enabledServicesInfo ?? [])].flatMap((info) => info?.promptId ?? [])
    )
  )
]

/**
 * Checks the entries of a body. Services that the server does not have are dropped; both lists of enabled ones count, and of
 * several entries for one language the last one.
 */
export const checkMachineTranslation = (
  entries: ReadonlyArray<MachineTranslationInput>,
  facts: MachineTranslationFacts
): Validated<ReadonlyArray<MachineTranslationSetting>> => {
  const checked = new Map<number | null, MachineTranslationSetting>()
  for (const entry of entries) {
    const languageId = entry.targetLanguageId ?? null
    const language = facts.languages.find(({ id }) => id === languageId)
    if (languageId !== null && language === undefined) return invalid(domainError("language_not_found"))
    const enabledInputs = [
      ...(entry.enabledServicesInfo ?? []),
      ...(entry.enabledServices ?? []).map((serviceType) => ({ serviceType }))
    ]
    const primaryInput =
      entry.primaryServiceInfo ?? (entry.primaryService ? { serviceType: entry.primaryService } : null)
    const enabled = inOrder(enabledInputs.flatMap((input) => existing(input, facts)))
    const [primary = null] = primaryInput === null ? [] : existing(primaryInput, facts)
    for (const one of [...(primary === null ? [] : [primary]), ...enabled]) {
      const error = problemOf(one, language?.tag ?? null, facts)
      if (error !== null) return invalid(error)
    }
    checked.set(languageId, { languageId, primary, enabled })
  }
  return valid([...checked.values()])
}

const existing = (
  { serviceType, formality, promptId }: ServiceInput,
  { services }: MachineTranslationFacts
): ReadonlyArray<ChosenService> => {
  const service = services.find((one) => one === serviceType)
  if (service === undefined) return []
  const known = formalities.find((one) => one === formality) ?? null
  return [{ service, formality: known, promptId: service === "PROMPT" ? (promptId ?? null) : null }]
}

const problemOf = (
  { service, formality, promptId }: ChosenService,
  tag: string | null,
  { supportedIn, promptIds }: MachineTranslationFacts
) => {
  if (promptId !== null && !promptIds.includes(promptId)) return domainError("prompt_not_found")
  if (tag === null) return null
  const supported = supportedIn(tag).find((one) => one.service === service)
  if (supported === undefined) return domainError("language_not_supported_by_service", [service, tag])
  const isPlain = formality === null || formality === "DEFAULT" || supported.hasFormality
  return isPlain ? null : domainError("formality_not_supported_by_service", [service, tag, formality])
}

/** Gives a prompt to language models in every entry that has them. */
export const withDefaultPrompt = (
  settings: ReadonlyArray<MachineTranslationSetting>,
  promptId: number
): ReadonlyArray<MachineTranslationSetting> => {
  const change = (one: ChosenService): ChosenService => (one.service === "PROMPT" ? { ...one, promptId } : one)
  return settings.map(({ languageId, primary, enabled }) => ({
    languageId,
    primary: primary === null ? null : change(primary),
    enabled: enabled.map(change)
  }))
}
