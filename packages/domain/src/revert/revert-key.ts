import type { KeyAtRevision, KeyModification, SharedParts } from "../branch/base-of-key.ts"
import { type KeyVersion, noText, type TextVersion } from "../branch/key-version.ts"
import { compareKey, isSame, isSameKey, mergeKey } from "../branch/merge-branches.ts"
import type { Json } from "../error/domain-error.ts"
import { includesLanguage } from "../permission/check-access.ts"
import {
  isSameTranslation,
  needsStateEdit,
  type Translation,
  type TranslationProtection,
  untranslated
} from "../translation/translation.ts"
import { joinChanges, type MarkChanges } from "./reverted-changes.ts"
import { revertTranslation } from "./reverted-translation.ts"

/**
 * CHANGED: the value is no longer the one that the reverted change wrote. KEY_DELETED: the key is in the trash. KEY_ERASED: it cannot come
 * back. LANGUAGE_DELETED: the text cannot come back. NAME_TAKEN: another key has the name. NOT_PERMITTED: the caller may not write it.
 */
export const revertConflictReasons = [
  "CHANGED",
  "KEY_DELETED",
  "KEY_ERASED",
  "LANGUAGE_DELETED",
  "NAME_TAKEN",
  "NOT_PERMITTED"
] as const
export type RevertConflictReason = (typeof revertConflictReasons)[number]

/** The part of a key that a revert changes; `key`: the key itself goes to the trash, or comes out of it. */
export const revertFields = [
  "key",
  "name",
  "namespace",
  "isPlural",
  "pluralArgumentName",
  "maxCharLimit",
  "description",
  "customValues",
  "tags",
  "text",
  "state",
  "labelIds",
  "outdated",
  "auto"
] as const
export type RevertField = (typeof revertFields)[number]

/** A value that differs between now and after the revert. */
export interface RevertedValue {
  readonly field: RevertField
  /** null: a value of the key. */
  readonly languageId: number | null
  readonly current: Json
  readonly reverted: Json
}

/** A value that stays as it is. */
export interface RevertConflict extends RevertedValue {
  readonly reason: RevertConflictReason
}

/** The rights of the caller; lists of languages, null: all of them. */
export interface RevertRights {
  readonly editsKeys: boolean
  readonly createsKeys: boolean
  readonly deletesKeys: boolean
  readonly translateLanguageIds: ReadonlyArray<number> | null
  readonly stateLanguageIds: ReadonlyArray<number> | null
  readonly protection: TranslationProtection
}

/** The facts about the project that decide about all its keys. */
export interface RevertContext {
  readonly shared: SharedParts
  readonly rights: RevertRights
  readonly baseLanguageId: number | undefined
}

/** TRASH: the key goes to the trash. RESTORE: it comes out of it, and gets the values. CHANGE: it gets the values. */
export type RevertAction = "NONE" | "TRASH" | "RESTORE" | "CHANGE"

/** How the changes of one key are reverted. */
export interface RevertedKey {
  readonly action: RevertAction
  /** The key after the revert. */
  readonly version: KeyVersion
  readonly values: ReadonlyArray<RevertedValue>
  readonly conflicts: ReadonlyArray<RevertConflict>
  /** Texts that change, with their states and marks, by the id of the language. */
  readonly translations: ReadonlyMap<number, Translation>
}

/** A key as it is now. */
export interface RevertibleKey extends KeyAtRevision {
  /** Its stored texts by the id of the language. */
  readonly translations: ReadonlyMap<number, Translation>
}

/**
 * Decides how the changes of one key are reverted, which come the newest first: a merge of the values before the changes into those of
 * now, with the values after the changes as the base. `key` null: it was erased. Source: docs/undo.md.
 */
export const revertKey = (
  key: RevertibleKey | null,
  changes: ReadonlyArray<KeyModification>,
  { shared, rights, baseLanguageId }: RevertContext
): RevertedKey => {
  const now = key?.version ?? erasedKey(changes)
  const joined = joinChanges(now, changes, shared)
  const isLive = key !== null && !key.isDeleted
  const ofKey = (reason: RevertConflictReason, current: boolean, reverted: boolean): RevertedKey => ({
    ...untouched(now),
    conflicts: [{ reason, field: "key", languageId: null, current, reverted }]
  })
  if (key === null) return joined.wasLive || joined.isErased ? ofKey("KEY_ERASED", false, true) : untouched(now)
  if (!joined.wasLive) {
    if (!isLive || !joined.isLiveAfter) return untouched(now)
    if (!isSameKey(joined.after, now)) return ofKey("CHANGED", true, false)
    if (!rights.deletesKeys) return ofKey("NOT_PERMITTED", true, false)
    const values: RevertedValue = { field: "key", languageId: null, current: true, reverted: false }
    return { ...untouched(now), action: "TRASH", values: [values] }
  }
  const isRestored = !isLive && !joined.isLiveAfter
  if (!isLive && !isRestored) {
    const isUnchanged =
      isSameKey(joined.before, joined.after) && ![...joined.marks.values()].some((one) => Object.keys(one).length > 0)
    return isUnchanged ? untouched(now) : ofKey("KEY_DELETED", false, true)
  }
  if (isRestored && !rights.createsKeys) return ofKey("NOT_PERMITTED", false, true)
  const lost = joined.deletedLanguageIds.map(
    (languageId): RevertConflict => ({
      reason: "LANGUAGE_DELETED",
      field: "text",
      languageId,
      current: null,
      reverted: joined.marks.get(languageId)?.["text"]?.old ?? null
    })
  )
  const versions = { base: joined.after, source: joined.before, target: now }
  const comparison = compareKey(versions)
  const merged = normalize(
    mergeKey(versions, comparison?.type === "CONFLICT" ? "TARGET" : "SOURCE") ?? now,
    now,
    joined.marks
  )
  const conflicts = [...lost]
  for (const value of differences(now, joined.before)) {
    const isConflict =
      value.languageId === null
        ? comparison?.conflictingFields.some((field) => field === value.field)
        : comparison?.conflictingLanguageIds.includes(value.languageId) && value.field !== "labelIds"
    if (isConflict === true) conflicts.push({ ...value, reason: "CHANGED" })
  }
  const denied = differences(now, merged).filter((value) => !isPermitted(value, now, merged, rights))
  conflicts.push(...denied.map((value): RevertConflict => ({ ...value, reason: "NOT_PERMITTED" })))
  const version = withoutValues(merged, now, denied)
  const values = differences(now, version)
  const changesText = values.some(({ field }) => field === "text")
  const keptIds = new Set([
    ...(comparison?.conflictingLanguageIds ?? []),
    ...denied.map(({ languageId }) => languageId)
  ])
  const translations = new Map<number, Translation>()
  const baseChanges = values.some(({ field, languageId }) => field === "text" && languageId === baseLanguageId)
  for (const languageId of shared.languageIds) {
    const current = key.translations.get(languageId) ?? untranslated
    // Marks follow from texts: only where none changes, they need a right of their own.
    const isFree = !keptIds.has(languageId) && (changesText || includesLanguage(rights.stateLanguageIds, languageId))
    const after = revertTranslation(
      current,
      textIn(version, languageId),
      isFree ? joined.marks.get(languageId) : undefined,
      baseChanges && languageId !== baseLanguageId
    )
    if (isSameTranslation(current, after)) continue
    translations.set(languageId, after)
    for (const field of ["outdated", "auto"] as const) {
      if (current[field] === after[field]) continue
      values.push({ field, languageId, current: current[field], reverted: after[field] })
    }
  }
  if (isRestored) values.unshift({ field: "key", languageId: null, current: false, reverted: true })
  const action = isRestored ? "RESTORE" : values.length > 0 ? "CHANGE" : "NONE"
  return { action, version, values, conflicts, translations }
}

const untouched = (version: KeyVersion): RevertedKey => ({
  ...{ action: "NONE", version, values: [], conflicts: [], translations: new Map() }
})

/** An erased key as far as its changes tell. */
const erasedKey = (changes: ReadonlyArray<KeyModification>): KeyVersion => {
  const names = changes.flatMap(({ entityClass, description, modifications: { name } }) =>
    entityClass === "Key" ? [name?.old ?? name?.new ?? description["name"] ?? null] : []
  )
  const name = names.find((one) => typeof one === "string") ?? ""
  return {
    ...{ name, namespace: null, isPlural: false, pluralArgumentName: null, maxCharLimit: null, description: null },
    ...{ customValues: null, tags: [], screenshotIds: [], texts: {} }
  }
}

/**
 * Makes states fit their texts. A review counts for the text that was reviewed: one that a revert brings back keeps it only when the
 * reverted changes recorded the state.
 */
const normalize = (merged: KeyVersion, now: KeyVersion, marks: ReadonlyMap<number, MarkChanges>): KeyVersion => {
  const texts = Object.entries(merged.texts).map(([id, version]): readonly [string, TextVersion] => {
    const languageId = Number(id)
    const { text, state } = version
    if (text === null) return [id, state === "DISABLED" ? version : { ...version, state: "UNTRANSLATED" }]
    const isReverted = text !== textIn(now, languageId).text
    const isUnknown = isReverted && state === "REVIEWED" && marks.get(languageId)?.["state"] === undefined
    const fits = state === "TRANSLATED" || (state === "REVIEWED" && !isUnknown)
    return [id, fits ? version : { ...version, state: "TRANSLATED" }]
  })
  return { ...merged, texts: Object.fromEntries(texts) }
}

const keyFields = [
  "name",
  "namespace",
  "isPlural",
  "pluralArgumentName",
  "maxCharLimit",
  "description",
  "customValues",
  "tags"
] as const satisfies ReadonlyArray<RevertField & keyof KeyVersion>
const textFields = ["text", "state", "labelIds"] as const satisfies ReadonlyArray<RevertField & keyof TextVersion>

const differences = (now: KeyVersion, reverted: KeyVersion): Array<RevertedValue> => {
  const values: Array<RevertedValue> = []
  const add = (field: RevertField, languageId: number | null, current: Json, value: Json) => {
    if (!isSame(current, value)) values.push({ field, languageId, current, reverted: value })
  }
  for (const field of keyFields) add(field, null, now[field], reverted[field])
  for (const languageId of new Set([...Object.keys(now.texts), ...Object.keys(reverted.texts)].map(Number))) {
    const [current, after] = [textIn(now, languageId), textIn(reverted, languageId)]
    for (const field of textFields) add(field, languageId, current[field], after[field])
  }
  return values
}

const isPermitted = (
  { field, languageId }: RevertedValue,
  now: KeyVersion,
  reverted: KeyVersion,
  { editsKeys, translateLanguageIds, stateLanguageIds, protection }: RevertRights
): boolean => {
  if (languageId === null) return editsKeys
  const mayChangeState = includesLanguage(stateLanguageIds, languageId)
  if (field === "labelIds") return mayChangeState
  // A text goes back together with its state.
  const [current, after] = [textIn(now, languageId), textIn(reverted, languageId)]
  if (current.text === after.text) return mayChangeState
  const isProtected =
    needsStateEdit({ ...untranslated, ...current }, after.text, protection) || after.state === "REVIEWED"
  return includesLanguage(translateLanguageIds, languageId) && (mayChangeState || !isProtected)
}

const withoutValues = (merged: KeyVersion, now: KeyVersion, denied: ReadonlyArray<RevertedValue>): KeyVersion => {
  const kept = Object.fromEntries(
    denied
      .flatMap(({ field, languageId }) => (languageId === null ? [field] : []))
      .map((field) => [field, now[field as (typeof keyFields)[number]]])
  )
  const texts: Record<number, TextVersion> = { ...merged.texts }
  for (const { field, languageId } of denied) {
    if (languageId === null) continue
    const version = texts[languageId] ?? noText
    const current = textIn(now, languageId)
    texts[languageId] =
      field === "labelIds" ? { ...version, labelIds: current.labelIds } : { ...current, labelIds: version.labelIds }
  }
  return { ...merged, ...kept, texts }
}

const textIn = ({ texts }: KeyVersion, languageId: number): TextVersion => texts[languageId] ?? noText
