import type { Modification } from "../activity/modified-entity.ts"
import { baseOfKey, type KeyModification, type SharedParts } from "../branch/base-of-key.ts"
import { emptyKey, type KeyVersion } from "../branch/key-version.ts"
import { isSame } from "../branch/merge-branches.ts"

/** Values of a text beside text, state and labels, as the activity records them. */
export type MarkChanges = Readonly<Record<string, Modification>>

/** A key around the reverted changes. */
export interface RevertedChanges {
  /** Before the oldest change. Values that no change touched are those of now. */
  readonly before: KeyVersion
  /** After the newest change. */
  readonly after: KeyVersion
  /** False: the key was not there before, or in the trash. */
  readonly wasLive: boolean
  /** False: the changes left the key in the trash, or erased it. */
  readonly isLiveAfter: boolean
  /** The changes erased the key. */
  readonly isErased: boolean
  /** Recorded changes of texts by the id of the language. */
  readonly marks: ReadonlyMap<number, MarkChanges>
  /** Languages of changed texts that were deleted since. */
  readonly deletedLanguageIds: ReadonlyArray<number>
}

/**
 * Returns the values around the changes of one key, which come the newest first. Changes of one entity are joined as long as each
 * one continues the one before: where another user wrote in between, only the newest part is reverted, so that their value comes back.
 */
export const joinChanges = (
  now: KeyVersion,
  changes: ReadonlyArray<KeyModification>,
  shared: SharedParts
): RevertedChanges => {
  const byEntity = Map.groupBy(
    changes.filter(({ entityClass }) => entityClass !== "Screenshot"),
    ({ entityClass, entityId }) => `${entityClass} ${entityId}`
  )
  const joined = [...byEntity.values()].map(joinEntity)
  const ofKey = joined.find(({ entityClass }) => entityClass === "Key")
  const isCreated = ofKey?.kind === "ADD"
  const isErased = ofKey?.kind === "DEL"
  const deletion = ofKey?.modifications["deletedAt"]
  const values = joined.map((one): KeyModification => ({ ...one, kind: "MOD", modifications: changed(one) }))
  const swapped = values.map((one) => ({
    ...one,
    modifications: Object.fromEntries(
      Object.entries(one.modifications).map(([name, { old, new: after }]) => [name, { old: after, new: old }])
    )
  }))
  const versionOf = (start: KeyVersion, some: ReadonlyArray<KeyModification>) =>
    baseOfKey({ version: start, isDeleted: false }, some, shared) ?? start
  // A created key had nothing but what its creation recorded.
  const created = { ...emptyKey, name: now.name, screenshotIds: now.screenshotIds }
  const texts = values.filter(({ entityClass }) => entityClass === "Translation")
  const languageOf = ({ relations }: KeyModification) => relations["language"]?.entityId ?? 0
  return {
    before: versionOf(now, values),
    after: versionOf(isCreated ? created : now, swapped),
    wasLive: !isCreated && (deletion === undefined || deletion.old === null),
    isLiveAfter: !isErased && (deletion === undefined || deletion.new === null),
    isErased,
    marks: new Map(texts.map((one) => [languageOf(one), one.modifications])),
    deletedLanguageIds: texts.map(languageOf).filter((id) => !shared.languageIds.has(id))
  }
}

/** Joins the changes of one entity, the newest first. */
const joinEntity = (changes: ReadonlyArray<KeyModification>): KeyModification => {
  const [newest, ...others] = changes as readonly [KeyModification, ...Array<KeyModification>]
  const modifications: Record<string, Modification> = { ...newest.modifications }
  let kind = newest.kind
  for (const one of others) {
    const isNext = Object.entries(one.modifications).every(([name, { new: value }]) => {
      const later = modifications[name]
      return later === undefined || isSame(later.old, value)
    })
    if (!isNext) break
    for (const [name, { old, new: value }] of Object.entries(one.modifications)) {
      const later = modifications[name]
      modifications[name] = { old, new: later === undefined ? value : later.new }
    }
    if (kind !== "DEL") kind = one.kind
  }
  return { ...newest, kind, modifications: { ...modifications } }
}

/** Leaves properties out that have the same value before and after, and the deletion, which is no value of a key. */
const changed = ({ modifications }: KeyModification): KeyModification["modifications"] =>
  Object.fromEntries(
    Object.entries(modifications).filter(([name, { old, new: after }]) => name !== "deletedAt" && !isSame(old, after))
  )
