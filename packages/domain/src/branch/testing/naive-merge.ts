import type { Json } from "../../error/domain-error.ts"
import type { KeyVersion, MergeChangeType, MergeSide } from "../key-version.ts"
import { livingKeys, type SimulatedKey, type SimulatedProject, withoutLabel } from "./random-histories.ts"

/** Every key of the branch as it was at the base, by id. */
export type Snapshot = ReadonlyMap<number, KeyVersion>

/** A change that a merge makes, by the keys of both sides. */
export interface NaiveChange {
  readonly sourceKeyId: number | null
  readonly targetKeyId: number | null
  readonly type: MergeChangeType
  readonly merge: (side: MergeSide) => ReadonlyMap<string, Json> | null
}

export const takeSnapshot = (project: SimulatedProject): Snapshot =>
  new Map(livingKeys(project, true).map(({ id, version }) => [id, version]))

/** The snapshot in terms of today: what the project shares is renamed or gone. */
export const renewSnapshot = (
  snapshot: Snapshot,
  before: SimulatedProject["shared"],
  now: SimulatedProject["shared"]
): Snapshot =>
  new Map(
    [...snapshot].map(([id, version]) => {
      const [namespaceId] = [...before.namespaces].find(([, name]) => name === version.namespace) ?? [0]
      let renewed = { ...version, namespace: now.namespaces.get(namespaceId) ?? version.namespace }
      for (const labelId of before.labelIds) if (!now.labelIds.has(labelId)) renewed = withoutLabel(renewed, labelId)
      return [id, renewed]
    })
  )

/** Compares every key with a full snapshot of the base, value by value. */
export const naiveMerge = (project: SimulatedProject, snapshot: Snapshot): ReadonlyArray<NaiveChange> => {
  const living = livingKeys(project, true)
  const targets = new Map(livingKeys(project, false).map((key) => [key.id, key]))
  const sources = project.keys.filter(({ isBranch }) => isBranch)
  const byName = (keys: Iterable<SimulatedKey>, { name, namespace }: KeyVersion) =>
    [...keys].find(({ version }) => version.name === name && version.namespace === namespace)

  const pairs: Array<{ base: KeyVersion | null; source: SimulatedKey | null; originId: number | null }> = []
  const successors = new Set<number>()
  for (const [id, base] of snapshot) {
    const originId = sources.find((key) => key.id === id)?.originId ?? null
    let source = living.find((key) => key.id === id) ?? null
    if (source === null) {
      const again = byName(
        living.filter((key) => !snapshot.has(key.id)),
        base
      )
      if (again !== undefined) {
        successors.add(again.id)
        source = again
      }
    }
    pairs.push({ base, source, originId })
  }
  for (const source of living) {
    if (!snapshot.has(source.id) && !successors.has(source.id))
      pairs.push({ base: null, source, originId: source.originId })
  }
  const isChanged = ({ base, source }: (typeof pairs)[number]) =>
    base === null || source === null || !isEqual(flat(base), flat(source.version))
  const compared = pairs.filter(isChanged)
  const paired = new Set(
    compared.flatMap(({ originId }) => (originId !== null && targets.has(originId) ? [originId] : []))
  )
  return compared
    .toSorted((one, other) => (one.source?.id ?? 0) - (other.source?.id ?? 0))
    .flatMap(({ base, source, originId }) => {
      let target = originId === null ? undefined : targets.get(originId)
      const named = base ?? source?.version
      if (target === undefined && named !== undefined) {
        const found = byName(targets.values(), named)
        const isCopied = sources.some((key) => key.originId === found?.id)
        if (found !== undefined && !paired.has(found.id) && (base === null || !isCopied)) {
          paired.add(found.id)
          target = found
        }
      }
      const change = compare(base, source?.version ?? null, target?.version ?? null)
      return change === null ? [] : [{ sourceKeyId: source?.id ?? null, targetKeyId: target?.id ?? null, ...change }]
    })
}

const compare = (
  base: KeyVersion | null,
  source: KeyVersion | null,
  target: KeyVersion | null
): Pick<NaiveChange, "type" | "merge"> | null => {
  const [was, mine, theirs] = [flat(base), flat(source), flat(target)]
  const keep = (side: MergeSide) => (side === "SOURCE" ? source && mine : target && theirs)
  if (source === null) {
    if (target === null) return null
    return { type: isEqual(was, theirs) ? "DELETE" : "CONFLICT", merge: keep }
  }
  if (target === null) return { type: "ADD", merge: keep }
  if (isEqual(mine, theirs)) return null
  const merge = (side: MergeSide) => mergeFlat(was, mine, theirs, side)
  const [left, right] = [merge("SOURCE").merged, merge("TARGET").merged]
  if (base === null || merge("SOURCE").conflicts)
    return { type: "CONFLICT", merge: (side) => (side === "SOURCE" ? left : right) }
  if (isEqual(left, theirs)) return null
  return { type: "UPDATE", merge: (side) => (side === "SOURCE" ? left : theirs) }
}

/** A key as values by path; members of a set are paths, so that they are there or not. */
export const flat = (version: KeyVersion | null): ReadonlyMap<string, Json> => {
  const values = new Map<string, Json>()
  if (version === null) return values
  const { tags, screenshotIds, texts, ...fields } = version
  for (const [name, value] of Object.entries(fields)) if (value !== null && value !== false) values.set(name, value)
  for (const tag of tags) values.set(`tag ${tag}`, true)
  for (const id of screenshotIds) values.set(`image ${id}`, true)
  for (const [languageId, { text, state, labelIds }] of Object.entries(texts)) {
    if (text !== null) values.set(`text ${languageId}`, text)
    if (state !== "UNTRANSLATED") values.set(`state ${languageId}`, state)
    for (const id of labelIds) values.set(`label ${languageId} ${id}`, true)
  }
  return values
}

const isEqual = (one: ReadonlyMap<string, Json>, other: ReadonlyMap<string, Json>): boolean =>
  one.size === other.size && [...one].every(([path, value]) => isSame(value, other.get(path)))

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const mergeFlat = (
  base: ReadonlyMap<string, Json>,
  source: ReadonlyMap<string, Json>,
  target: ReadonlyMap<string, Json>,
  side: MergeSide
) => {
  const merged = new Map<string, Json>()
  const paths = new Set([...base.keys(), ...source.keys(), ...target.keys()])
  const isConflict = (path: string) =>
    !isSame(source.get(path), target.get(path)) &&
    !isSame(source.get(path), base.get(path)) &&
    !isSame(target.get(path), base.get(path))
  let conflicts = false
  for (const path of paths) {
    conflicts ||= isConflict(path)
    let from = isSame(source.get(path), base.get(path)) ? target : source
    if (isConflict(path)) from = side === "SOURCE" ? source : target
    const [kind, languageId] = path.split(" ")
    if (kind === "text" || kind === "state") {
      const [text, state] = [`text ${languageId}`, `state ${languageId}`]
      if (isConflict(text) || isConflict(state)) from = side === "SOURCE" ? source : target
      else if (!isSame(source.get(text), target.get(text)))
        from = isSame(source.get(text), base.get(text)) ? target : source
    }
    const value = from.get(path)
    if (value !== undefined) merged.set(path, value)
  }
  return { merged, conflicts }
}
