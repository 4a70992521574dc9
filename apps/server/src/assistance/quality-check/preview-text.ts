import { isLanguageVisible, type VisibleTexts } from "@dragoman/domain/activity"
import { checkTypes } from "@dragoman/formats/check"
import { KeyRepository, LanguageRepository, QualityCheckRepository, TranslationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"
import { readProject } from "../../project/project/project-queries.ts"
import { checkCurrentProjectAccess } from "../../realtime/current-project-access.ts"
import type { Caller } from "../../service/access/access.ts"
import { type CheckProse, isProseType, rememberedProse } from "./check-prose.ts"
import { LanguageTool } from "./language-tool.ts"
import { allCheckTypes, makeTextCheck, previewIssues } from "./quality-rules.ts"

/** The place that a text is typed for. */
export interface PreviewPlace {
  readonly caller: Caller
  readonly projectId: number
  /** null: the key is not stored yet. */
  readonly keyId: number | null
  readonly languageTag: string
}

/**
 * Reads the facts that checks of a place need, with the access of now: a permission may end while a translator types. Fails
 * with 404 for what the caller may not see.
 */
export const readPreviewPlace = Effect.fn("readPreviewPlace")(function* (place: PreviewPlace) {
  const { caller, projectId, keyId, languageTag } = place
  const [access] = yield* checkCurrentProjectAccess(projectId, [caller])
  if (access?.kind !== "allowed") return yield* failWith("project_not_found")
  const { visible } = access
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(projectId))
  const language = languages.find(({ tag, id }) => tag === languageTag && isLanguageVisible(id, visible))
  if (language === undefined) return yield* failWith("language_not_found")
  const keys = yield* KeyRepository.use((repository) => repository.find(projectId, keyId === null ? [] : [keyId]))
  if (keyId !== null && keys.length === 0) return yield* failWith("key_not_found")
  return { languages, language, visible, key: keys[0] ?? null }
})

/** Checks a text that is not stored, by the settings of the project: the issues of each type that is on in its language. */
export const previewText = Effect.fn("previewText")(function* (place: PreviewPlace, text: string) {
  const { projectId, caller } = place
  const { languages, language, visible, key } = yield* readPreviewPlace(place)
  const { icuPlaceholders } = yield* readProject(projectId, caller.userId)
  const check = yield* makeTextCheck({ projectId, languages, icuPlaceholders })
  if (check === null) return []
  const translations = yield* TranslationRepository.use((repository) =>
    repository.list(projectId, key === null ? [] : [key.id], null)
  )
  const base = visibleBase(languages, visible)
  const textIn = (languageId: number | undefined) => translations.find((row) => row.languageId === languageId)
  const typed = [key ?? newKey, language.id, text, textIn(base?.id)?.text ?? null] as const
  const types = check.typesIn(language.id)
  const prose = yield* checkProseNow(check.read(...typed), types)
  const findings = [...check(...typed), ...(prose ?? [])]
  const stored = textIn(language.id)
  const storedIssues = yield* QualityCheckRepository.use((repository) =>
    repository.listIssues(stored === undefined ? [] : [stored.id])
  )
  const issues = previewIssues(findings, storedIssues)
  const { isConfigured } = yield* LanguageTool
  return (isConfigured ? allCheckTypes : checkTypes)
    .filter((type) => types.has(type) && !(prose === null && isProseType(type)))
    .map((checkType) => ({ checkType, issues: issues.filter(({ type }) => type === checkType) }))
})

/** Checks spelling and grammar of a text while its translator waits; null: LanguageTool failed. */
const checkProseNow = Effect.fnUntraced(function* (...text: Parameters<CheckProse>) {
  const languageTool = yield* LanguageTool
  const checkProse = rememberedProse(languageTool)
  const before = checkProse(...text)
  if ("findings" in before) return before.findings
  yield* languageTool.check(before.missing)
  const after = checkProse(...text)
  return "findings" in after ? after.findings : null
})

/** Facts about a key that is not stored yet. */
const newKey = { isPlural: false, maxCharLimit: null }

/** An issue quotes the base text: callers who may not see it get the checks of the text alone. */
const visibleBase = (
  languages: ReadonlyArray<{ readonly id: number; readonly base: boolean }>,
  visible: VisibleTexts
) => languages.find(({ id, base }) => base && isLanguageVisible(id, visible))
