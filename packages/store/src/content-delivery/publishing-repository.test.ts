import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { PublishingRepository } from "./publishing-repository.ts"

const delays = { quietMillis: 5_000, latestMillis: 120_000 }
const hour = 3_600_000

const parameters = JSON.stringify({ languages: null, format: "JSON" })

/** A project with a branch, and content deliveries of both that publish after changes, and one that does not. */
const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
    const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
    return inserted?.id ?? 0
  })
  const projectId = yield* insert("project", { organization_id: 1, name: "P", slug: "p", created_at: 0 })
  const branch = { project_id: projectId, name: "next", state: "READY", created_at: 0 }
  const branchId = yield* insert("branch", branch)
  let slugs = 0
  const delivery = (row: object = {}) =>
    insert("content_delivery", {
      ...{
        project_id: projectId,
        name: "Web",
        slug: `slug${++slugs}`,
        auto_publish: 1,
        prune_before_publish: 1,
        zip: 0
      },
      ...{ parameters, created_at: 0, ...row }
    })
  const main = yield* delivery()
  const onBranch = yield* delivery({ branch_id: branchId })
  const byHand = yield* delivery({ auto_publish: 0 })
  const schedule = (id: number) =>
    Effect.map(
      sql<{ dueAt: number | null; firstChangedAt: number | null; leasedUntil: number | null }>`
        SELECT due_at, first_changed_at, leased_until FROM content_delivery WHERE id = ${id}`,
      ([row]) => row
    )
  return { sql, insert, projectId, branchId, main, onBranch, byHand, schedule, publishing: yield* PublishingRepository }
})

const attempt = {
  startedAt: 1,
  durationMillis: 2,
  files: 1,
  writtenFiles: 1,
  writtenBytes: 3,
  error: null,
  purgeError: null
}

for (const [name, layerTest] of [
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const) {
  describe(name, () => {
    layer(PublishingRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTest))), { timeout: 180_000 })(
      "publishing",
      (it) => {
        it.effect("is scheduled after changes of its branch, and of what branches share", () =>
          inFixture(
            Effect.gen(function* () {
              const { projectId, branchId, main, onBranch, byHand, schedule, publishing } = yield* seed
              const change = (branch: number | null | "all", now: number) =>
                publishing.scheduleAfterChange({ projectId, branchId: branch, now }, delays)
              assert.isTrue(yield* change(null, 1_000))
              assert.deepStrictEqual(yield* schedule(main), { dueAt: 6_000, firstChangedAt: 1_000, leasedUntil: null })
              assert.deepInclude(yield* schedule(onBranch), { dueAt: null })
              yield* change(null, 120_000)
              assert.deepInclude(yield* schedule(main), { dueAt: 121_000, firstChangedAt: 1_000 })
              yield* change(branchId, 2_000)
              assert.deepInclude(yield* schedule(onBranch), { dueAt: 7_000 })
              yield* change("all", 3_000)
              assert.deepInclude(yield* schedule(onBranch), { dueAt: 8_000, firstChangedAt: 2_000 })
              assert.deepInclude(yield* schedule(byHand), { dueAt: null, firstChangedAt: null })
              assert.isFalse(
                yield* publishing.scheduleAfterChange({ projectId: projectId + 1, branchId: null, now: 1 }, delays)
              )
              assert.strictEqual(yield* publishing.nextDueAt, 8_000)
            })
          )
        )

        it.effect("is done by one server at a time, and again for changes in between", () =>
          inFixture(
            Effect.gen(function* () {
              const { projectId, main, schedule, publishing } = yield* seed
              const change = (now: number) => publishing.scheduleAfterChange({ projectId, branchId: null, now }, delays)
              yield* change(1_000)
              assert.isTrue(Option.isNone(yield* publishing.claimDue({ now: 5_999, until: 90_000 })))
              const claimed = Option.getOrThrow(yield* publishing.claimDue({ now: 6_000, until: 90_000 }))
              assert.deepInclude(claimed, { id: main, liveVersion: null, lastPublishedFiles: null, zip: false })
              assert.isTrue(Option.isNone(yield* publishing.claim({ id: main, now: 7_000, until: 91_000 })))
              // A server that stops now leaves it due.
              assert.deepInclude(yield* schedule(main), { dueAt: 90_000, firstChangedAt: null })
              const lease = { id: main, until: 95_000 }
              assert.isTrue(yield* publishing.renew({ id: main, until: 90_000 }, lease.until))
              assert.isFalse(yield* publishing.renew({ id: main, until: 90_000 }, lease.until))
              yield* change(8_000)
              const published = { liveVersion: 7, files: [], publishedAt: 9_000 }
              assert.isFalse(yield* publishing.succeed({ id: main, until: 1 }, published, attempt))
              assert.isTrue(yield* publishing.succeed(lease, published, attempt))
              assert.deepStrictEqual(yield* schedule(main), {
                dueAt: 13_000,
                firstChangedAt: 8_000,
                leasedUntil: null
              })
              const next = { id: main, until: 99_000 }
              assert.isTrue(Option.isSome(yield* publishing.claim({ ...next, now: 9_000 })))
              assert.isTrue(yield* publishing.succeed(next, published, attempt))
              assert.deepInclude(yield* schedule(main), { dueAt: null, firstChangedAt: null })
            })
          )
        )

        it.effect("is retried after a failure at the time of the retry, whatever changes meanwhile", () =>
          inFixture(
            Effect.gen(function* () {
              const { sql, projectId, main, schedule, publishing } = yield* seed
              const lease = { id: main, until: 90_000 }
              yield* publishing.claim({ ...lease, now: 1_000 })
              yield* publishing.fail(lease, 70_000, { ...attempt, startedAt: 1_000, error: "The bucket is away." })
              yield* publishing.scheduleAfterChange({ projectId, branchId: null, now: 2_000 }, delays)
              assert.deepStrictEqual(yield* schedule(main), {
                dueAt: 70_000,
                firstChangedAt: 1_000,
                leasedUntil: null
              })
              assert.deepStrictEqual(
                yield* sql`SELECT last_error, failed_attempts FROM content_delivery WHERE id = ${main}`,
                [{ lastError: "The bucket is away.", failedAttempts: 1 }]
              )
              for (let count = 0; count < 101; count++) {
                const until = 100_000 + count
                yield* publishing.claim({ id: main, now: 95_000, until })
                yield* publishing.fail({ id: main, until }, 95_000, attempt)
              }
              const [kept] = yield* sql<{ count: number }>`
                SELECT CAST(count(*) AS INTEGER) AS count FROM publishing_attempt WHERE content_delivery_id = ${main}`
              assert.strictEqual(kept?.count, 100)
            })
          )
        )

        it.effect("is done again at once where a restore left no files, or a server was killed", () =>
          inFixture(
            Effect.gen(function* () {
              const { sql, main, onBranch, schedule, publishing } = yield* seed
              yield* sql`UPDATE content_delivery SET live_version = 3`
              yield* publishing.insertVersion({ contentDeliveryId: onBranch, version: 3, files: [], createdAt: 1 })
              yield* publishing.scheduleMissing(50)
              assert.deepInclude(yield* schedule(main), { dueAt: 50 })
              assert.deepInclude(yield* schedule(onBranch), { dueAt: null })
              yield* publishing.claim({ id: onBranch, now: 60, until: 90_000 })
              yield* publishing.releaseAll(70)
              assert.deepInclude(yield* schedule(onBranch), { dueAt: 70, leasedUntil: null })
            })
          )
        )

        it.effect("of a deleted branch ends", () =>
          inFixture(
            Effect.gen(function* () {
              const { sql, branchId, onBranch, publishing } = yield* seed
              yield* sql`UPDATE content_delivery SET due_at = 1 WHERE id = ${onBranch}`
              yield* sql`UPDATE branch SET deleted_at = 1 WHERE id = ${branchId}`
              assert.isTrue(Option.isNone(yield* publishing.claimDue({ now: 10, until: 20 })))
              assert.isFalse(yield* publishing.exists(onBranch))
              assert.isNull(yield* publishing.nextDueAt)
            })
          )
        )

        it.effect("erases old versions with the bytes that no other one names, but not in between", () =>
          inFixture(
            Effect.gen(function* () {
              const { sql, main, publishing } = yield* seed
              const file = (digest: string) => ({ path: "en.json", mediaType: "application/json", size: 1, digest })
              for (let number = 1; number <= 7; number++) {
                const digests = [`d${number}`, "same"]
                for (const digest of digests) {
                  const content = Uint8Array.of(number)
                  const stored = { contentDeliveryId: main, digest, content, brotli: null, gzip: content }
                  yield* publishing.insertFile(stored)
                }
                const version = { version: number, files: digests.map(file), createdAt: number }
                yield* publishing.insertVersion({ contentDeliveryId: main, ...version })
              }
              yield* sql`UPDATE content_delivery SET live_version = 1, leased_until = ${100 * hour} WHERE id = ${main}`
              assert.deepStrictEqual(yield* publishing.listWithVersionsBefore(5), [main])
              yield* publishing.eraseOldVersions(main, 50 * hour)
              assert.lengthOf(yield* publishing.listDigests(main), 8)
              yield* sql`UPDATE content_delivery SET leased_until = NULL`
              yield* publishing.eraseOldVersions(main, 50 * hour)
              assert.deepStrictEqual([...(yield* publishing.listDigests(main))].sort(), [
                ...["d1", "d3", "d4", "d5", "d6", "d7", "same"]
              ])
              assert.isTrue(Option.isNone(yield* publishing.findVersion(main, 2)))
              assert.deepInclude(Option.getOrThrow(yield* publishing.findVersion(main, 1)), { createdAt: 1 })
            })
          )
        )
      }
    )
  })
}
