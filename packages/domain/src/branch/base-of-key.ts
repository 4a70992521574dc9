import { type ModifiedEntity, otherKeyIds } from "../activity/modified-entity.ts"
import type { Json, JsonObject } from "../error/domain-error.ts"
import { type TranslationState, translationStates } from "../translation/translation.ts"
import { emptyKey, type KeyVersion, noText, type TextVersion } from "./key-version.ts"

/** A key with all that a merge compares, and whether it lies in the trash. */
export interface KeyAtRevision {
  readonly version: KeyVersion
  readonly isDeleted: boolean
}

/** A recorded change of a key, its texts or its screenshots. */
export type KeyModification = Pick<
  ModifiedEntity,
  "entityClass" | "entityId" | "kind" | "description" | "modifications" | "relations"
>

/** The parts of a project that its branches share, and that versions of keys refer to. */
export interface SharedParts {
  /** Names of the namespaces by id. */
  readonly namespaces: ReadonlyMap<number, string>
  readonly languageIds: ReadonlySet<number>
  readonly labelIds: ReadonlySet<number>
}

/**
 * Returns a key as it was before the modifications, which come the newest first; null: it was not there, or in the trash. Its namespace has
 * the name of now, and languages and labels that were deleted since are left out, so that it compares with versions of now.
 */
export const baseOfKey = (
  { version, isDeleted }: KeyAtRevision,
  modifications: ReadonlyArray<KeyModification>,
  shared: SharedParts
): KeyVersion | null => {
  const byClass = Map.groupBy(modifications, ({ entityClass }) => entityClass)
  const ofKey = byClass.get("Key") ?? []
  if (ofKey.some(({ kind }) => kind === "ADD")) return null
  if (
    before(
      isDeleted,
      changesOf(ofKey, "deletedAt", (value) => value !== null)
    )
  )
    return null
  const ofMeta = byClass.get("KeyMeta") ?? []
  const inNamespace = (value: Json) => namespaceIn(value, shared.namespaces)
  return {
    name: before(
      version.name,
      changesOf(ofKey, "name", (value) => textIn(value) ?? version.name)
    ),
    namespace: before(version.namespace, changesOf(ofKey, "namespace", inNamespace)),
    isPlural: before(
      version.isPlural,
      changesOf(ofKey, "isPlural", (value) => value === true)
    ),
    pluralArgumentName: before(version.pluralArgumentName, changesOf(ofKey, "pluralArgName", textIn)),
    maxCharLimit: before(version.maxCharLimit, changesOf(ofKey, "maxCharLimit", numberIn)),
    description: before(version.description, changesOf(ofMeta, "description", textIn)),
    customValues: before(version.customValues, changesOf(ofMeta, "custom", objectIn)),
    tags: before(version.tags, changesOf(ofMeta, "tags", tagsIn)),
    screenshotIds: screenshotsBefore(version.screenshotIds, byClass.get("Screenshot") ?? []),
    texts: textsBefore(version.texts, byClass.get("Translation") ?? [], shared)
  }
}

/**
 * Returns the base of a key that was erased: name, namespace, plural and limit are those that its erasure recorded, of the rest only what
 * changed since is known. So its deletion conflicts with a key that has more. null: it was not there, or in the trash.
 */
export const baseOfErasedKey = (
  modifications: ReadonlyArray<KeyModification>,
  shared: SharedParts
): KeyVersion | null => {
  const erasure = modifications.find(({ entityClass, kind }) => entityClass === "Key" && kind === "DEL")
  if (erasure === undefined) return null
  const old = (property: string): Json => erasure.modifications[property]?.old ?? null
  const version: KeyVersion = {
    ...emptyKey,
    name: textIn(old("name")) ?? "",
    namespace: namespaceIn(old("namespace"), shared.namespaces),
    isPlural: old("isPlural") === true,
    pluralArgumentName: textIn(old("pluralArgName")),
    maxCharLimit: numberIn(old("maxCharLimit"))
  }
  return baseOfKey(
    { version, isDeleted: true },
    modifications.filter((one) => one !== erasure),
    shared
  )
}

/** Lists the keys that a modified entity belongs to. */
export const keyIdsOf = ({ entityClass, entityId, description, relations }: KeyModification): ReadonlyArray<number> => {
  switch (entityClass) {
    case "Key":
    case "KeyMeta":
      return [entityId]
    case "Translation":
      return relations["key"] === undefined ? [] : [relations["key"].entityId]
    case "Screenshot":
      return relations["key"] === undefined
        ? []
        : [relations["key"].entityId, ...numbersIn(description[otherKeyIds] ?? null)]
    default:
      return []
  }
}

interface Change<Value> {
  readonly old: Value
  readonly new: Value
}

const changesOf = <Value>(
  modifications: ReadonlyArray<KeyModification>,
  property: string,
  read: (value: Json) => Value
): ReadonlyArray<Change<Value>> =>
  modifications.flatMap(({ modifications: { [property]: change } }) =>
    change === undefined ? [] : [{ old: read(change.old), new: read(change.new) }]
  )

/**
 * Returns the value before changes that lead to the value of now: the only one that they leave once more often than they reach
 * it. So their order is of no account; a batch job records all its changes under its first revision, among those of others.
 */
const before = <Value extends Json>(now: Value, changes: ReadonlyArray<Change<Value>>): Value => {
  const balance = new Map<string, { readonly value: Value; count: number }>()
  const count = (value: Value, by: number) => {
    const text = JSON.stringify(value)
    const counted = balance.get(text) ?? { value, count: 0 }
    counted.count += by
    balance.set(text, counted)
  }
  count(now, 1)
  for (const change of changes) {
    count(change.old, 1)
    count(change.new, -1)
  }
  const [left, ...others] = [...balance.values()].filter((one) => one.count !== 0)
  // Changes that are not recorded, such as those of earlier versions, leave a gap: then the oldest value is the best one.
  return left !== undefined && others.length === 0 ? left.value : (changes.at(-1)?.old ?? now)
}

const screenshotsBefore = (
  now: ReadonlyArray<number>,
  modifications: ReadonlyArray<KeyModification>
): ReadonlyArray<number> => {
  if (modifications.length === 0) return now
  const balance = new Map(now.map((id) => [id, 1]))
  for (const { entityId, kind } of modifications) {
    balance.set(entityId, (balance.get(entityId) ?? 0) + (kind === "ADD" ? -1 : 1))
  }
  return [...balance].flatMap(([id, count]) => (count > 0 ? [id] : [])).sort(ascending)
}

const textsBefore = (
  now: KeyVersion["texts"],
  modifications: ReadonlyArray<KeyModification>,
  { languageIds, labelIds }: SharedParts
): KeyVersion["texts"] => {
  const livingLabels = (value: Json) => labelsIn(value).filter((id) => labelIds.has(id))
  const byLanguage = Map.groupBy(modifications, ({ relations }) => relations["language"]?.entityId ?? 0)
  const changed = [...byLanguage].flatMap(([languageId, changes]) => {
    if (!languageIds.has(languageId)) return []
    const { text, state, labelIds: labels } = now[languageId] ?? noText
    const version: TextVersion = {
      text: before(text, changesOf(changes, "text", textIn)),
      state: before(state, changesOf(changes, "state", stateIn)),
      labelIds: before(labels, changesOf(changes, "labels", livingLabels))
    }
    return [[languageId, version] as const]
  })
  return { ...now, ...Object.fromEntries(changed) }
}

/** Finds the name of a namespace by its id, because it may have been renamed since; a removed one keeps the name that was recorded. */
const namespaceIn = (reference: Json, namespaces: SharedParts["namespaces"]): string | null => {
  const { entityId, data } = objectIn(reference) ?? {}
  const name = typeof entityId === "number" ? namespaces.get(entityId) : undefined
  return name ?? textIn(objectIn(data ?? null)?.["name"] ?? null)
}

const labelsIn = (value: Json): ReadonlyArray<number> =>
  numbersIn(listIn(value).map((label) => objectIn(label)?.["id"] ?? null)).toSorted(ascending)

const tagsIn = (value: Json): ReadonlyArray<string> =>
  listIn(value)
    .filter((name) => typeof name === "string")
    .toSorted()

const stateIn = (value: Json): TranslationState => translationStates.find((state) => state === value) ?? "UNTRANSLATED"

const textIn = (value: Json): string | null => (typeof value === "string" ? value : null)

const numberIn = (value: Json): number | null => (typeof value === "number" ? value : null)

const ascending = (one: number, other: number): number => one - other

const listIn = (value: Json): ReadonlyArray<Json> => (isList(value) ? value : [])

const numbersIn = (value: Json): ReadonlyArray<number> => listIn(value).filter((one) => typeof one === "number")

const objectIn = (value: Json): JsonObject | null =>
  typeof value === "object" && value !== null && !isList(value) ? value : null

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)
