import {
  type ChosenService,
  inOrder,
  type MachineTranslationInput,
  type MachineTranslationSetting
} from "../machine-translation/machine-translation-setting.ts"
import { formalities, translationServices } from "../machine-translation/translation-service.ts"

/** Services of a project of a server of Tolgee. */
export interface SourceServices {
  /** Names of all services that the entries have, in the order in which they occur. */
  readonly named: ReadonlyArray<string>
  /** null: the project has chosen none, because the server has no services. */
  readonly settings: ReadonlyArray<MachineTranslationSetting> | null
}

/**
 * Reads the entries of a project as they are stored here. Services that do not exist here are left out, as are languages that were
 * not taken; a prompt that was not taken is the default one. `hasServices`: whether the server has any service.
 */
export const servicesOfSource = (
  entries: ReadonlyArray<MachineTranslationInput>,
  facts: {
    readonly hasServices: boolean
    readonly languageOf: (id: number) => number | undefined
    readonly promptOf: (id: number) => number | undefined
  }
): SourceServices => {
  const read = entries.map(({ targetLanguageId, ...entry }) => ({
    languageId: targetLanguageId == null ? null : facts.languageOf(targetLanguageId),
    // Servers before formality have names alone.
    primary: entry.primaryServiceInfo ?? (entry.primaryService ? { serviceType: entry.primaryService } : null),
    enabled: entry.enabledServicesInfo ?? (entry.enabledServices ?? []).map((serviceType) => ({ serviceType }))
  }))
  const named = [
    ...new Set(
      read.flatMap(({ primary, enabled }) =>
        [...(primary === null ? [] : [primary]), ...enabled].map(({ serviceType }) => serviceType)
      )
    )
  ]
  if (named.length === 0 && !facts.hasServices) return { named, settings: null }
  const toChosen = (info: Info): ReadonlyArray<ChosenService> => {
    const service = translationServices.find((name) => name === info.serviceType)
    if (service === undefined) return []
    const formality = formalities.find((name) => name === info.formality) ?? null
    const promptId = service === "PROMPT" && info.promptId != null ? (facts.promptOf(info.promptId) ?? null) : null
    return [{ service, formality, promptId }]
  }
  const settings = read.flatMap(({ languageId, primary, enabled }) => {
    if (languageId === undefined) return []
    const [chosen = null] = primary === null ? [] : toChosen(primary)
    return [{ languageId, primary: chosen, enabled: inOrder(enabled.flatMap(toChosen)) }]
  })
  // A server may have several entries for a language; the last one counts.
  return { named, settings: [...new Map(settings.map((setting) => [setting.languageId, setting])).values()] }
}

type Info = NonNullable<NonNullable<MachineTranslationInput["enabledServicesInfo"]>[number]>
