import type { MachineTranslationSettingsBody } from "@dragoman/api"
import {
  checkMachineTranslation,
  defaultMachineTranslation,
  inOrder,
  type MachineTranslationSetting,
  namedPromptIds,
  type QualitySetting,
  validateQualitySetting,
  withDefaultPrompt
} from "@dragoman/domain/machine-translation"
import {
  LanguageRepository,
  MachineTranslationSettingRepository,
  PromptRepository,
  QualityEstimateRepository
} from "@dragoman/store"
import { Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { getProject } from "../../project/project/project-queries.ts"
import { projectObject } from "../../project/project/project-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordChange } from "../../service/audit/record-audit.ts"
import { servicesOfProject } from "./project-services.ts"
import { supportedServices } from "./supported-services.ts"

/**
 * Lists the settings of a project, the default first, which every project has, with their languages. Services that the server
 * no longer has are left out.
 */
export const listMachineTranslation = Effect.fn("listMachineTranslation")(function* (access: ProjectAccess) {
  const { projectId } = access
  const { services, defaults } = yield* servicesOfProject(access)
  const stored = yield* MachineTranslationSettingRepository.use((repository) => repository.list(projectId))
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(projectId))
  const all = [defaultMachineTranslation(stored, defaults), ...stored.filter(({ languageId }) => languageId !== null)]
  return all.map(({ languageId, primary, enabled }) => ({
    language: languages.find(({ id }) => id === languageId) ?? null,
    primary: primary !== null && services.includes(primary.service) ? primary : null,
    enabled: inOrder(enabled.filter(({ service }) => services.includes(service)))
  }))
})

/** Returns how the project judges texts of machines. */
export const getQualitySetting = Effect.fn("getQualitySetting")(function* ({ projectId }: ProjectAccess) {
  return yield* QualityEstimateRepository.use((repository) => repository.findSetting(projectId))
})

/** Replaces all settings; `qualityEstimate` only if it is there: clients of Tolgee do not know it. */
export const replaceMachineTranslation = Effect.fn("replaceMachineTranslation")(function* (
  access: ProjectAccess<"languages.edit">,
  { settings, qualityEstimate }: MachineTranslationSettingsBody
) {
  const { projectId } = access
  const prompts = yield* PromptRepository
  const languages = yield* LanguageRepository
  const { services } = yield* servicesOfProject(access)
  const quality = qualityEstimate ? yield* orFail(validateQualitySetting(qualityEstimate)) : null
  yield* changeSettings(
    access,
    quality,
    Effect.fnUntraced(function* () {
      const facts = {
        languages: yield* languages.listOfProject(projectId),
        services,
        supportedIn: (tag: string) => supportedServices(services, tag),
        promptIds: yield* prompts.filterIds(projectId, namedPromptIds(settings))
      }
      return yield* orFail(checkMachineTranslation(settings, facts))
    })
  )
})

/** Gives a prompt to language models in every entry that has them; a project without entries gets its default one. */
export const setDefaultPrompt = Effect.fn("setDefaultPrompt")(function* (
  access: ProjectAccess<"languages.edit">,
  promptId: number
) {
  const prompts = yield* PromptRepository
  const { defaults } = yield* servicesOfProject(access)
  yield* changeSettings(
    access,
    null,
    Effect.fnUntraced(function* (before) {
      if ((yield* prompts.filterIds(access.projectId, [promptId])).length === 0) {
        return yield* failWith("prompt_not_found")
      }
      const ofLanguages = before.filter(({ languageId }) => languageId !== null)
      return withDefaultPrompt([defaultMachineTranslation(before, defaults), ...ofLanguages], promptId)
    })
  )
})

/** Lists the services that translate into each language of the project; first those for any language. */
export const listSupportedServices = Effect.fn("listSupportedServices")(function* (
  access: ProjectAccess<"languages.edit">
) {
  const { services } = yield* servicesOfProject(access)
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(access.projectId))
  return [null, ...languages].map((language) => ({
    language,
    supported: supportedServices(services, language?.tag ?? null)
  }))
})

const changeSettings = <E, R>(
  access: ProjectAccess<"languages.edit">,
  /** null: stays. */
  quality: QualitySetting | null,
  change: (
    before: ReadonlyArray<MachineTranslationSetting>
  ) => Effect.Effect<ReadonlyArray<MachineTranslationSetting>, E, R>
) =>
  changeProject(
    access,
    Effect.fnUntraced(function* () {
      const repository = yield* MachineTranslationSettingRepository
      const { projectId, caller } = access
      const estimates = yield* QualityEstimateRepository
      const before = yield* repository.list(projectId)
      const qualityBefore = yield* estimates.findSetting(projectId)
      yield* repository.replace(projectId, yield* change(before))
      if (quality !== null) yield* estimates.saveSetting(projectId, quality)
      const event = { action: "PROJECT_EDITED", object: projectObject(yield* getProject(access)), projectId } as const
      const after = yield* repository.list(projectId)
      yield* recordChange(
        caller,
        event,
        { machineTranslation: before, qualityEstimate: qualityBefore },
        { machineTranslation: after, qualityEstimate: quality ?? qualityBefore }
      )
    })
  )
