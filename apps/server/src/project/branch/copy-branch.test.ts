import { Database } from "@dragoman/store"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, describe, layer } from "@effect/vitest"
import { Array as Arr, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { lockContentProject } from "../../change/change-project.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { eraseDeletedContent } from "../project/change-projects.ts"
import { beginBranch, copyBranch } from "./copy-branch.ts"

/** More keys than one transaction copies. */
const keyCount = 1_100

let projects = 0

/** A project with many keys, of which one has a text, and a new branch that nothing was copied to. */
const seedBranch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const name = `Branches ${++projects}`
  const owner = yield* seed.user({ username: `owner ${projects}`, serverRole: "ADMIN" })
  const organization = yield* seed.organization({ name, owner })
  const { id: project, languages } = yield* seed.project({ organization: organization.id, name, languages: ["en"] })
  const main = yield* seed.branch({ project, name: "main", isDefault: true })
  const key = yield* seed.key({ project, name: "title" })
  const translation = yield* seed.translation({ key, language: languages["en"] ?? 0, text: "Old" })
  const rows = Arr.makeBy(keyCount - 1, (index) => ({ project_id: project, name: `k${index}`, created_at: 0 }))
  yield* database.transaction(sql`INSERT INTO translation_key ${sql.insert(rows)}`)
  const branch = yield* database.transaction(
    beginBranch({ projectId: project }, { name: "release", originBranchId: null, authorId: owner })
  )
  return { project, owner, main, key, translation, branch }
}).pipe(Effect.orDie)

const branchRow = Effect.fnUntraced(function* (id: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ state: string; copiedCount: number; baseRevisionId: number; deletedAt: number | null }>`
    SELECT state, copied_count, base_revision_id, deleted_at FROM branch WHERE id = ${id}`
  return row
}, Effect.orDie)

/** Waits until some keys are copied, and others are not. */
const halfCopied = (id: number) =>
  Effect.repeat(Effect.andThen(Effect.yieldNow, branchRow(id)), { until: (row) => (row?.copiedCount ?? 0) > 0 })

const countKeys = Effect.fnUntraced(function* (project: number, branch: number | null) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ count: number }>`
    SELECT CAST(count(*) AS INTEGER) AS count FROM translation_key
    WHERE project_id = ${project} AND COALESCE(branch_id, 0) = ${branch ?? 0}`
  return row?.count
}, Effect.orDie)

describe.each([
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const)("a new branch on %s", (_, layerServer) => {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("is opened with all keys, and its creation is the newest revision", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { project, branch, owner } = yield* seedBranch
        yield* copyBranch({ projectId: project }, branch)
        assert.strictEqual(yield* countKeys(project, branch), keyCount)
        const [revision] = yield* sql<Record<string, unknown> & { id: number }>`
          SELECT id, type, author_id, branch_id, counts, params FROM activity_revision
          WHERE project_id = ${project} ORDER BY id DESC`
        assert.deepStrictEqual(revision, {
          id: revision?.id ?? 0,
          type: "BRANCH_CREATE",
          authorId: owner,
          branchId: null,
          counts: `{"Branch":1}`,
          params: `{"source":"main","target":"release"}`
        })
        assert.deepInclude(yield* branchRow(branch), { state: "READY", baseRevisionId: revision?.id ?? 0 })
        assert.deepStrictEqual(yield* checkInvariants, [])
      })
    )

    it.effect("has the state before a change that was made while it was being copied, and the change is not lost", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const { project, branch, owner } = yield* seedBranch
        const copying = yield* Effect.forkChild(copyBranch({ projectId: project }, branch))
        yield* halfCopied(branch)
        const locking = yield* Effect.forkChild(database.transaction(lockContentProject(project)), {
          startImmediately: true
        })
        const body = { key: "title", translations: { en: "New" } }
        const credential = yield* seed.accessToken(owner)
        const written = yield* Effect.forkChild(send(credential, "PUT", `/v2/projects/${project}/translations`, body))
        const first = yield* Effect.raceFirst(
          Effect.as(Fiber.join(copying), "copied"),
          Effect.as(Fiber.join(locking), "locked")
        )
        assert.strictEqual(first, "copied")
        assert.strictEqual((yield* Fiber.join(written)).status, 200)
        yield* Fiber.join(locking)
        const texts = yield* sql`
          SELECT k.branch_id, t.text FROM translation t JOIN translation_key k ON k.id = t.key_id
          WHERE k.project_id = ${project} AND k.name = 'title' ORDER BY k.id`
        assert.deepStrictEqual(texts, [
          { branchId: null, text: "New" },
          { branchId: branch, text: "Old" }
        ])
      })
    )

    it.effect("is deleted when its creation is interrupted, and nothing of it is left", () =>
      Effect.gen(function* () {
        const { project, branch, main } = yield* seedBranch
        const copying = yield* Effect.forkChild(copyBranch({ projectId: project }, branch))
        yield* halfCopied(branch)
        yield* Fiber.interrupt(copying)
        assert.isNotNull((yield* branchRow(branch))?.deletedAt)
        yield* eraseDeletedContent()
        assert.isUndefined(yield* branchRow(branch))
        assert.strictEqual(yield* countKeys(project, branch), 0)
        assert.strictEqual(yield* countKeys(project, null), keyCount)
        assert.strictEqual((yield* branchRow(main))?.state, "READY")
        assert.deepStrictEqual(yield* checkInvariants, [])
      })
    )

    it.effect("is erased by hourly work when its server was killed, once nobody copies it any more", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const { project, branch } = yield* seedBranch
        yield* eraseDeletedContent()
        assert.strictEqual((yield* branchRow(branch))?.state, "CREATING")
        yield* database.transaction(sql`UPDATE branch SET leased_until = 1 WHERE id = ${branch}`)
        // Neither do writers wait for it, nor does a server go on that slept.
        yield* database.transaction(lockContentProject(project))
        assert.deepInclude(yield* Effect.flip(copyBranch({ projectId: project }, branch)), { code: "branch_not_found" })
        yield* eraseDeletedContent()
        assert.isUndefined(yield* branchRow(branch))
        assert.strictEqual(yield* countKeys(project, null), keyCount)
      })
    )
  })
})
