import type { EntityChange } from "@dragoman/domain/activity"
import { checkText, needsStateEdit } from "@dragoman/domain/translation"
import { type KeyRow, SuggestionRepository, type SuggestionRow, TranslationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { failIf } from "../../platform/fail.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { describedKeys } from "../key/key-shapes.ts"
import { requireIcu, type TranslationEdit } from "./edit-translations.ts"
import { stateChangeablePlaces } from "./require-languages.ts"
import { ByPlace } from "./translation-places.ts"
import { translationRelations } from "./translation-shapes.ts"

/**
 * Stores an active suggestion in the transaction of the operation, which has checked the text; returns its id and its activity.
 * null: the same text is suggested already.
 */
export const suggestText = Effect.fn("suggestText")(function* (
  { caller }: ProjectAccess,
  { projectId }: ContentProject,
  { id: keyId, isPlural }: KeyRow,
  languageId: number,
  text: string
) {
  const repository = yield* SuggestionRepository
  if (yield* repository.hasActive({ keyId, languageId }, text)) return null
  const at = yield* Clock.currentTimeMillis
  const row = { keyId, languageId, text, isPlural, state: "ACTIVE" } as const
  const id = yield* repository.insert({ ...row, projectId, authorId: caller.userId, createdAt: at, updatedAt: at })
  return { id, entity: suggestionEntity({ id, ...row }, null, "ACTIVE") }
})

/**
 * Stores those edits of a key as suggestions that would change a reviewed text whose state the caller may not change, where the
 * project enforces suggestions. Returns the other edits, and the activity.
 */
export const suggestProtectedTexts = Effect.fn("suggestProtectedTexts")(function* (
  access: ProjectAccess,
  project: ContentProject,
  key: KeyRow,
  edits: ReadonlyArray<TranslationEdit>
) {
  const left: Array<TranslationEdit> = []
  const entities: Array<EntityChange> = []
  const suggestedIds = new Set<number>()
  const isEnforced = project.suggestionsMode === "ENFORCED"
  const translations = yield* TranslationRepository
  const rows = isEnforced
    ? yield* translations.list(
        project.projectId,
        [key.id],
        edits.map(({ languageId }) => languageId)
      )
    : []
  const rowByPlace = ByPlace.of(rows)
  const mayChangeState = yield* stateChangeablePlaces(access, isEnforced ? edits : [])
  for (const edit of edits) {
    const { languageId, text } = edit
    const before = rowByPlace.get(edit)
    const isSuggested =
      before !== undefined &&
      text !== undefined &&
      text !== null &&
      text !== "" &&
      needsStateEdit(before, text, project.translationProtection) &&
      !mayChangeState(edit)
    if (!isSuggested) {
      left.push(edit)
      continue
    }
    yield* failIf(checkText(before, text))
    yield* requireIcu(project, [key], edit)
    const suggested = yield* suggestText(access, project, key, languageId, text)
    if (suggested !== null) entities.push(suggested.entity)
    suggestedIds.add(languageId)
  }
  const languages = project.languages.filter(({ id }) => suggestedIds.has(id))
  return {
    edits: left,
    entities,
    described: suggestedIds.size === 0 ? [] : [...describedKeys([key]), ...languages.map(describedLanguage)],
    /** Tags of the languages whose text was suggested, also of those where it was suggested already. */
    suggestedTags: languages.map(({ tag }) => tag)
  }
})

/** Describes a change of a suggestion for the activity; null: it did not exist before, or does not exist after. */
export const suggestionEntity = (
  { id, keyId, languageId, text, isPlural }: Pick<SuggestionRow, "id" | "keyId" | "languageId" | "text" | "isPlural">,
  before: SuggestionRow["state"] | null,
  after: SuggestionRow["state"] | null
): EntityChange => ({
  entityClass: "TranslationSuggestion",
  entityId: id,
  before: before && { translation: text, isPlural, state: before },
  after: after && { translation: text, isPlural, state: after },
  relations: translationRelations({ keyId, languageId })
})
