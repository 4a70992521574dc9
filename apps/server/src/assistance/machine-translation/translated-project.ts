import {
  effectiveMachineTranslation,
  type MachineTranslationSetting,
  type TranslationService
} from "@dragoman/domain/machine-translation"
import {
  LanguageRepository,
  MachineTranslationSettingRepository,
  ProjectRepository,
  TranslationNoteRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { servicesOfProject } from "./project-services.ts"
import { supportedServices } from "./supported-services.ts"

/** Reads what a project says about machine translation: languages, services of each, notes. */
export const readTranslatedProject = Effect.fn("readTranslatedProject")(function* (projectId: number) {
  const found = yield* ProjectRepository.use((repository) => repository.find(projectId, 0))
  if (Option.isNone(found)) return yield* failWith("project_not_found")
  const {
    organization: { organizationId },
    icuPlaceholders
  } = found.value
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(projectId))
  const settings = yield* MachineTranslationSettingRepository.use((repository) => repository.list(projectId))
  const notes = yield* TranslationNoteRepository.use((repository) => repository.list(projectId))
  const { services, defaults } = yield* servicesOfProject({ organizationId })
  const settingOf = (language: { readonly id: number; readonly tag: string }): MachineTranslationSetting =>
    effectiveMachineTranslation(settings, language.id, defaults, supportedServices(services, language.tag))
  return {
    projectId,
    organizationId,
    icuPlaceholders,
    languages,
    base: languages.find(({ base }) => base) ?? null,
    services: services satisfies ReadonlyArray<TranslationService>,
    settingOf,
    notes: {
      project: notes.find(({ languageId }) => languageId === null)?.text ?? null,
      languages: new Map(
        notes.flatMap(({ languageId, text }) => (languageId === null ? [] : [[languageId, text] as const]))
      )
    }
  }
})

export type TranslatedProject = Effect.Success<ReturnType<typeof readTranslatedProject>>
