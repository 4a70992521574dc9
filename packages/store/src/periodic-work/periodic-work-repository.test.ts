import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Database } from "../database/database.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { PeriodicWorkRepository } from "./periodic-work-repository.ts"

const leaseAs = (owner: string, now: number) =>
  Effect.gen(function* () {
    const work = yield* PeriodicWorkRepository
    const database = yield* Database
    return yield* database.transaction(work.lease({ name: "delivery_removal", owner, now, millis: 100 }))
  })

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("periodic work on %s", (_, layerTest) => {
  layer(PeriodicWorkRepository.layer.pipe(Layer.provideMerge(layerTest)), { timeout: "60 seconds" })((it) => {
    it.effect("has one owner, until the lease ends or was written by a clock far ahead", () =>
      Effect.gen(function* () {
        assert.isTrue(yield* leaseAs("a", 1_000))
        assert.isFalse(yield* leaseAs("b", 1_099))
        assert.isTrue(yield* leaseAs("a", 1_050), "renewed")
        assert.isFalse(yield* leaseAs("b", 1_149))
        assert.isTrue(yield* leaseAs("b", 1_150))
        assert.isTrue(yield* leaseAs("b", 9_000))
        assert.isTrue(yield* leaseAs("a", 1_200))
      })
    )

    it.effect("continues where it ended, whoever leases it", () =>
      Effect.gen(function* () {
        const work = yield* PeriodicWorkRepository
        const database = yield* Database
        assert.strictEqual(yield* work.findCursor("image_check"), 0)
        for (const afterId of [7, 0, 9]) {
          yield* database.transaction(work.setCursor("image_check", afterId))
          assert.strictEqual(yield* work.findCursor("image_check"), afterId)
        }
        assert.strictEqual(yield* work.findCursor("session_check"), 0)
      })
    )
  })
})
