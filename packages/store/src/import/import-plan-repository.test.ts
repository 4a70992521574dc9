import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { defaultBranch } from "../database/content-place.ts"
import { Database } from "../database/database.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { ImportPlanRepository } from "./import-plan-repository.ts"
import type { ImportOwner } from "./import-repository.ts"

const seedProject = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [project] = yield* sql<{ id: number }>`
    INSERT INTO project ${sql.insert({ organization_id: 1, name: "P", slug: "p", created_at: 0 })} RETURNING id`
  return { ...defaultBranch(project?.id ?? 0), userId: 1, apiKeyId: 0 }
}).pipe(Effect.orDie)

const expiresAt = 1_000
const firstPage = { limit: 10, offset: 0 }

const keyAt = (position: number) => ({
  position,
  action: position % 2 === 0 ? "CREATE" : "CHANGE",
  imported: position === 3 ? null : `{"name":"k${position}"}`,
  change: "{}"
})

/** A plan with keys 0, 1, …, that its owner sees. */
const makePlan = Effect.fnUntraced(function* (owner: ImportOwner, keyCount = 0) {
  const plans = yield* ImportPlanRepository
  const id = yield* plans.insert({ owner, request: `{"of":${owner.userId}}`, createdAt: 10, expiresAt })
  yield* plans.insertKeys(
    id,
    Array.from({ length: keyCount }, (_, position) => keyAt(position))
  )
  yield* plans.finish(id, `{"keys":${keyCount}}`)
  return id
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("plans of imports on %s", (_, layerEngine) => {
  layer(ImportPlanRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerEngine))), {
    timeout: "1 minute"
  })((it) => {
    it.effect("are visible to their owner when they are complete, and until they expire", () =>
      inFixture(
        Effect.gen(function* () {
          const plans = yield* ImportPlanRepository
          const owner = yield* seedProject
          const id = yield* plans.insert({ owner, request: "{}", createdAt: 10, expiresAt })
          assert.isTrue(Option.isNone(yield* plans.find(owner, id, 20)))
          assert.deepStrictEqual(yield* plans.list(owner, 20, firstPage), { rows: [], total: 0 })
          yield* plans.finish(id, '{"keys":0}')
          const row = { id, createdAt: 10, expiresAt, request: "{}", summary: '{"keys":0}' }
          assert.deepStrictEqual(yield* plans.find(owner, id, expiresAt - 1), Option.some(row))
          assert.isTrue(Option.isNone(yield* plans.find(owner, id, expiresAt)))
          assert.isTrue(Option.isNone(yield* plans.find({ ...owner, userId: 2 }, id, 20)))
          assert.isTrue(Option.isNone(yield* plans.find({ ...owner, projectId: owner.projectId + 1 }, id, 20)))
          const key = { ...owner, apiKeyId: 9 }
          assert.isTrue(Option.isNone(yield* plans.find(key, id, 20)))
          const ofKey = yield* makePlan(key)
          assert.isTrue(Option.isSome(yield* plans.find(key, ofKey, 20)))
          assert.isTrue(Option.isSome(yield* plans.find(owner, ofKey, 20)))
          assert.isTrue(Option.isNone(yield* plans.find({ ...owner, apiKeyId: 10 }, ofKey, 20)))
        })
      )
    )

    it.effect("are listed page by page, the newest first, and only the newest are kept", () =>
      inFixture(
        Effect.gen(function* () {
          const plans = yield* ImportPlanRepository
          const owner = yield* seedProject
          const other = yield* makePlan({ ...owner, userId: 2 })
          const ids = yield* Effect.replicateEffect(makePlan(owner), 4)
          const listed = yield* plans.list(owner, 20, { limit: 2, offset: 1 })
          assert.deepStrictEqual([listed.total, ...listed.rows.map((row) => row.id)], [4, ids[2], ids[1]] as Array<
            number | undefined
          >)
          yield* plans.keepNewest(owner, 2, 30)
          const kept = yield* plans.list(owner, 30, firstPage)
          assert.deepStrictEqual(
            kept.rows.map((row) => row.id),
            [ids[3], ids[2]]
          )
          assert.isTrue(Option.isSome(yield* plans.find({ ...owner, userId: 2 }, other, 30)))
        })
      )
    )

    it.effect("give their keys in order, of one action or of all", () =>
      inFixture(
        Effect.gen(function* () {
          const plans = yield* ImportPlanRepository
          const id = yield* makePlan(yield* seedProject, 7)
          const positions = (rows: ReadonlyArray<{ readonly position: number }>) => rows.map(({ position }) => position)
          assert.deepStrictEqual(yield* plans.listKeys(id, null, { limit: 2, offset: 2 }), [
            { position: 2, imported: '{"name":"k2"}', change: "{}" },
            { position: 3, imported: null, change: "{}" }
          ])
          assert.deepStrictEqual(positions(yield* plans.listKeys(id, ["CHANGE"], { limit: 2, offset: 1 })), [3, 5])
          assert.deepStrictEqual(positions(yield* plans.listKeys(id, ["REMOVE"], firstPage)), [])
          assert.deepStrictEqual(positions(yield* plans.listKeysFrom(id, 5, 10)), [5, 6])
        })
      )
    )

    it.effect("are erased piece by piece once they are removed, have expired, or were never completed", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const plans = yield* ImportPlanRepository
          const owner = yield* seedProject
          const taken = yield* makePlan(owner, 3)
          const unfinished = yield* plans.insert({ owner, request: "{}", createdAt: 10, expiresAt })
          const kept = yield* makePlan(owner, 1)
          const left = Effect.map(
            sql<{ id: number }>`SELECT id FROM import_plan WHERE project_id = ${owner.projectId} ORDER BY id`,
            (rows) => rows.map(({ id }) => id)
          )
          assert.isFalse(yield* plans.hasRemoved(20, 10))
          yield* plans.take(owner, taken, 20)
          assert.isTrue(yield* plans.hasRemoved(20, 10))
          let steps = 0
          while (yield* plans.eraseSome(20, 10, 2)) steps++
          // Two rows, one row, the plan.
          assert.strictEqual(steps, 3)
          assert.deepStrictEqual(yield* left, [unfinished, kept])
          while (yield* plans.eraseSome(20, 11, 2)) steps++
          assert.deepStrictEqual(yield* left, [kept])
          while (yield* plans.eraseSome(expiresAt, 0, 100)) steps++
          assert.deepStrictEqual(yield* left, [])
        })
      )
    )
  })

  layer(ImportPlanRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerEngine))), {
    timeout: "1 minute"
  })((it) => {
    it.effect("are taken by one transaction, and stay when it is rolled back", () =>
      Effect.gen(function* () {
        const plans = yield* ImportPlanRepository
        const database = yield* Database
        const owner = yield* database.transaction(seedProject)
        const id = yield* database.transaction(makePlan(owner))
        const failed = Effect.andThen(plans.take(owner, id, 20), Effect.fail("later" as const))
        assert.strictEqual(yield* Effect.flip(database.transaction(failed)), "later")
        const isTaken = yield* Deferred.make<void>()
        const mayEnd = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(
          database.transaction(
            Effect.gen(function* () {
              const found = yield* plans.take(owner, id, 20)
              yield* Deferred.succeed(isTaken, undefined)
              yield* Deferred.await(mayEnd)
              return Option.isSome(found)
            })
          )
        )
        yield* Deferred.await(isTaken)
        const second = yield* Effect.forkChild(database.transaction(plans.take(owner, id, 21)))
        yield* Deferred.succeed(mayEnd, undefined)
        assert.isTrue(yield* Fiber.join(first))
        assert.isTrue(Option.isNone(yield* Fiber.join(second)))
        assert.isTrue(Option.isNone(yield* plans.find(owner, id, 22)))
      })
    )
  })
})
