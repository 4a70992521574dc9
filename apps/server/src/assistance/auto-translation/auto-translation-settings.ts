import type { AutoTranslationSettingsBody } from "@dragoman/api"
import { type AutoTranslationSetting, defaultAutoTranslation, validateAutoTranslation } from "@dragoman/domain/memory"
import { AutoTranslationRepository, LabelRepository, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { getProject } from "../../project/project/project-queries.ts"
import { projectObject } from "../../project/project/project-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordChange } from "../../service/audit/record-audit.ts"
import { servicesOfProject } from "../machine-translation/project-services.ts"

/** Lists the settings of a project: those of languages without their own first, which every project has. */
export const listAutoTranslation = Effect.fn("listAutoTranslation")(function* ({ projectId }: ProjectAccess) {
  const settings = yield* AutoTranslationRepository.use((repository) => repository.list(projectId))
  return [defaultAutoTranslation(settings), ...settings.filter(({ languageId }) => languageId !== null)]
})

/** Replaces all settings. Of several for one language the last one counts. */
export const replaceAutoTranslation = Effect.fn("replaceAutoTranslation")(function* (
  access: ProjectAccess<"languages.edit">,
  body: ReadonlyArray<AutoTranslationSettingsBody>
) {
  const settings = yield* Effect.forEach(body, (one) => orFail(validateAutoTranslation(one)))
  yield* requireServices(access, settings)
  yield* changeSettings(access, () => settings)
})

/** Sets the settings of languages without their own, and returns them. */
export const setDefaultAutoTranslation = Effect.fn("setDefaultAutoTranslation")(function* (
  access: ProjectAccess<"languages.edit">,
  body: AutoTranslationSettingsBody
) {
  const setting = yield* orFail(validateAutoTranslation({ ...body, languageId: null }))
  yield* requireServices(access, [setting])
  yield* changeSettings(access, (before) => [...before, setting])
  return setting
})

/** Fails when texts would wait for a machine that the server does not have. */
const requireServices = Effect.fnUntraced(function* (
  access: ProjectAccess,
  settings: ReadonlyArray<AutoTranslationSetting>
) {
  if (!settings.some(({ usesMachine }) => usesMachine)) return
  const { services } = yield* servicesOfProject(access)
  if (services.length === 0) return yield* failWith("feature_not_enabled", ["MACHINE_TRANSLATION"])
})

/** Fails for a language or a label that the project does not have. Of several settings for one language the last one counts. */
const requireKnown = Effect.fnUntraced(function* (projectId: number, settings: ReadonlyArray<AutoTranslationSetting>) {
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(projectId))
  const known = new Set(languages.map(({ id }) => id))
  if (settings.some(({ languageId }) => languageId !== null && !known.has(languageId))) {
    return yield* failWith("language_not_found")
  }
  const labelIds = [...new Set(settings.flatMap(({ labelId }) => labelId ?? []))]
  const labels = yield* LabelRepository.use((repository) => repository.listWithIds(projectId, labelIds))
  if (labels.length < labelIds.length) return yield* failWith("label_not_found")
  return [...new Map(settings.map((setting) => [setting.languageId, setting])).values()]
})

const changeSettings = Effect.fnUntraced(function* (
  access: ProjectAccess<"languages.edit">,
  change: (before: ReadonlyArray<AutoTranslationSetting>) => ReadonlyArray<AutoTranslationSetting>
) {
  const repository = yield* AutoTranslationRepository
  const { projectId, caller } = access
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const before = yield* repository.list(projectId)
      yield* repository.replace(projectId, yield* requireKnown(projectId, change(before)))
      const event = { action: "PROJECT_EDITED", object: projectObject(yield* getProject(access)), projectId } as const
      yield* recordChange(
        caller,
        event,
        { autoTranslation: before },
        { autoTranslation: yield* repository.list(projectId) }
      )
    })
  )
})
