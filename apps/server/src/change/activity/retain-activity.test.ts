import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { BucketSettings } from "@dragoman/settings"
import { ActivityRepository, ActivityRetentionRepository, Database } from "@dragoman/store"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert } from "@effect/vitest"
import { Clock, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "../../platform/settings/settings.ts"
import { beginBranch, copyBranch } from "../../project/branch/copy-branch.ts"
import { Bucket } from "../../service/object-storage/file-bucket.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { startStorageServer } from "../../testing/storage-server.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { retainActivity } from "./retain-activity.ts"

const retentionDays = 30

/** A time that is older than the retention, in epoch milliseconds. */
const longAgo = 1_000_000_000_000

let fixtures = 0

/** A project with the activities of its owner, who can send requests. */
const seedFixture = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const name = `Retention ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner`, serverRole: "ADMIN" })
  const organization = yield* seed.organization({ name, owner })
  const { id: project } = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const credential = yield* seed.accessToken(owner, { super: true })
  const call = (method: string, end: string, body?: object) =>
    send(credential, method, `/v2/projects/${project}${end}`, body)
  const expect = Effect.fnUntraced(function* (method: string, end: string, body?: object) {
    const response = yield* call(method, end, body)
    assert.include([200, 201], response.status, `${method} ${end}: ${JSON.stringify(response.body)}`)
    return response.body as never
  })
  const ids = Effect.map(
    Effect.orDie(
      sql<{ id: number }>`
        SELECT id FROM activity_revision WHERE project_id = ${project} AND batch_job_id IS NULL ORDER BY id`
    ),
    (rows) => rows.map(({ id }) => id)
  )
  const write = (text: string, more: object = {}) =>
    expect("PUT", "/translations", { key: "a", translations: { en: text }, ...more })
  /** Makes all activity so far older than the retention. */
  const age = Effect.orDie(
    database.transaction(sql`UPDATE activity_revision SET created_at = ${longAgo} WHERE project_id = ${project}`)
  )
  yield* expect("POST", "/keys", { name: "a", translations: { en: "First" } })
  return { project, owner, call, expect, ids, write, age }
})

/** A batch job that is over, with two parts. Returns its id. */
const recordJob = Effect.fnUntraced(function* (projectId: number, authorId: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const activities = yield* ActivityRepository
  const batchJobId = yield* seed.batchJob({ project: projectId, author: authorId, status: "SUCCESS", keys: [] })
  const type = "BATCH_CLEAR_TRANSLATIONS" as const
  yield* database.transaction(
    Effect.gen(function* () {
      const part = { projectId, batchJobId, type, createdAt: 1 }
      const entitiesOf = yield* activities.insertPart(part)
      const modifications = { name: { old: null, new: "of a job" } }
      const entity = {
        entityClass: "Key",
        entityId: 1,
        kind: "ADD",
        description: {},
        modifications,
        relations: {}
      } as const
      yield* activities.insertEntities(entitiesOf, [entity], [])
      yield* activities.insertPart(part)
      const { id } = yield* activities.insert({ projectId, authorId, type, createdAt: 1, params: null, entitiesOf })
      yield* Effect.orDie(sql`UPDATE batch_job SET activity_revision_id = ${id} WHERE id = ${batchJobId}`)
    })
  )
  return batchJobId
})

/** Runs the retention with a bucket, or without one. */
const retain = (storage: BucketSettings | null) =>
  Effect.updateService(retainActivity(), Settings, (settings) => ({
    ...settings,
    activityRetentionDays: retentionDays,
    activityS3Endpoint: storage?.endpoint ?? null,
    activityS3Bucket: storage?.bucket ?? null,
    activityS3Prefix: storage?.prefix ?? "",
    activityS3AccessKeyId: storage?.accessKeyId ?? null,
    activityS3SecretAccessKey: storage?.secretAccessKey ?? null
  })).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))

interface ArchivedRevision {
  readonly id: number
  readonly type: string
  readonly entities: ReadonlyArray<{ readonly entityClass: string; readonly modifications: object }>
}

/** Names of the archives of a project. */
const archivesOf = (storage: BucketSettings, project: number) =>
  Effect.map(new Bucket("activity", storage).list, (files) =>
    files.map(({ name }) => name).filter((name) => name.startsWith(`project-${project}/`))
  )

const readArchive = (storage: BucketSettings, name: string) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-archive-"))),
    Effect.fnUntraced(function* (folder) {
      yield* new Bucket("activity", storage).download(name, join(folder, "archive"))
      const lines = gunzipSync(readFileSync(join(folder, "archive")))
        .toString()
        .trimEnd()
        .split("\n")
      return lines.map((line) => JSON.parse(line) as ArchivedRevision)
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `activity older than its retention, on ${engine}`,
    (it) => {
      it.effect("is archived and dropped, but for the newest revision; what is gone is not reverted", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const database = yield* Database
          const storage = yield* startStorageServer
          const { project, owner, call, expect, ids, write, age } = yield* seedFixture
          const jobId = yield* recordJob(project, owner)
          yield* write("Second")
          const [first = 0, ofJob = 0, newest = 0] = yield* ids
          yield* age
          const etagBefore = yield* call("GET", "/translations")
          yield* retain(storage)
          assert.deepStrictEqual(yield* ids, [newest])
          const { total } = (yield* Effect.orDie(
            sql<{ total: number }>`
              SELECT CAST(count(*) AS INTEGER) AS total FROM activity_revision WHERE project_id = ${project}`
          ))[0] ?? { total: 0 }
          assert.strictEqual(total, 1)
          assert.deepStrictEqual(yield* archivesOf(storage, project), [
            `project-${project}/${first}-${ofJob}.ndjson.gz`
          ])
          const archived = yield* readArchive(storage, `project-${project}/${first}-${ofJob}.ndjson.gz`)
          assert.deepStrictEqual(
            archived.map(({ id, type }) => [id, type]),
            [
              [first, "CREATE_KEY"],
              [ofJob, "BATCH_CLEAR_TRANSLATIONS"]
            ]
          )
          assert.deepStrictEqual(
            archived[1]?.entities.map(({ entityClass, modifications }) => [entityClass, modifications]),
            [["Key", { name: { old: null, new: "of a job" } }]]
          )
          assert.deepStrictEqual(archived[0], {
            ...archived[0],
            projectId: project,
            authorId: owner,
            branch: null
          } as never)
          const tooOld = error(409, "revert_too_old", [longAgo])
          assert.deepStrictEqual(yield* call("POST", `/revisions/${first}/revert`, {}), tooOld)
          assert.deepStrictEqual(yield* call("POST", `/batch-jobs/${jobId}/revert`, {}), tooOld)
          assert.deepStrictEqual(yield* call("POST", "/activity/revert", { authorId: owner }), tooOld)
          assert.strictEqual(
            (yield* call("POST", "/activity/revert", { authorId: owner, createdAfter: longAgo + 1 })).status,
            200
          )
          assert.strictEqual((yield* call("POST", `/revisions/${newest}/revert`, { dryRun: true })).status, 200)
          // The newest one as the last batch of an import whose first batch is gone.
          const batch = JSON.stringify({ importBatch: { firstRevisionId: first, importedKeys: 2, totalKeys: 2 } })
          yield* Effect.orDie(
            database.transaction(sql`UPDATE activity_revision SET params = ${batch} WHERE id = ${newest}`)
          )
          assert.deepStrictEqual(yield* call("POST", `/revisions/${newest}/revert`, { dryRun: true }), tooOld)
          assert.isNull(
            ((yield* expect("GET", `/batch-jobs/${jobId}`)) as { activityRevisionId: null }).activityRevisionId
          )
          assert.deepStrictEqual((yield* call("GET", "/translations")).body, etagBefore.body)
          assert.deepStrictEqual(yield* checkInvariants, [])
        }).pipe(Effect.scoped)
      )

      it.effect("stays from the base of a branch on, so that a merge finds what the branch changed", () =>
        Effect.gen(function* () {
          const database = yield* Database
          const { project, owner, expect, ids, write, age } = yield* seedFixture
          yield* expect("PUT", "", { name: `Retention ${fixtures}`, useBranching: true })
          const id = yield* database.transaction(
            beginBranch({ projectId: project }, { name: "next", originBranchId: null, authorId: owner })
          )
          yield* copyBranch({ projectId: project }, id)
          const before = yield* ids
          yield* write("Of the branch", { branch: "next" })
          yield* write("Of the default branch")
          yield* age
          yield* retain(null)
          const kept = yield* ids
          assert.deepStrictEqual(kept.slice(-2), (yield* ids).slice(-2))
          assert.notInclude(kept, before[0])
          const preview = (yield* expect("POST", "/branches/merge/preview", { sourceBranchId: id })) as { id: number }
          assert.deepInclude((yield* expect("GET", `/branches/merge/${preview.id}/preview`)) as object, {
            keyModificationsCount: 0,
            keyUnresolvedConflictsCount: 1
          })
          yield* expect("DELETE", `/branches/${id}`)
          yield* age
          yield* retain(null)
          assert.strictEqual((yield* ids).length, 1)
        })
      )

      it.effect("stays while it cannot be archived, and is archived once after a server was killed", () =>
        Effect.gen(function* () {
          const storage = yield* startStorageServer
          const database = yield* Database
          const sql = yield* SqlClient.SqlClient
          const retention = yield* ActivityRetentionRepository
          const { project, ids, write, age } = yield* seedFixture
          const end = Effect.orDie(
            database.transaction(sql`UPDATE activity_retention SET leased_until = 0 WHERE project_id = ${project}`)
          )
          yield* write("Second")
          yield* age
          const all = yield* ids
          yield* retain({ ...storage, bucket: "nowhere" })
          assert.deepStrictEqual(yield* ids, all)
          // The lease of the server that failed holds others up until it ends.
          yield* retain(storage)
          assert.deepStrictEqual(yield* ids, all)
          yield* end
          yield* write("Third")
          yield* age
          yield* retain(storage)
          const names = yield* archivesOf(storage, project)
          assert.deepStrictEqual(names.toSorted(), [
            `project-${project}/${all[0]}-${all[0]}.ndjson.gz`,
            `project-${project}/${all[1]}-${all[1]}.ndjson.gz`
          ])
          yield* write("Fourth")
          yield* age
          const [third = 0, fourth = 0] = yield* ids
          // A server was killed between the mark and the end of the deletion.
          const lease = { projectId: project, until: Date.now() + 1 }
          assert.isTrue(Option.isSome(yield* database.transaction(retention.claim({ ...lease, now: Date.now() }))))
          yield* database.transaction(retention.beginDrop(lease, { droppedTo: third, droppedBefore: longAgo }))
          // Its clock was a year ahead.
          yield* database.transaction(
            sql`UPDATE activity_retention SET leased_until = ${Date.now() + 31_536_000_000} WHERE project_id = ${project}`
          )
          yield* retain(storage)
          assert.deepStrictEqual(yield* ids, [third, fourth].slice(1))
          assert.deepStrictEqual(yield* archivesOf(storage, project), names)
          assert.deepStrictEqual(yield* checkInvariants, [])
        }).pipe(Effect.scoped)
      )

      it.effect("is dropped in pieces where one revision has many entities", () =>
        Effect.gen(function* () {
          const database = yield* Database
          const sql = yield* SqlClient.SqlClient
          const { ids, write, age } = yield* seedFixture
          const [large = 0] = yield* ids
          const numbers = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => index + 1_000_000))
          const series = sql.onDialectOrElse({
            pg: () => sql`json_array_elements_text(CAST(${numbers} AS JSON)) AS n(value)`,
            orElse: () => sql`json_each(${numbers}) n`
          })
          yield* Effect.orDie(
            database.transaction(sql`
              INSERT INTO activity_modified_entity
                (revision_id, entity_class, entity_id, kind, description, modifications, relations)
              SELECT CAST(${large} AS BIGINT), 'Key', CAST(n.value AS BIGINT), 'ADD', '{}', '{}', '{}' FROM ${series}`)
          )
          yield* write("Second")
          yield* age
          const storage = yield* startStorageServer
          yield* retain(storage)
          const kept = yield* ids
          assert.strictEqual(kept.length, 1)
          const { total } = (yield* Effect.orDie(
            sql<{ total: number }>`
              SELECT CAST(count(*) AS INTEGER) AS total FROM activity_modified_entity WHERE revision_id = ${large}`
          ))[0] ?? { total: 1 }
          assert.strictEqual(total, 0)
          const [name = ""] = (yield* new Bucket("activity", storage).list).map((file) => file.name)
          const [archived] = yield* readArchive(storage, name)
          assert.isAbove(archived?.entities.length ?? 0, 5_000)
        }).pipe(Effect.scoped)
      )
    }
  )
}
