import type { KeyVersion, KeyVersions } from "./key-version.ts"
import { isSameKey } from "./merge-branches.ts"

/** A key of the source that was created, changed or deleted since the base. */
export interface TouchedKey {
  readonly id: number
  /** The key of the target that it is a copy of; null: it is none. */
  readonly originId: number | null
  /** null: it was created since the base. */
  readonly base: KeyVersion | null
  /** null: it is deleted. */
  readonly current: KeyVersion | null
}

/** A living key of the target. */
export interface TargetKey {
  readonly id: number
  /** Whether the source got a copy of it, which is what it is matched with. */
  readonly isCopied: boolean
  readonly current: KeyVersion
}

/** A key as a merge compares it. */
export interface MatchedKey {
  /** null: the source does not have the key. */
  readonly sourceKeyId: number | null
  /** null: the target does not have the key. */
  readonly targetKeyId: number | null
  readonly versions: KeyVersions
}

/**
 * Matches the keys of a source with those of its target, in the order of the source: a copy with its origin. A key without
 * origin, or whose origin is deleted, goes with the key of its name, and one that was deleted and created again goes on as
 * the deleted one. `target`: the origins of the touched keys, and the keys with the names that `namesToMatch` lists.
 */
export const matchKeys = (
  touched: ReadonlyArray<TouchedKey>,
  target: ReadonlyArray<TargetKey>
): ReadonlyArray<MatchedKey> => {
  const continued = continueCreatedAgain(touched)
  const byId = new Map(target.map((key) => [key.id, key]))
  const byName = new Map(target.map((key) => [nameOf(key.current), key]))
  const origins = new Set(continued.flatMap(({ originId }) => originId ?? []))
  const taken = new Set(target.filter(({ id }) => origins.has(id)).map(({ id }) => id))
  const ofName = ({ base, current }: TouchedKey): TargetKey | undefined => {
    const named = base ?? current
    const found = named === null ? undefined : byName.get(nameOf(named))
    // A copied key with the old name of another one was renamed, and is no substitute for it.
    if (found === undefined || taken.has(found.id) || (base !== null && found.isCopied)) return undefined
    taken.add(found.id)
    return found
  }
  return continued.map((key) => {
    const found = (key.originId === null ? undefined : byId.get(key.originId)) ?? ofName(key)
    return {
      sourceKeyId: key.current === null ? null : key.id,
      targetKeyId: found?.id ?? null,
      versions: { base: key.base, source: key.current, target: found?.current ?? null }
    }
  })
}

/** A key by its name in its namespace; null: the default namespace. */
export interface KeyName {
  readonly namespace: string | null
  readonly name: string
}

/** Lists the names by which touched keys may have to be looked up in the target. */
export const namesToMatch = (touched: ReadonlyArray<TouchedKey>): ReadonlyArray<KeyName> => [
  ...new Map(
    touched.flatMap(({ base, current }) => {
      const named = base ?? current
      return named === null ? [] : [[nameOf(named), { namespace: named.namespace, name: named.name }] as const]
    })
  ).values()
]

/**
 * Gives new keys with the name of a deleted one its base and its origin. Leaves out keys that came and went, and those that are as
 * in the base again.
 */
const continueCreatedAgain = (touched: ReadonlyArray<TouchedKey>): ReadonlyArray<TouchedKey> => {
  const deleted = new Map<string, TouchedKey>()
  for (const key of touched) if (key.current === null && key.base !== null) deleted.set(nameOf(key.base), key)
  const replaced = new Set<number>()
  const continued = touched.map((key) => {
    const before = key.base === null && key.current !== null ? deleted.get(nameOf(key.current)) : undefined
    if (before === undefined) return key
    replaced.add(before.id)
    return { ...key, originId: before.originId, base: before.base }
  })
  return continued.filter(
    ({ id, base, current }) =>
      !replaced.has(id) && (base === null || current === null ? base !== current : !isSameKey(base, current))
  )
}

const nameOf = ({ namespace, name }: KeyName): string => JSON.stringify([namespace, name])
