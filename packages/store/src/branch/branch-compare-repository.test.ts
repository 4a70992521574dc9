import { describeChanges, type EntityChange } from "@dragoman/domain/activity"
import { compareKey, matchKeys } from "@dragoman/domain/branch"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ActivityRepository } from "../activity/activity-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { BranchCompareRepository } from "./branch-compare-repository.ts"

type Row = Record<string, string | number | null>

const insert = Effect.fnUntraced(function* (table: string, row: Row) {
  const sql = yield* SqlClient.SqlClient
  const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
  return inserted?.id ?? 0
})

const insertPair = Effect.fnUntraced(function* (table: string, row: Row) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`
})

/** Keys "a" to "d" of the default branch, with copies on the branch that has the key "e" of its own. */
const seedBranch = Effect.gen(function* () {
  const at = { created_at: 0 }
  const projectId = yield* insert("project", { organization_id: 1, name: "B", slug: "b", use_branching: 1, ...at })
  const branchId = yield* insert("branch", { project_id: projectId, name: "release", state: "READY", ...at })
  const languageId = yield* insert("language", { project_id: projectId, tag: "en", name: "English", ...at })
  const namespaceId = yield* insert("namespace", { project_id: projectId, name: "web" })
  const labelId = yield* insert("label", { project_id: projectId, name: "check", color: "#FF0000" })
  const tagId = yield* insert("tag", { project_id: projectId, name: "new" })
  const addKey = (name: string, row: Row = {}) =>
    insert("translation_key", { project_id: projectId, name, namespace_id: namespaceId, ...at, ...row })
  const onBranch = { branch_id: branchId }
  const [a, b, c, d] = [yield* addKey("a"), yield* addKey("b"), yield* addKey("c"), yield* addKey("d")]
  const copies = {
    a: yield* addKey("a", { ...onBranch, origin_key_id: a, description: "Heading" }),
    b: yield* addKey("b", { ...onBranch, origin_key_id: b, deleted_at: 9 }),
    c: yield* addKey("c", { ...onBranch, origin_key_id: c }),
    d: yield* addKey("d2", { ...onBranch, origin_key_id: d })
  }
  const e = yield* addKey("e", onBranch)
  const translationId = yield* insert("translation", {
    project_id: projectId,
    key_id: copies.a,
    language_id: languageId,
    text: "Hi",
    state: "TRANSLATED"
  })
  yield* insertPair("translation_label", { project_id: projectId, translation_id: translationId, label_id: labelId })
  yield* insertPair("key_tag", { project_id: projectId, key_id: copies.a, tag_id: tagId })
  return { projectId, branchId, languageId, labelId, translationId, origins: { a, b, c, d }, copies, e }
})

const key = (entityId: number) => ({ entityClass: "Key", entityId }) as const

const record = Effect.fnUntraced(function* (
  projectId: number,
  branchId: number | null,
  type: "COMPLEX_EDIT" | "KEY_SOFT_DELETE" | "BATCH_TAG_KEYS" | "TRANSLATION_COMMENT_ADD",
  entities: ReadonlyArray<EntityChange>
) {
  const activity = yield* ActivityRepository
  const { id } = yield* activity.insert({ projectId, branchId, authorId: null, type, createdAt: 0, params: null })
  yield* activity.insertEntities(id, describeChanges(entities), [])
  return id
})

const version = {
  namespace: "web",
  isPlural: false,
  pluralArgumentName: null,
  maxCharLimit: null,
  description: null,
  customValues: null,
  tags: [],
  screenshotIds: [],
  texts: {}
}

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("the comparison of branches on %s", (_, layerTest) => {
  const layerFixture = Layer.mergeAll(BranchCompareRepository.layer, ActivityRepository.layer).pipe(
    Layer.provideMerge(layerProjectFixture(layerTest))
  )
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("has the keys that the branch touched since its base, with their versions then and now", () =>
      inFixture(
        Effect.gen(function* () {
          const repository = yield* BranchCompareRepository
          const { projectId, branchId, languageId, labelId, translationId, origins, copies, e } = yield* seedBranch
          // A change from before the base.
          const rename = (id: number, old: string, now: string): EntityChange => ({
            ...key(id),
            before: { name: old },
            after: { name: now }
          })
          const baseRevisionId = yield* record(projectId, branchId, "COMPLEX_EDIT", [rename(copies.c, "c0", "c")])
          yield* record(projectId, branchId, "COMPLEX_EDIT", [
            {
              entityClass: "Translation",
              entityId: translationId,
              before: { text: "Hello", state: "REVIEWED", labels: [] },
              after: { text: "Hi", state: "TRANSLATED", labels: [{ id: labelId, name: "check" }] },
              relations: { key: key(copies.a), language: { entityClass: "Language", entityId: languageId } }
            },
            {
              entityClass: "KeyMeta",
              entityId: copies.a,
              before: { description: null, tags: null },
              after: { description: "Heading", tags: ["new"] },
              relations: { key: key(copies.a) }
            }
          ])
          // One request deleted keys of both branches, and its revision has the other one.
          yield* record(projectId, null, "KEY_SOFT_DELETE", [
            { ...key(copies.b), before: { deletedAt: null }, after: { deletedAt: "t" } },
            { ...key(origins.c), before: { deletedAt: null }, after: { deletedAt: "t" } }
          ])
          yield* record(projectId, branchId, "COMPLEX_EDIT", [{ ...key(e), before: null, after: { name: "e" } }])
          yield* record(projectId, null, "COMPLEX_EDIT", [rename(origins.a, "a0", "a")])
          yield* record(projectId, branchId, "KEY_SOFT_DELETE", [
            { ...key(copies.d), before: { deletedAt: null }, after: { deletedAt: "t" } }
          ])
          yield* record(projectId, branchId, "COMPLEX_EDIT", [{ ...key(copies.d), before: { name: "d" }, after: null }])
          const sql = yield* SqlClient.SqlClient
          yield* sql`DELETE FROM translation_key WHERE id = ${copies.d}`

          const touched = yield* repository.listTouched({ projectId, branchId, baseRevisionId })
          const text = { text: "Hi", state: "TRANSLATED", labelIds: [labelId] } as const
          assert.deepStrictEqual(touched, [
            {
              id: copies.a,
              originId: origins.a,
              base: {
                ...version,
                name: "a",
                texts: { [languageId]: { text: "Hello", state: "REVIEWED", labelIds: [] } }
              },
              current: { ...version, name: "a", description: "Heading", tags: ["new"], texts: { [languageId]: text } }
            },
            { id: copies.b, originId: origins.b, base: { ...version, name: "b" }, current: null },
            { id: copies.d, originId: null, base: { ...version, name: "d", namespace: null }, current: null },
            { id: e, originId: null, base: null, current: { ...version, name: "e" } }
          ])
        })
      )
    )

    it.effect("has the changes of a batch job that began before the base", () =>
      inFixture(
        Effect.gen(function* () {
          const repository = yield* BranchCompareRepository
          const activity = yield* ActivityRepository
          const { projectId, branchId, copies } = yield* seedBranch
          const part = { projectId, branchId, batchJobId: 1, type: "BATCH_TAG_KEYS", createdAt: 0 } as const
          const first = yield* activity.insertPart(part)
          const tagged = (id: number, now: string): EntityChange => ({
            entityClass: "KeyMeta",
            entityId: id,
            before: { description: "old" },
            after: { description: now },
            relations: { key: key(id) }
          })
          yield* activity.insertEntities(first, describeChanges([tagged(copies.a, "Heading")]), [])
          yield* activity.insertPart(part)
          const touched = yield* repository.listTouched({ projectId, branchId, baseRevisionId: first })
          assert.deepStrictEqual(
            touched.map(({ id, base }) => [id, base?.description]),
            [[copies.a, "old"]]
          )
        })
      )
    )

    it.effect("has the origins of touched keys and the keys with their names, on the target alone", () =>
      inFixture(
        Effect.gen(function* () {
          const repository = yield* BranchCompareRepository
          const { projectId, branchId, origins, copies, e } = yield* seedBranch
          const sql = yield* SqlClient.SqlClient
          const target = { projectId, branchId: null }
          const created = yield* insert("translation_key", { project_id: projectId, name: "e", created_at: 0 })
          yield* sql`UPDATE translation_key SET namespace_id = (SELECT id FROM namespace WHERE project_id = ${projectId})
            WHERE id = ${created}`
          yield* sql`UPDATE translation_key SET name = 'a2' WHERE id = ${origins.a}`
          yield* sql`UPDATE translation_key SET deleted_at = 1 WHERE id = ${origins.c}`
          const touched = [
            { id: copies.a, originId: origins.a, base: { ...version, name: "a" }, current: { ...version, name: "b" } },
            { id: copies.c, originId: origins.c, base: { ...version, name: "c" }, current: null },
            { id: e, originId: null, base: null, current: { ...version, name: "e", description: "New" } }
          ]
          const targets = yield* repository.listTargets(target, branchId, touched)
          assert.deepStrictEqual(targets, [
            { id: origins.a, isCopied: true, current: { ...version, name: "a2" } },
            { id: created, isCopied: false, current: { ...version, name: "e" } }
          ])
          const types = matchKeys(touched, targets).map(({ versions }) => compareKey(versions)?.type ?? null)
          assert.deepStrictEqual(types, ["CONFLICT", null, "CONFLICT"])
        })
      )
    )

    it.effect("knows the newest revision of each branch that changed what is compared", () =>
      inFixture(
        Effect.gen(function* () {
          const repository = yield* BranchCompareRepository
          const { projectId, branchId, copies } = yield* seedBranch
          const place = { projectId, branchId }
          assert.strictEqual(yield* repository.findNewestRevision(place), 0)
          const change = { ...key(copies.a), before: { name: "x" }, after: { name: "a" } }
          const onBranch = yield* record(projectId, branchId, "COMPLEX_EDIT", [change])
          const onDefault = yield* record(projectId, null, "COMPLEX_EDIT", [change])
          yield* record(projectId, branchId, "TRANSLATION_COMMENT_ADD", [change])
          assert.strictEqual(yield* repository.findNewestRevision(place), onBranch)
          assert.strictEqual(yield* repository.findNewestRevision({ projectId, branchId: null }), onDefault)
        })
      )
    )
  })
})
