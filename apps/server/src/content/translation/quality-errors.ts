import { QualityCheckRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"

/**
 * Lists the types of open issues that keep translations from being reviewed, by the id of the translation: those whose severity is
 * ERROR in the language, or in the project.
 */
export const findQualityErrors = Effect.fn("findQualityErrors")(function* (
  projectId: number,
  translations: ReadonlyArray<{ readonly id: number; readonly languageId: number }>
) {
  const repository = yield* QualityCheckRepository
  const typesById = new Map<number, ReadonlyArray<string>>()
  if (translations.length === 0 || !(yield* repository.isUsed(projectId))) return typesById
  const settings = yield* repository.listSettings(projectId)
  // No type is an error unless a project says so.
  if (!settings.some(({ severities }) => Object.values(severities).includes("ERROR"))) return typesById
  const ofLanguage = (id: number | null) => settings.find(({ languageId }) => languageId === id)
  const languageIdById = new Map(translations.map(({ id, languageId }) => [id, languageId]))
  for (const { translationId, type, state } of yield* repository.listIssues([...languageIdById.keys()])) {
    const own = ofLanguage(languageIdById.get(translationId) ?? 0)
    const severity = own?.severities[type] ?? ofLanguage(null)?.severities[type]
    if (state === "IGNORED" || own?.isEnabled === false || severity !== "ERROR") continue
    typesById.set(translationId, [...new Set([...(typesById.get(translationId) ?? []), type])])
  }
  return typesById
})

/** Fails when one of these translations, whose texts are written, has errors. */
export const requireNoQualityErrors = Effect.fn("requireNoQualityErrors")(function* (
  ...found: Parameters<typeof findQualityErrors>
) {
  const types = new Set([...(yield* findQualityErrors(...found)).values()].flat())
  if (types.size > 0) return yield* failWith("translation_has_quality_errors", [...types])
})
