import type { QualitySettingsBody } from "@dragoman/api"
import { type CheckType, groupCheckTypes } from "@dragoman/formats/check"
import { LanguageRepository, type LanguageRow, QualityCheckRepository, type QualitySettingRow } from "@dragoman/store"
import { Effect } from "effect"
import { changeProject } from "../../change/change-project.ts"
import { failWith } from "../../platform/fail.ts"
import { getLanguage } from "../../project/language/language-queries.ts"
import { getProject } from "../../project/project/project-queries.ts"
import { auditedProject, projectObject } from "../../project/project/project-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { recordChange } from "../../service/audit/record-audit.ts"
import { StaleTexts } from "./check-stale-texts.ts"
import { LanguageTool } from "./language-tool.ts"
import { isLanguageEnabled, severitiesOf } from "./quality-rules.ts"

/** Lists the types that this server can check, by category: spelling and grammar need a LanguageTool server. */
export const listCheckTypes = Effect.fn("listCheckTypes")(function* () {
  const { isConfigured } = yield* LanguageTool
  return groupCheckTypes(isConfigured)
})

const availableTypes = Effect.map(listCheckTypes(), (groups) => groups.flatMap(({ checkTypes }) => checkTypes))

/** Reads the severities of the project, or those that hold in one of its languages. */
export const getSeverities = Effect.fn("getSeverities")(function* (access: ProjectAccess, languageId: number | null) {
  const repository = yield* QualityCheckRepository
  if (languageId !== null) yield* getLanguage(access, languageId)
  const severities = severitiesOf(yield* repository.listSettings(access.projectId), languageId)
  return Object.fromEntries((yield* availableTypes).map((type) => [type, severities[type]]))
})

/** Settings of a language, null where it has those of the project. */
export interface LanguageQualitySettings {
  readonly language: LanguageRow
  readonly severities: QualitySettingRow["severities"] | null
  readonly isEnabled: boolean
}

export const listLanguageSettings = Effect.fn("listLanguageSettings")(function* ({ projectId }: ProjectAccess) {
  const repository = yield* QualityCheckRepository
  const languages = yield* LanguageRepository
  const settings = yield* repository.listSettings(projectId)
  return (yield* languages.listOfProject(projectId)).map((language) => ofLanguage(settings, language))
})

export const getLanguageSettings = Effect.fn("getLanguageSettings")(function* (
  access: ProjectAccess,
  languageId: number
) {
  const repository = yield* QualityCheckRepository
  const language = yield* getLanguage(access, languageId)
  return ofLanguage(yield* repository.listSettings(access.projectId), language)
})

const ofLanguage = (settings: ReadonlyArray<QualitySettingRow>, language: LanguageRow): LanguageQualitySettings => {
  const severities = settings.find(({ languageId }) => languageId === language.id)?.severities ?? {}
  return {
    language,
    severities: Object.keys(severities).length === 0 ? null : severities,
    isEnabled: isLanguageEnabled(settings, language.id)
  }
}

/** Merges severities into those of the project (language null), or of a language; null removes one. */
export const setSeverities = Effect.fn("setSeverities")(function* (
  access: ProjectAccess<"project.edit">,
  languageId: number | null,
  { settings }: QualitySettingsBody
) {
  const changes = Object.entries(settings ?? {})
  const types = yield* availableTypes
  const unknown = changes.map(([type]) => type).filter((type) => !types.includes(type as CheckType))
  if (unknown.length > 0) return yield* failWith("filter_by_value_qa_check_type_not_valid", unknown)
  yield* changeSettings(access, languageId, (before) => ({
    ...before,
    severities: Object.fromEntries(
      Object.entries({ ...before.severities, ...Object.fromEntries(changes) }).filter(
        (entry): entry is [string, string] => entry[1] !== null
      )
    )
  }))
})

export const setLanguageEnabled = (access: ProjectAccess<"project.edit">, languageId: number, isEnabled: boolean) =>
  changeSettings(access, languageId, (before) => ({ ...before, isEnabled }))

/** Gives a language the settings of the project again. */
export const resetLanguageSettings = (access: ProjectAccess<"project.edit">, languageId: number) =>
  changeSettings(access, languageId, (before) => ({ ...before, severities: {}, isEnabled: true }))

/** Changes settings, and marks the texts that they are about as stale. */
const changeSettings = Effect.fnUntraced(function* (
  access: ProjectAccess<"project.edit">,
  languageId: number | null,
  change: (before: QualitySettingRow) => QualitySettingRow
) {
  const repository = yield* QualityCheckRepository
  const { projectId } = access
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      if (languageId !== null) yield* getLanguage(access, languageId)
      if (!(yield* repository.isUsed(projectId))) return yield* failWith("qa_checks_not_enabled")
      const stored = (yield* repository.listSettings(projectId)).find((row) => row.languageId === languageId)
      const before = stored ?? { languageId, severities: {}, isEnabled: true }
      const after = change(before)
      if (JSON.stringify(after) === JSON.stringify(before)) return
      yield* repository.saveSetting(projectId, after)
      yield* repository.markStale(projectId, languageId)
      const event = {
        action: "PROJECT_EDITED",
        object: projectObject(yield* getProject(access)),
        projectId
      } as const
      yield* recordChange(access.caller, event, { qualityChecks: before }, { qualityChecks: after })
    })
  )
  yield* StaleTexts.use((stale) => stale.check)
})

/** Switches the checks of a project on, which checks its texts in the background, or off. */
export const setChecksUsed = Effect.fn("setChecksUsed")(function* (
  access: ProjectAccess<"project.edit">,
  isUsed: boolean
) {
  const repository = yield* QualityCheckRepository
  const { projectId } = access
  yield* changeProject(
    access,
    Effect.fnUntraced(function* () {
      const before = yield* getProject(access)
      if (before.usesQualityChecks === isUsed) return
      yield* repository.setUsed(projectId, isUsed)
      if (isUsed) yield* repository.markStale(projectId, null)
      const event = { action: "PROJECT_EDITED", object: projectObject(before), projectId } as const
      const after = { ...before, usesQualityChecks: isUsed }
      yield* recordChange(access.caller, event, auditedProject(before), auditedProject(after))
    })
  )
  yield* StaleTexts.use((stale) => stale.check)
})
