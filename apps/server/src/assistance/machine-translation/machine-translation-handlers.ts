import { Api, type MachineTranslationLanguageModel, type MachineTranslationSettingModel } from "@dragoman/api"
import type { ChosenService } from "@dragoman/domain/machine-translation"
import { engineLanguages } from "@dragoman/domain/machine-translation"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { languageToModel } from "../../project/language/language-shapes.ts"
import { type ProjectAccess, withAccess } from "../../service/access/access.ts"
import { MachineServices } from "./machine-services.ts"
import {
  getQualitySetting,
  listMachineTranslation,
  listSupportedServices,
  replaceMachineTranslation,
  setDefaultPrompt
} from "./machine-translation-settings.ts"
import { getProjectNote, listLanguageNotes, setLanguageNote, setProjectNote } from "./translation-notes.ts"

export const MachineTranslationHandlers = HttpApiBuilder.group(Api, "machineTranslation", (handlers) =>
  handlers.handleAll({
    listSettings: withAccess(readSettings),
    replaceSettings: withAccess(function* (access, { payload }) {
      yield* replaceMachineTranslation(access, payload)
      return yield* readSettings(access)
    }),
    setDefaultPrompt: withAccess((access, { params }) => setDefaultPrompt(access, params.promptId)),
    listLanguages: withAccess((access) =>
      Effect.map(listSupportedServices(access), (rows) => ({ _embedded: { languageInfos: rows.map(languageInfo) } }))
    ),
    listProviders: () => MachineServices.use((machines) => Effect.succeed(providersToModel(machines))),
    getNote: withAccess((access) => Effect.map(getProjectNote(access), (description) => ({ description }))),
    setNote: withAccess((access, { payload }) =>
      Effect.map(setProjectNote(access, payload), (description) => ({ description }))
    ),
    listLanguageNotes: withAccess((access) =>
      Effect.map(listLanguageNotes(access), (notes) => ({
        _embedded: { promptCustomizations: notes.map(noteToModel) }
      }))
    ),
    setLanguageNote: withAccess((access, { params, payload }) =>
      Effect.map(setLanguageNote(access, params.languageId, payload), noteToModel)
    )
  })
)

type Listed = Effect.Success<ReturnType<typeof listMachineTranslation>>

const readSettings = Effect.fnUntraced(function* (access: ProjectAccess) {
  const settings = yield* listMachineTranslation(access)
  return {
    _embedded: { languageConfigs: settings.map(settingToModel) },
    qualityEstimate: yield* getQualitySetting(access)
  }
})

const settingToModel = ({ language, primary, enabled }: Listed[number]): MachineTranslationSettingModel => ({
  targetLanguageId: language?.id ?? null,
  targetLanguageTag: language?.tag ?? null,
  targetLanguageName: language?.name ?? null,
  primaryService: primary?.service ?? null,
  primaryServiceInfo: primary === null ? null : serviceToModel(primary),
  enabledServices: enabled.map(({ service }) => service),
  enabledServicesInfo: enabled.map(serviceToModel)
})

const serviceToModel = ({ service, formality, promptId }: ChosenService) => ({
  serviceType: service,
  formality,
  promptId
})

const languageInfo = ({
  language,
  supported
}: Effect.Success<ReturnType<typeof listSupportedServices>>[number]): MachineTranslationLanguageModel => ({
  languageId: language?.id ?? null,
  languageTag: language?.tag ?? null,
  supportedServices: supported.map(({ service, hasFormality }) => ({
    serviceType: service,
    formalitySupported: hasFormality
  }))
})

const providersToModel = (machines: MachineServices["Service"]) =>
  Object.fromEntries(
    machines
      .servicesOf({ hasModels: false })
      .map((service) => [
        service,
        { supportedLanguages: service === "PROMPT" ? null : engineLanguages[service].targets }
      ])
  )

const noteToModel = ({ language, text }: Effect.Success<ReturnType<typeof listLanguageNotes>>[number]) => ({
  description: text,
  language: languageToModel(language)
})
