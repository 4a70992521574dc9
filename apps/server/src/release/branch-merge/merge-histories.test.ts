import { type KeyVersion, type MergeSide, mergeKey } from "@dragoman/domain/branch"
import {
  flat,
  makeRandom,
  naiveMerge,
  type Random,
  randomRounds,
  renewSnapshot,
  type SimulatedProject,
  takeSnapshot
} from "@dragoman/domain/branch/testing"
import { BranchCompareRepository, BranchMergeRepository, Database } from "@dragoman/store"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beginBranch, copyBranch } from "../../project/branch/copy-branch.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const keyNames = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] as const
const tagNames = ["t1", "t2", "t3"]
const texts = ["one", "two", "three", ""] as const
const editsOfMerge = 12
const mergesOfHistory = 2

/** A project with four keys and a branch, and requests of its owner. */
const seedHistory = Effect.fnUntraced(function* (name: string, random: Random) {
  const database = yield* Database
  const owner = yield* seed.user({ username: `${name} owner`, serverRole: "ADMIN" })
  const organization = yield* seed.organization({ name, owner })
  const { id: project, languages } = yield* seed.project({
    organization: organization.id,
    name,
    languages: ["en", "de"]
  })
  yield* seed.branch({ project, name: "main", isDefault: true })
  const credential = yield* seed.accessToken(owner, { super: true })
  const call = (method: string, end: string, body?: object) =>
    send(credential, method, `/v2/projects/${project}${end}`, body)
  yield* call("PUT", "", { name, useNamespaces: true })
  const labels: Array<number> = []
  for (const label of ["l1", "l2"]) labels.push(yield* seed.label({ project, name: label }))
  for (let count = 0; count < 4; count++) yield* call("POST", "/keys", randomKey(random))
  const row = { name: "next", originBranchId: null, authorId: owner }
  const branch = yield* database.transaction(beginBranch({ projectId: project }, row))
  yield* copyBranch({ projectId: project }, branch)
  return { project, branch, languages: Object.values(languages), labels, call }
}, Effect.orDie)

type History = Effect.Success<ReturnType<typeof seedHistory>>

const randomKey = (random: Random) => ({
  name: random.pick(keyNames),
  namespace: random.pick([null, null, "web"]),
  description: random.pick([null, "x", "y"]),
  tags: random.some(tagNames, 2),
  translations: { en: random.pick(texts), de: random.pick(texts) }
})

/** Reads the whole project as the naive merge wants it: every key of both branches, those in the trash too. */
const readProject = Effect.fnUntraced(function* ({ project, branch }: History) {
  const sql = yield* SqlClient.SqlClient
  const repository = yield* BranchCompareRepository
  const ids = yield* sql<{ id: number }>`SELECT id FROM translation_key WHERE project_id = ${project} ORDER BY id`
  const namespaces = yield* sql<{ id: number; name: string }>`
    SELECT id, name FROM namespace WHERE project_id = ${project}`
  const languages = yield* sql<{ id: number }>`SELECT id FROM language WHERE project_id = ${project}`
  const labels = yield* sql<{ id: number }>`SELECT id FROM label WHERE project_id = ${project}`
  const versions = yield* repository.findVersions(
    project,
    ids.map(({ id }) => id)
  )
  const read: SimulatedProject = {
    keys: versions.map(({ id, branchId, originKeyId, isDeleted, version }) => ({
      ...{ id, isBranch: branchId === branch, originId: originKeyId, isDeleted, version }
    })),
    changes: [],
    shared: {
      namespaces: new Map(namespaces.map(({ id, name }) => [id, name])),
      languageIds: new Set(languages.map(({ id }) => id)),
      labelIds: new Set(labels.map(({ id }) => id))
    },
    lastId: 0,
    lastRevisionId: 0
  }
  return read
}, Effect.orDie)

/** Changes something at random by a request; requests that are rejected change nothing. */
const edit = Effect.fnUntraced(function* (history: History, random: Random) {
  const { call, languages, labels } = history
  const { keys, shared } = yield* readProject(history)
  const isBranch = random.happens(0.6)
  const [key] = random.some(
    keys.filter((one) => one.isBranch === isBranch && !one.isDeleted),
    1
  )
  if (random.happens(0.15) || key === undefined) {
    return yield* call("POST", "/keys", { ...randomKey(random), branch: isBranch ? "next" : null })
  }
  if (random.happens(0.1)) return yield* call("DELETE", `/keys/${key.id}`)
  const [namespace] = shared.namespaces
  if (random.happens(0.03) && namespace !== undefined) {
    return yield* call("PUT", `/namespaces/${namespace[0]}`, { name: `${namespace[1]}x` })
  }
  if (random.happens(0.15)) {
    const place = { keyId: key.id, languageId: random.pick(languages as [number]) }
    return yield* call("PUT", "/translations/label", { ...place, labelId: random.pick(labels as [number]) })
  }
  const { name, namespace: place } = key.version
  const change = random.pick([
    { name: random.pick(keyNames) },
    { namespace: random.pick([null, "web", "app"]) },
    { description: random.pick(["x", "y", "z"]) },
    { maxCharLimit: random.pick([10, 20]) },
    { tags: random.some(tagNames, 3) },
    { translations: { en: random.pick(texts) } },
    { translations: { de: random.pick(texts) } },
    { states: { [random.pick(["en", "de"])]: random.pick(["REVIEWED", "TRANSLATED"]) } }
  ] as ReadonlyArray<object> as [object])
  return yield* call("PUT", `/keys/${key.id}/complex-update`, { name, namespace: place, ...change })
})

const values = (version: ReadonlyMap<string, unknown> | null): string | null =>
  version && JSON.stringify([...version].sort(([one], [other]) => (one < other ? -1 : 1)))

const bothSides = (merge: (side: MergeSide) => ReadonlyMap<string, unknown> | null) => [
  values(merge("SOURCE")),
  values(merge("TARGET"))
]

const namedIn = (keys: SimulatedProject["keys"], id: number | null, merged: string) =>
  keys.find(
    (key) => !key.isBranch && !key.isDeleted && (id === null ? values(flat(key.version)) === merged : key.id === id)
  )

/** Compares, resolves at random and applies; returns the types of the changes, or null when a name was taken. */
const merge = Effect.fnUntraced(function* (
  { call, branch, ...others }: History,
  random: Random,
  base: SimulatedProject,
  title: string
) {
  const history = { call, branch, ...others }
  const merges = yield* BranchMergeRepository
  const before = yield* readProject(history)
  const snapshot = renewSnapshot(takeSnapshot(base), base.shared, before.shared)
  const naive = naiveMerge(before, snapshot).toSorted(byPair)
  const { body } = yield* call("POST", "/branches/merge/preview", { sourceBranchId: branch })
  const { id } = body as { id: number }
  const changes = (yield* merges.listAllChanges(id)).toSorted(byPair)
  const mergeOf = (versions: Parameters<typeof mergeKey>[0]) => (side: MergeSide) => {
    const merged: KeyVersion | null = mergeKey(versions, side)
    return merged && flat(merged)
  }
  assert.deepStrictEqual(
    changes.map(({ type, sourceKeyId, targetKeyId, versions }) => ({
      ...{ type, sourceKeyId, targetKeyId },
      merged: bothSides(mergeOf(versions))
    })),
    naive.map(({ type, sourceKeyId, targetKeyId, merge: mergeNaively }) => ({
      ...{ type, sourceKeyId, targetKeyId },
      merged: bothSides(mergeNaively)
    })),
    title
  )
  const sides = changes.map(({ type }): MergeSide | null =>
    type === "CONFLICT" || random.happens(0.2) ? random.pick(["SOURCE", "TARGET"]) : null
  )
  for (const [index, { id: changeId }] of changes.entries()) {
    const resolve = sides[index] ?? null
    if (resolve !== null) yield* call("PUT", `/branches/merge/${id}/resolve`, { changeId, resolve })
  }
  const applied = yield* call("POST", `/branches/merge/${id}/apply`, { deleteBranch: false })
  const after = yield* readProject(history)
  if (applied.status !== 200) {
    assert.include(JSON.stringify(applied.body), "key_exists", title)
    assert.deepStrictEqual(after, before, title)
    return null
  }
  const changed = new Set<number>()
  for (const [index, { targetKeyId, sourceKeyId, merge: mergeNaively }] of naive.entries()) {
    const expected = values(mergeNaively(sides[index] ?? "SOURCE"))
    if (targetKeyId !== null) changed.add(targetKeyId)
    const found =
      expected === null ? namedIn(after.keys, targetKeyId ?? 0, "") : namedIn(after.keys, targetKeyId, expected)
    if (found !== undefined) changed.add(found.id)
    const where = `${title}, keys ${sourceKeyId} and ${targetKeyId}`
    assert.strictEqual(found === undefined ? null : values(flat(found.version)), expected, where)
  }
  const unchanged = (keys: SimulatedProject["keys"]) =>
    keys
      .filter((key) => key.isBranch || !changed.has(key.id))
      .map(({ id: keyId, isDeleted, version }) => [keyId, isDeleted, version])
  assert.deepStrictEqual(unchanged(after.keys), unchanged(before.keys), title)
  return naive.map(({ type }) => type)
})

const byPair = (one: { readonly sourceKeyId: number | null; readonly targetKeyId: number | null }, other: typeof one) =>
  (one.sourceKeyId ?? 0) - (other.sourceKeyId ?? 0) || (one.targetKeyId ?? 0) - (other.targetKeyId ?? 0)

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`merges on ${engine}`, (it) => {
    it.effect(
      "equal those of full snapshots, for random histories of requests",
      () =>
        Effect.gen(function* () {
          const rounds = randomRounds(200)
          const types: Record<string, number> = {}
          for (let round = 0; round < rounds; round++) {
            const random = makeRandom(round)
            const history = yield* seedHistory(`History ${round}`, random)
            for (let count = 0; count < mergesOfHistory; count++) {
              const base = yield* readProject(history)
              for (let edits = 0; edits < editsOfMerge; edits++) yield* edit(history, random)
              const merged = yield* merge(history, random, base, `history ${round}, merge ${count}`)
              if (merged === null) break
              for (const type of merged) types[type] = (types[type] ?? 0) + 1
            }
          }
          for (const type of ["ADD", "UPDATE", "DELETE", "CONFLICT"]) {
            assert.isAtLeast(types[type] ?? 0, rounds / 10, `${type} of ${JSON.stringify(types)}`)
          }
          assert.deepStrictEqual(yield* checkInvariants, [])
        }),
      { tags: ["random"], timeout: 300_000 }
    )
  })
}
