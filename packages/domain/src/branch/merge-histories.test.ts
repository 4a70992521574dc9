import { assert, it } from "vitest"
import { makeRandom, type Random, randomRounds } from "../permission/testing/random-facts.ts"
import { baseOfKey } from "./base-of-key.ts"
import { type MatchedKey, matchKeys, type TargetKey, type TouchedKey } from "./match-keys.ts"
import { compareKey, mergeKey } from "./merge-branches.ts"
import {
  flat,
  type NaiveChange,
  naiveMerge,
  renewSnapshot,
  type Snapshot,
  takeSnapshot
} from "./testing/naive-merge.ts"
import {
  addKey,
  changesOnBranch,
  copyToBranch,
  editAtRandom,
  isNameFree,
  livingKeys,
  makeProject,
  type SimulatedProject,
  setKey
} from "./testing/random-histories.ts"

const compare = (project: SimulatedProject, baseIndex: number): ReadonlyArray<MatchedKey> => {
  const byId = new Map(project.keys.map((key) => [key.id, key]))
  const touched = [...changesOnBranch(project, baseIndex)].map(([id, modifications]): TouchedKey => {
    const key = byId.get(id)
    if (key === undefined) throw new Error(`No key has the id ${id}.`)
    const { originId, isDeleted, version } = key
    return { id, originId, base: baseOfKey(key, modifications, project.shared), current: isDeleted ? null : version }
  })
  const copied = new Set(project.keys.flatMap(({ originId }) => originId ?? []))
  const target = livingKeys(project, false).map(
    ({ id, version }): TargetKey => ({ id, isCopied: copied.has(id), current: version })
  )
  return matchKeys(touched, target).filter(({ versions }) => compareKey(versions) !== null)
}

const shown = (changes: ReadonlyArray<MatchedKey>) =>
  sorted(
    changes.map(({ sourceKeyId, targetKeyId, versions }) => ({
      sourceKeyId,
      targetKeyId,
      type: compareKey(versions)?.type,
      ours: values(versions.source && flat(mergeKey(versions, "SOURCE"))),
      theirs: values(versions.target && flat(mergeKey(versions, "TARGET")))
    }))
  )

const shownNaive = (changes: ReadonlyArray<NaiveChange>) =>
  sorted(
    changes.map(({ sourceKeyId, targetKeyId, type, merge }) => ({
      sourceKeyId,
      targetKeyId,
      type,
      ours: values(merge("SOURCE")),
      theirs: values(merge("TARGET"))
    }))
  )

const values = (merged: ReadonlyMap<string, unknown> | null) =>
  merged && [...merged].sort(([one], [other]) => (one < other ? -1 : 1))

const sorted = <Change extends Pick<MatchedKey, "sourceKeyId" | "targetKeyId">>(changes: ReadonlyArray<Change>) =>
  changes.toSorted(
    (one, other) =>
      (one.sourceKeyId ?? 0) - (other.sourceKeyId ?? 0) || (one.targetKeyId ?? 0) - (other.targetKeyId ?? 0)
  )

/** Merges into the default branch; keys whose names are taken there are left out. */
const apply = (project: SimulatedProject, random: Random, changes: ReadonlyArray<MatchedKey>): void => {
  for (const { sourceKeyId, targetKeyId, versions } of changes) {
    const merged = mergeKey(versions, random.pick(["SOURCE", "TARGET"]))
    const target = project.keys.find(({ id }) => id === targetKeyId)
    const hasPlace =
      merged === null ||
      (target?.version.name === merged.name && target.version.namespace === merged.namespace) ||
      isNameFree(project, false, merged)
    if (!hasPlace) continue
    if (target !== undefined) setKey(project, target, merged)
    else if (merged !== null) {
      const added = addKey(project, false, merged)
      const source = project.keys.find(({ id }) => id === sourceKeyId)
      if (source !== undefined) source.originId = added.id
    }
  }
}

/** Three merges of one branch: the snapshot is taken anew after each, and the base moves up. */
const tryHistory = (seed: number): Record<string, number> => {
  const random = makeRandom(seed)
  const project = makeProject(random)
  const types: Record<string, number> = {}
  copyToBranch(project)
  for (let merge = 0; merge < 3; merge++) {
    const snapshot: Snapshot = takeSnapshot(project)
    const shared = structuredClone(project.shared)
    const baseIndex = project.changes.length
    editAtRandom(project, random, 12)
    const changes = compare(project, baseIndex)
    const naive = naiveMerge(project, renewSnapshot(snapshot, shared, project.shared))
    const [ours, expected] = [shown(changes), shownNaive(naive)]
    // Most are equal, and their texts are compared in a tenth of the time.
    if (JSON.stringify(ours) !== JSON.stringify(expected)) {
      assert.deepStrictEqual(ours, expected, `history ${seed}, merge ${merge}`)
    }
    for (const { type } of naive) types[type] = (types[type] ?? 0) + 1
    apply(project, random, changes)
  }
  return types
}

it("merges with a base from the activity equal those with full snapshots, for random histories", {
  tags: ["random"]
}, () => {
  const rounds = randomRounds(10_000)
  const types: Record<string, number> = {}
  for (let seed = 0; seed < rounds; seed++) {
    for (const [type, count] of Object.entries(tryHistory(seed))) types[type] = (types[type] ?? 0) + count
  }
  for (const type of ["ADD", "UPDATE", "DELETE", "CONFLICT"]) assert.isAbove(types[type] ?? 0, rounds / 20, type)
})
