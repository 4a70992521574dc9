import { changeTranslation, type TranslationOperation } from "@dragoman/domain/batch-job"
import { includesLanguage } from "@dragoman/domain/permission"
import {
  type AutomaticText,
  checkText,
  editTranslation,
  fillText,
  needsStateEdit,
  outdatedTranslations,
  type ReplaceableTexts,
  type TranslationChange,
  untranslated
} from "@dragoman/domain/translation"
import {
  type KeyRow,
  type PlacedKeyRow,
  type SavedTranslation,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { followContent, type TextWriter, textWriter } from "../../change/content-follower.ts"
import { failIf, failWith } from "../../platform/fail.ts"
import { describedLanguage } from "../../project/language/language-shapes.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { describedKeys, describedStoredKeys } from "../key/key-shapes.ts"
import { findBrokenIcu } from "./broken-icu.ts"
import { findQualityErrors, requireNoQualityErrors } from "./quality-errors.ts"
import { requireStateChangeAt } from "./require-languages.ts"
import { ByPlace, type TranslationPlace } from "./translation-places.ts"
import { translationEntity } from "./translation-shapes.ts"

/** Edits, at most one for each key and language. */
export interface TranslationEdit extends TranslationPlace, TranslationChange {}

/**
 * Writes texts and states of keys in the transaction of the operation: applies the rules of states, protects reviewed
 * texts, and marks translations as outdated when their base text changed. The operation has normalized the texts of plural
 * keys, and has checked that the caller may translate these languages. Returns the activity.
 * Source: docs/reference/content.md#states-of-a-translation.
 */
export const editTranslations = Effect.fn("editTranslations")(function* (
  access: ProjectAccess,
  project: ContentProject,
  keys: ReadonlyArray<KeyRow>,
  edits: ReadonlyArray<TranslationEdit>
) {
  const repository = yield* TranslationRepository
  const protection = project.translationProtection
  const base = project.languages.find((language) => language.base)
  const touchesBase = edits.some((edit) => edit.languageId === base?.id && edit.text !== undefined)
  const languageIds = touchesBase ? null : [...new Set(edits.map((edit) => edit.languageId))]
  const keyIds = keys.map(({ id }) => id)
  const before = yield* repository.list(project.projectId, keyIds, languageIds)
  const rowByPlace = ByPlace.of(before)

  const saved: Array<SavedTranslation> = []
  const reviewed: Array<TranslationPlace> = []
  for (const edit of edits) {
    const row = rowByPlace.get(edit) ?? null
    const old = row ?? untranslated
    if (edit.text !== undefined) {
      yield* failIf(checkText(old, edit.text))
      if (edit.text !== old.text) yield* requireIcu(project, keys, edit)
      if (needsStateEdit(old, edit.text, protection)) reviewed.push(edit)
    }
    const now = editTranslation(old, edit, protection)
    // An edit creates a row, also with an empty text.
    if (now !== old || row === null) saved.push({ ...now, keyId: edit.keyId, languageId: edit.languageId })
  }
  yield* requireStateChangeAt(access, project, reviewed)

  if (touchesBase) {
    const edited = ByPlace.of(edits)
    saved.push(
      ...outdatedTranslations({
        baseLanguageId: base?.id,
        protection,
        dropsReview: true,
        stored: before,
        saved,
        isWritten: (translation) => edited.get(translation) !== undefined
      })
    )
  }
  const { entities, changedKeys, described, ids } = yield* saveTranslations(
    project,
    keys,
    rowByPlace,
    saved,
    textWriter(access, false)
  )
  yield* requireNoQualityErrors(
    project.projectId,
    saved.flatMap(({ keyId, languageId, state }) =>
      state === "REVIEWED" && rowByPlace.at(keyId, languageId)?.state !== "REVIEWED"
        ? [{ id: ids.at(keyId, languageId)?.id ?? 0, languageId }]
        : []
    )
  )
  return { entities, described: [...describedKeys(changedKeys), ...described] }
})

/** Fails when the project rejects the text; names the language, the character (from 1) and the mistake. */
export const requireIcu = Effect.fnUntraced(function* (
  project: ContentProject,
  keys: ReadonlyArray<KeyRow>,
  { keyId, languageId, text = null }: TranslationEdit
) {
  const broken = findBrokenIcu(project, text, keys.find(({ id }) => id === keyId)?.isPlural ?? false)
  if (broken === null) return
  const tag = project.languages.find(({ id }) => id === languageId)?.tag ?? ""
  return yield* failWith("translation_not_valid_icu", [tag, broken.offset + 1, broken.message])
})

/**
 * Applies a batch operation to the translations of some keys, in its transaction. `rejected`: keys that stay as they are,
 * because they have a reviewed text that is protected from the author; `failing`: keys with a text that has errors of quality checks, and so is not reviewed; `broken`: keys whose new text the project rejects. Callers check that the source language still exists.
 * `reviewLanguageIds`: languages in which the author may change protected texts; null: all. Source: docs/batch-jobs.md.
 */
export const changeTranslationsOfKeys = Effect.fn("changeTranslationsOfKeys")(function* (
  project: ContentProject,
  keys: ReadonlyArray<PlacedKeyRow>,
  operation: TranslationOperation,
  reviewLanguageIds: ReadonlyArray<number> | null
) {
  const repository = yield* TranslationRepository
  const languageIds = languagesOf(project, operation)
  const baseId = project.languages.find((language) => language.base)?.id
  const sourceId = operation.type === "COPY_TRANSLATIONS" ? operation.sourceLanguageId : null
  const needed = [...languageIds, ...(sourceId === null ? [] : [sourceId])]
  const rows = yield* repository.list(
    project.projectId,
    keys.map(({ id }) => id),
    baseId !== undefined && languageIds.has(baseId) ? null : needed
  )
  const rowByPlace = ByPlace.of(rows)

  const reviews = operation.type === "SET_TRANSLATIONS_STATE" && operation.state === "REVIEWED"
  const errors = reviews ? yield* findQualityErrors(project.projectId, rows) : new Map<number, unknown>()
  const rejected: Array<number> = []
  const failing: Array<number> = []
  const broken: Array<number> = []
  const saved: Array<SavedTranslation> = []
  for (const { id: keyId, isPlural } of keys) {
    const source = (sourceId !== null && rowByPlace.at(keyId, sourceId)) || untranslated
    const ofKey: Array<SavedTranslation> = []
    let isRejected = false
    let isFailing = false
    let isBroken = false
    for (const languageId of languageIds) {
      const before = rowByPlace.at(keyId, languageId) ?? untranslated
      const after = changeTranslation(operation, before, source, project.translationProtection)
      if (after === before) continue
      isFailing ||= errors.has(rowByPlace.at(keyId, languageId)?.id ?? 0)
      isRejected ||=
        needsStateEdit(before, after.text, project.translationProtection) &&
        !includesLanguage(reviewLanguageIds, languageId)
      isBroken ||= after.text !== before.text && findBrokenIcu(project, after.text, isPlural) !== null
      ofKey.push({ ...after, keyId, languageId })
    }
    if (isRejected) rejected.push(keyId)
    else if (isFailing) failing.push(keyId)
    else if (isBroken) broken.push(keyId)
    else saved.push(...ofKey)
  }
  saved.push(
    ...outdatedTranslations({
      baseLanguageId: baseId,
      protection: project.translationProtection,
      dropsReview: false,
      stored: rows,
      saved,
      isWritten: ({ languageId }) => languageIds.has(languageId)
    })
  )
  const { entities, changedKeys, described } = yield* saveTranslations(project, keys, rowByPlace, saved, null)
  const ofKeys = describedStoredKeys(changedKeys)
  return { rejected, failing, broken, entities, ...ofKeys, described: [...ofKeys.described, ...described] }
})

/**
 * Fills translations of keys with automatic texts, in the transaction of the operation; returns the activity. `replaceable`: texts of a
 * language that may be replaced; `filled`: places that were written; `broken`: places whose new text the project rejects.
 */
export const fillTranslations = Effect.fn("fillTranslations")(function* (
  project: ContentProject,
  keys: ReadonlyArray<PlacedKeyRow>,
  texts: ByPlace<AutomaticText>,
  languageIds: ReadonlyArray<number>,
  replaceable: (languageId: number) => ReplaceableTexts
) {
  const repository = yield* TranslationRepository
  const rowByPlace = ByPlace.of(
    yield* repository.list(
      project.projectId,
      keys.map(({ id }) => id),
      languageIds
    )
  )
  const saved: Array<SavedTranslation> = []
  const broken: Array<TranslationPlace> = []
  for (const { id: keyId, isPlural } of keys) {
    for (const languageId of languageIds) {
      const before = rowByPlace.at(keyId, languageId) ?? untranslated
      const text = texts.at(keyId, languageId)
      const after = text === undefined ? before : fillText(before, text, replaceable(languageId))
      if (after === before) continue
      if (findBrokenIcu(project, after.text, isPlural) === null) saved.push({ ...after, keyId, languageId })
      else broken.push({ keyId, languageId })
    }
  }
  const { entities, changedKeys, described } = yield* saveTranslations(project, keys, rowByPlace, saved, null)
  const ofKeys = describedStoredKeys(changedKeys)
  const filled = saved.map(({ keyId, languageId }): TranslationPlace => ({ keyId, languageId }))
  return { filled, broken, entities, ...ofKeys, described: [...ofKeys.described, ...described] }
})

/** Only languages that still exist; a language is not copied to itself. */
const languagesOf = (project: ContentProject, operation: TranslationOperation): ReadonlySet<number> => {
  const wanted = operation.type === "COPY_TRANSLATIONS" ? operation.targetLanguageIds : operation.languageIds
  const sourceId = operation.type === "COPY_TRANSLATIONS" ? operation.sourceLanguageId : null
  const ids = new Set(wanted.filter((id) => id !== sourceId))
  return new Set(project.languages.map(({ id }) => id).filter((id) => ids.has(id)))
}

/**
 * Saves translations of these keys in the transaction of the operation; returns the activity, apart from the keys that it
 * names. `before`: the rows that exist, by place. `writer`: null for batch jobs and merges.
 */
export const saveTranslations = Effect.fn("saveTranslations")(function* <Key extends PlacedKeyRow>(
  project: ContentProject,
  keys: ReadonlyArray<Key>,
  before: ByPlace<TranslationRow>,
  saved: ReadonlyArray<SavedTranslation>,
  writer: TextWriter | null
) {
  const repository = yield* TranslationRepository
  const rowByPlace = ByPlace.of(
    yield* repository.save(
      project.projectId,
      saved.map((translation) => ({ ...translation, id: before.get(translation)?.id }))
    )
  )
  yield* followContent(project, {
    writer,
    translations: saved.map((after) => ({
      keyId: after.keyId,
      languageId: after.languageId,
      translationId: rowByPlace.get(after)?.id ?? 0,
      before: before.get(after) ?? null,
      after
    }))
  })
  const keyIds = new Set(saved.map(({ keyId }) => keyId))
  const languageIds = new Set(saved.map(({ languageId }) => languageId))
  return {
    ids: rowByPlace,
    entities: saved.map((after) => {
      const { keyId, languageId } = after
      const id = rowByPlace.get(after)?.id ?? 0
      return translationEntity({ id, keyId, languageId }, before.get(after) ?? null, after)
    }),
    changedKeys: keys.filter(({ id }) => keyIds.has(id)),
    described: project.languages.filter(({ id }) => languageIds.has(id)).map(describedLanguage)
  }
})
