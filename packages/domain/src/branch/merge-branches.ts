import type { Json } from "../error/domain-error.ts"
import {
  emptyKey,
  type KeyVersion,
  type KeyVersions,
  type MergeChangeType,
  type MergeSide,
  noText,
  type TextVersion
} from "./key-version.ts"

/** Fields of which a key has one value: they conflict when base, source and target have three different ones. */
const singleFields = [
  "name",
  "namespace",
  "isPlural",
  "pluralArgumentName",
  "maxCharLimit",
  "description",
  "customValues"
] as const satisfies ReadonlyArray<keyof KeyVersion>

export type ConflictingField = (typeof singleFields)[number] | "texts"

/** How a key differs between two branches. */
export interface KeyComparison {
  readonly type: MergeChangeType
  /** Empty in a CONFLICT: one branch deleted the key, or both created it. */
  readonly conflictingFields: ReadonlyArray<ConflictingField>
  /** Languages whose texts or states conflict, by id, ascending. */
  readonly conflictingLanguageIds: ReadonlyArray<number>
}

/**
 * Compares a key on two branches; null: a merge does not change the target. Keys that both branches changed to the same are
 * not compared further. ADR 120 has the rules.
 */
export const compareKey = (versions: KeyVersions): KeyComparison | null => {
  const { base, source, target } = versions
  if (base === null) {
    if (source === null) return null
    if (target === null) return without("ADD")
    return isSameKey(source, target) ? null : { ...conflictsOf(emptyKey, source, target), type: "CONFLICT" }
  }
  if (source === null) {
    if (target === null) return null
    return without(isSameKey(base, target) ? "DELETE" : "CONFLICT")
  }
  if (isSameKey(base, source)) return null
  if (target === null) return without("ADD")
  const conflicts = conflictsOf(base, source, target)
  if (conflicts.conflictingFields.length > 0) return { ...conflicts, type: "CONFLICT" }
  return isSameKey(mergeFields(base, source, target, "SOURCE"), target) ? null : without("UPDATE")
}

/**
 * Returns the key that the target has after the merge; null: none. TARGET leaves an addition, an update or a deletion out; in a
 * conflict both sides are merged, and it decides where they have different values.
 */
export const mergeKey = (versions: KeyVersions, side: MergeSide): KeyVersion | null => {
  const { base, source, target } = versions
  const comparison = compareKey(versions)
  if (comparison === null) return target
  if (source === null || target === null) return side === "SOURCE" ? source : target
  if (comparison.type === "UPDATE" && side === "TARGET") return target
  return mergeFields(base ?? emptyKey, source, target, side)
}

/** Returns the side that a change gets when it is merged; null: a conflict that is not resolved. */
export const effectiveResolution = (type: MergeChangeType, resolution: MergeSide | null): MergeSide | null =>
  resolution ?? (type === "CONFLICT" ? null : "SOURCE")

/** Returns the ids of the languages whose texts differ between source and target, ascending; null where one has no key. */
export const changedTranslations = ({ source, target }: KeyVersions): ReadonlyArray<number> | null =>
  source && target && languagesOf(source, target).filter((id) => textIn(source, id).text !== textIn(target, id).text)

/** Whether a merge compares two keys as equal. */
export const isSameKey = (one: KeyVersion, other: KeyVersion): boolean =>
  singleFields.every((field) => isSame(one[field], other[field])) &&
  isSame(one.tags, other.tags) &&
  isSame(one.screenshotIds, other.screenshotIds) &&
  languagesOf(one, other).every((id) => isSameText(textIn(one, id), textIn(other, id)))

const without = (type: MergeChangeType): KeyComparison => ({
  type,
  conflictingFields: [],
  conflictingLanguageIds: []
})

const conflictsOf = (base: KeyVersion, source: KeyVersion, target: KeyVersion): Omit<KeyComparison, "type"> => {
  const conflictingLanguageIds = languagesOf(base, source, target).filter((id) =>
    isTextConflict(textIn(base, id), textIn(source, id), textIn(target, id))
  )
  const fields = singleFields.filter((field) => isConflict(base[field], source[field], target[field]))
  return {
    conflictingFields: conflictingLanguageIds.length === 0 ? fields : [...fields, "texts"],
    conflictingLanguageIds
  }
}

const mergeFields = (base: KeyVersion, source: KeyVersion, target: KeyVersion, side: MergeSide): KeyVersion => {
  const merge = <Field extends (typeof singleFields)[number]>(field: Field) =>
    mergeValue(base[field], source[field], target[field], side)
  const texts = languagesOf(base, source, target).flatMap((id) => {
    const text = mergeText(textIn(base, id), textIn(source, id), textIn(target, id), side)
    return isSameText(text, noText) ? [] : [[id, text] as const]
  })
  return {
    name: merge("name"),
    namespace: merge("namespace"),
    isPlural: merge("isPlural"),
    pluralArgumentName: merge("pluralArgumentName"),
    maxCharLimit: merge("maxCharLimit"),
    description: merge("description"),
    customValues: merge("customValues"),
    tags: mergeSet(base.tags, source.tags, target.tags),
    screenshotIds: mergeSet(base.screenshotIds, source.screenshotIds, target.screenshotIds),
    texts: Object.fromEntries(texts)
  }
}

/**
 * Merges a text with its state. A state says something about a text, so that a text which only one side changed keeps the state
 * that this side gave it: a review of another text is none.
 */
const mergeText = (base: TextVersion, source: TextVersion, target: TextVersion, side: MergeSide): TextVersion => {
  const labelIds = mergeSet(base.labelIds, source.labelIds, target.labelIds)
  const take = ({ text, state }: TextVersion): TextVersion => ({ text, state, labelIds })
  if (isTextConflict(base, source, target)) return take(side === "SOURCE" ? source : target)
  if (source.text !== target.text) return take(source.text === base.text ? target : source)
  return take({ ...source, state: mergeValue(base.state, source.state, target.state, side) })
}

const isTextConflict = (base: TextVersion, source: TextVersion, target: TextVersion): boolean =>
  isConflict(base.text, source.text, target.text) || isConflict(base.state, source.state, target.state)

const isConflict = (base: Json, source: Json, target: Json): boolean =>
  !isSame(source, target) && !isSame(base, source) && !isSame(base, target)

const mergeValue = <Value extends Json>(base: Value, source: Value, target: Value, side: MergeSide): Value => {
  if (isSame(source, base)) return target
  if (isSame(target, base)) return source
  return side === "SOURCE" ? source : target
}

/** Returns what either side has, sorted, without what either side removed. */
const mergeSet = <Item extends string | number>(
  base: ReadonlyArray<Item>,
  source: ReadonlyArray<Item>,
  target: ReadonlyArray<Item>
): ReadonlyArray<Item> => {
  if (isSame(source, target) || isSame(base, target)) return source
  if (isSame(base, source)) return target
  const [inBase, inSource, inTarget] = [new Set(base), new Set(source), new Set(target)]
  const kept = [...new Set([...source, ...target])].filter(
    (item) => !inBase.has(item) || (inSource.has(item) && inTarget.has(item))
  )
  return kept.sort((one, other) => (one < other ? -1 : 1))
}

const textIn = ({ texts }: KeyVersion, languageId: number): TextVersion => texts[languageId] ?? noText

const languagesOf = (...versions: ReadonlyArray<KeyVersion>): ReadonlyArray<number> =>
  [...new Set(versions.flatMap(({ texts }) => Object.keys(texts).map(Number)))].sort((one, other) => one - other)

const isSameText = (one: TextVersion, other: TextVersion): boolean =>
  one.text === other.text && one.state === other.state && isSame(one.labelIds, other.labelIds)

/** Compares JSON; the order of names in an object does not matter. */
export const isSame = (one: Json, other: Json): boolean => {
  if (one === other) return true
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const entries = Object.entries(one)
  const values: Readonly<Record<string, Json | undefined>> = Object.fromEntries(Object.entries(other))
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([name, value]) => {
      const same = Object.hasOwn(values, name) ? values[name] : undefined
      return same !== undefined && isSame(value, same)
    })
  )
}
