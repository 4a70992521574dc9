import { type BranchState, branchStates } from "@dragoman/domain/branch"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { BranchRepository } from "../branch/branch-repository.ts"
import { defaultBranch } from "../database/content-place.ts"
import { KeyTrashRepository } from "../key-trash/key-trash-repository.ts"
import { NamespaceRepository } from "../namespace/namespace-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { KeyNeighbourRepository } from "./key-neighbour-repository.ts"
import { KeyRepository } from "./key-repository.ts"

const layerRepositories = Layer.mergeAll(
  BranchRepository.layer,
  KeyRepository.layer,
  KeyNeighbourRepository.layer,
  KeyTrashRepository.layer,
  NamespaceRepository.layer
)

let projects = 0

const seedProject = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = `project ${++projects}`
  const rows = yield* sql<{ id: number }>`
    INSERT INTO project ${sql.insert({ organization_id: 1, name, slug: `slug-${projects}`, created_at: 0 })} RETURNING id`
  return rows[0]?.id ?? 0
})

/** Returns the id. */
const seedBranch = Effect.fnUntraced(function* (projectId: number, state: BranchState) {
  const sql = yield* SqlClient.SqlClient
  const row = { project_id: projectId, name: state, state, created_at: 0, deleted_at: state === "DELETED" ? 1 : null }
  const rows = yield* sql<{ id: number }>`INSERT INTO branch ${sql.insert(row)} RETURNING id`
  return rows[0]?.id ?? 0
})

const content = (name: string, namespaceId: number | null = null) => ({
  name,
  namespaceId,
  description: null,
  customValues: null,
  isPlural: false,
  pluralArgumentName: null,
  maxCharLimit: null
})

/** The ids of new keys of the default namespace. */
const seedKeys = Effect.fnUntraced(function* (projectId: number, names: ReadonlyArray<string>) {
  const keys = yield* KeyRepository
  return yield* keys.insert(
    defaultBranch(projectId),
    names.map((name) => content(name)),
    0
  )
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("keys on %s", (_, layerTest) => {
  const layerFixture = layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect(
      "what is inserted is found by id and by name, in its project and namespace only, until it is removed",
      () =>
        inFixture(
          Effect.gen(function* () {
            const keys = yield* KeyRepository
            const namespaces = yield* NamespaceRepository
            const projectId = yield* seedProject
            const other = yield* seedProject
            const [web] = yield* namespaces.insert(projectId, ["web"])
            const inWeb = {
              ...content("a", web?.id),
              description: "d",
              customValues: { x: [1, null] },
              isPlural: true,
              pluralArgumentName: "n",
              maxCharLimit: 5
            }
            const [first = 0, second = 0] = yield* keys.insert(defaultBranch(projectId), [inWeb, content("a")], 7)
            const [foreign = 0] = yield* seedKeys(other, ["a"])
            assert.deepStrictEqual(yield* keys.find(projectId, [second, foreign, first, 0]), [
              { ...inWeb, id: first, branchId: null, namespace: "web", createdAt: 7 },
              { ...content("a"), id: second, branchId: null, namespace: null, createdAt: 7 }
            ])
            const places = [
              { namespace: "web", name: "a" },
              { namespace: "absent", name: "a" },
              { namespace: null, name: "b" }
            ]
            const byName = yield* keys.findByName(defaultBranch(projectId), places)
            assert.deepStrictEqual(
              byName.map(({ id }) => id),
              [first]
            )
            assert.strictEqual(yield* keys.count(projectId, [first, foreign, 0]), 1)
            assert.strictEqual(yield* keys.count(other, [first, foreign, 0]), 1)
            assert.strictEqual(yield* keys.count(projectId, []), 0)
            assert.deepStrictEqual(yield* keys.findPlaces(projectId, [second, foreign, first, 0]), [
              {
                id: first,
                branchId: null,
                name: "a",
                namespaceId: inWeb.namespaceId,
                isPlural: inWeb.isPlural,
                namespace: "web"
              },
              { id: second, branchId: null, name: "a", namespaceId: null, isPlural: false, namespace: null }
            ])
            yield* keys.remove(projectId, [first], 1, 9)
            assert.deepStrictEqual(yield* keys.find(projectId, [first]), [])
            assert.deepStrictEqual(yield* keys.findByName(defaultBranch(projectId), places), [])
            assert.strictEqual(yield* keys.count(projectId, [first]), 0)
            assert.deepStrictEqual(yield* keys.findPlaces(projectId, [first]), [])
            // The name is free at once.
            assert.strictEqual((yield* keys.insert(defaultBranch(projectId), [inWeb], 10)).length, 1)
          })
        )
    )

    it.effect(
      "a list is paged in a total order and counts the whole; keys in the trash and of others are not in it",
      () =>
        inFixture(
          Effect.gen(function* () {
            const keys = yield* KeyRepository
            const projectId = yield* seedProject
            yield* seedKeys(yield* seedProject, ["foreign"])
            const [, , trashed = 0] = yield* seedKeys(projectId, ["b", "a", "trash", "c"])
            yield* keys.remove(projectId, [trashed], 1, 1)
            const list = Effect.fnUntraced(function* (direction: "asc" | "desc", limit: number, offset: number) {
              const sort = [{ property: "name" as const, direction }]
              const { rows, total } = yield* keys.list({ place: defaultBranch(projectId), sort, limit, offset })
              return [rows.map(({ name }) => name), total]
            })
            assert.deepStrictEqual(yield* list("asc", 2, 0), [["a", "b"], 3])
            assert.deepStrictEqual(yield* list("asc", 2, 2), [["c"], 3])
            assert.deepStrictEqual(yield* list("desc", 1, 0), [["c"], 3])
            assert.deepStrictEqual(yield* list("asc", 2, 4), [[], 3])
          })
        )
    )

    it.effect("ids are listed by namespace: live keys of the project only", () =>
      inFixture(
        Effect.gen(function* () {
          const keys = yield* KeyRepository
          const namespaces = yield* NamespaceRepository
          const projectId = yield* seedProject
          const [web, app] = yield* namespaces.insert(projectId, ["web", "app"])
          const [plain = 0, removed = 0] = yield* seedKeys(projectId, ["a", "b"])
          const [inWeb = 0, inApp = 0] = yield* keys.insert(
            defaultBranch(projectId),
            [content("a", web?.id), content("c", app?.id)],
            0
          )
          yield* seedKeys(yield* seedProject, ["a"])
          yield* keys.remove(projectId, [removed], 1, 1)
          assert.deepStrictEqual(yield* keys.listIds(defaultBranch(projectId), [null]), [plain])
          assert.deepStrictEqual(yield* keys.listIds(defaultBranch(projectId), [null, web?.id ?? 0]), [plain, inWeb])
          assert.deepStrictEqual(yield* keys.listIds(defaultBranch(projectId), [app?.id ?? 0]), [inApp])
          assert.deepStrictEqual(yield* keys.listIds(defaultBranch(projectId), []), [])
        })
      )
    )

    it.effect("code references are kept as they were set, for the keys that have some", () =>
      inFixture(
        Effect.gen(function* () {
          const keys = yield* KeyRepository
          const projectId = yield* seedProject
          const [one = 0, two = 0, three = 0] = yield* seedKeys(projectId, ["a", "b", "c"])
          const first = { path: "a.ts", line: 1 }
          const second = { path: '"b".ts', line: null }
          yield* keys.setCodeReferences(projectId, [
            { id: one, codeReferences: [first] },
            { id: two, codeReferences: [first, second] }
          ])
          yield* keys.setCodeReferences(projectId, [{ id: one, codeReferences: [second] }])
          yield* keys.setCodeReferences(projectId, [])
          const found = yield* keys.listCodeReferences(projectId, [one, two, three])
          assert.deepStrictEqual(
            [...found].sort((left, right) => left.id - right.id),
            [
              { id: one, codeReferences: [second] },
              { id: two, codeReferences: [first, second] }
            ]
          )
          assert.deepStrictEqual(yield* keys.listCodeReferences(projectId, [one]), [
            { id: one, codeReferences: [second] }
          ])
          assert.deepStrictEqual(yield* keys.listCodeReferences(projectId, []), [])
        })
      )
    )

    it.effect("statistics are renewed inside a transaction", () =>
      inFixture(
        Effect.gen(function* () {
          const keys = yield* KeyRepository
          const projectId = yield* seedProject
          const [id = 0] = yield* seedKeys(projectId, ["a"])
          yield* keys.refreshStatistics(projectId)
          assert.deepStrictEqual(yield* keys.listIds(defaultBranch(projectId), [null]), [id])
        })
      )
    )

    it.effect("a key of a branch has its name beside the key of the default branch, and lists have one of them", () =>
      inFixture(
        Effect.gen(function* () {
          const keys = yield* KeyRepository
          const projectId = yield* seedProject
          const branch = { projectId, branchId: yield* seedBranch(projectId, "READY") }
          const [ofDefault = 0] = yield* seedKeys(projectId, ["a"])
          const [ofBranch = 0] = yield* keys.insert(branch, [content("a")], 0)
          const page = { sort: [{ property: "id", direction: "asc" }], offset: 0, limit: 10 } as const
          for (const [place, id] of [
            [defaultBranch(projectId), ofDefault],
            [branch, ofBranch]
          ] as const) {
            const found = yield* keys.findByName(place, [{ namespace: null, name: "a" }])
            assert.deepStrictEqual(
              found.map((key) => key.id),
              [id]
            )
            const { rows, total } = yield* keys.list({ place, ...page })
            assert.deepStrictEqual([rows.map((key) => key.id), total], [[id], 1])
            assert.deepStrictEqual(yield* keys.listIds(place, [null]), [id])
            assert.deepStrictEqual(
              (yield* keys.listAfter(place, 0, 10)).map((key) => key.id),
              [id]
            )
          }
          // An id names a key of any branch.
          assert.strictEqual(yield* keys.count(projectId, [ofDefault, ofBranch]), 2)
        })
      )
    )

    it.effect("the ids of keys that are being copied or erased name nothing", () =>
      inFixture(
        Effect.gen(function* () {
          const keys = yield* KeyRepository
          const trash = yield* KeyTrashRepository
          const branches = yield* BranchRepository
          const projectId = yield* seedProject
          for (const state of branchStates) {
            const branchId = yield* seedBranch(projectId, state)
            const [live = 0, deleted = 0] = yield* keys.insert({ projectId, branchId }, [content("a"), content("b")], 0)
            yield* keys.remove(projectId, [deleted], null, 1)
            const found = state === "READY" ? 1 : 0
            assert.lengthOf(yield* keys.find(projectId, [live]), found, state)
            assert.lengthOf(yield* keys.findPlaces(projectId, [live]), found, state)
            assert.strictEqual(yield* keys.count(projectId, [live]), found, state)
            assert.lengthOf(yield* trash.findAll(projectId, [deleted]), found, state)
            assert.strictEqual(yield* trash.count(projectId, [deleted]), found, state)
            assert.strictEqual(Option.isSome(yield* trash.find(deleted)), found === 1, state)
            assert.lengthOf(yield* branches.listOfKeys(projectId, [live, deleted]), found, state)
          }
        })
      )
    )

    it.effect("neighbours are kept by distance, the nearest 20 of each key, and the last word counts", () =>
      inFixture(
        Effect.gen(function* () {
          const neighbours = yield* KeyNeighbourRepository
          const keys = yield* KeyRepository
          const projectId = yield* seedProject
          const [key = 0, ...others] = yield* seedKeys(
            projectId,
            Array.from({ length: 26 }, (_, index) => `key ${index}`)
          )
          yield* neighbours.save(
            projectId,
            others.map((neighbourId, index) => ({ keyId: key, neighbourId, distance: index + 1 }))
          )
          const [nearest = 0, second = 0] = others
          assert.deepStrictEqual(
            (yield* neighbours.list(key, 100)).map(({ neighbourId }) => neighbourId),
            others.slice(0, 20)
          )
          yield* neighbours.save(projectId, [{ keyId: key, neighbourId: nearest, distance: 3 }])
          yield* keys.remove(projectId, [others[2] ?? 0], 1, 1)
          assert.deepStrictEqual(yield* neighbours.list(key, 2), [
            { keyId: key, neighbourId: second, distance: 2 },
            { keyId: key, neighbourId: nearest, distance: 3 }
          ])
          assert.deepStrictEqual(yield* neighbours.list(second, 2), [])
        })
      )
    )
  })
})
