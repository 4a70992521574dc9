import type { AutoTranslationSettingsBody } from "@dragoman/api"
import { type AutoTranslationSetting, defaultAutoTranslation } from "@dragoman/domain/memory"
import { AutoTranslationRepository, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failWith } from "../../platform/fail.ts"
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
  yield* requireServices(access, body)
  yield* changeSettings(access, () => body.map(toSetting))
})

/** Sets the settings of languages without their own, and returns them. */
export const setDefaultAutoTranslation = Effect.fn("setDefaultAutoTranslation")(function* (
  access: ProjectAccess<"languages.edit">,
  body: AutoTranslationSettingsBody
) {
  yield* requireServices(access, [body])
  const setting = toSetting({ ...body, languageId: null })
  yield* changeSettings(access, (before) => [...before, setting])
  return setting
})

const toSetting = (body: AutoTranslationSettingsBody): AutoTranslationSetting => ({
  languageId: body.languageId ?? null,
  usesMemory: body.usingTranslationMemory ?? false,
  usesMachine: body.usingMachineTranslation ?? false,
  isForImports: body.enableForImport ?? false
})

/** Fails when texts would wait for a machine that the server does not have. */
const requireServices = Effect.fnUntraced(function* (
  access: ProjectAccess,
  body: ReadonlyArray<AutoTranslationSettingsBody>
) {
  if (!body.some(({ usingMachineTranslation }) => usingMachineTranslation)) return
  const { services } = yield* servicesOfProject(access)
  if (services.length === 0) return yield* failWith("feature_not_enabled", ["MACHINE_TRANSLATION"])
})

const changeSettings = Effect.fnUntraced(function* (
  access: ProjectAccess<"languages.edit">,
  change: (before: ReadonlyArray<AutoTranslationSetting>) => ReadonlyArray<AutoTranslationSetting>
) {
  const repository = yield* AutoTranslationRepository
  const languages = yield* LanguageRepository
  const { projectId, caller } = access
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const before = yield* repository.list(projectId)
      const after = [...new Map(change(before).map((setting) => [setting.languageId, setting])).values()]
      const known = new Set((yield* languages.listOfProject(projectId)).map(({ id }) => id))
      if (after.some(({ languageId }) => languageId !== null && !known.has(languageId))) {
        return yield* failWith("language_not_found")
      }
      yield* repository.replace(projectId, after)
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
