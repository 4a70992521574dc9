import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres } from "../testing/engines.ts"
import { RateWindowRepository } from "./rate-window-repository.ts"

const minute = { bucket: "minute jana", requests: 2, windowMillis: 60_000 }
const hour = { bucket: "hour jana", requests: 3, windowMillis: 3_600_000 }

const byBucket = (
  windows: ReadonlyArray<{ readonly bucket: string; readonly endsAt: number; readonly taken: number }>
) => Object.fromEntries(windows.map(({ bucket, endsAt, taken }) => [bucket, [taken, endsAt]]))

// On SQLite there is one server, which counts by itself.
layer(RateWindowRepository.layer.pipe(Layer.provideMerge(layerTestPostgres)), {
  timeout: "60 seconds",
  excludeTestServices: true
})("windows in PostgreSQL", (it) => {
  const emptied = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`DELETE FROM rate_window`
    yield* sql`DELETE FROM rate_clock`
    return yield* RateWindowRepository
  })

  it.effect("begin with the first request, and begin again after their end", () =>
    Effect.gen(function* () {
      const windows = yield* emptied
      const take = (now: number) => Effect.map(windows.take(now, [minute]), byBucket)
      assert.deepStrictEqual(yield* take(1_000), { [minute.bucket]: [1, 61_000] })
      assert.deepStrictEqual(yield* take(60_999), { [minute.bucket]: [2, 61_000] })
      assert.deepStrictEqual(yield* take(60_999), { [minute.bucket]: [3, 61_000] })
      assert.deepStrictEqual(yield* take(61_000), { [minute.bucket]: [1, 121_000] })
    })
  )

  it.effect("are taken from all or none: a rejected request does not use up a longer window", () =>
    Effect.gen(function* () {
      const windows = yield* emptied
      const take = (now: number) => Effect.map(windows.take(now, [minute, hour]), byBucket)
      yield* take(0)
      assert.deepStrictEqual(yield* take(0), { [minute.bucket]: [2, 60_000], [hour.bucket]: [2, 3_600_000] })
      for (let attempt = 0; attempt < 20; attempt++) {
        assert.deepStrictEqual(yield* take(1), { [minute.bucket]: [3, 60_000] })
      }
      assert.deepStrictEqual(yield* take(60_000), { [minute.bucket]: [1, 120_000], [hour.bucket]: [3, 3_600_000] })
      assert.deepStrictEqual(yield* take(60_000), { [hour.bucket]: [4, 3_600_000] })
    })
  )

  it.effect("take back a request, not more than were taken, and not after their end", () =>
    Effect.gen(function* () {
      const windows = yield* emptied
      yield* windows.take(0, [minute])
      yield* Effect.replicateEffect(windows.giveBack(1, [minute.bucket, "unknown"]), 3)
      assert.deepStrictEqual(byBucket(yield* windows.take(2, [minute])), { [minute.bucket]: [1, 60_000] })
      yield* windows.giveBack(60_000, [minute.bucket])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT taken FROM rate_window`, [{ taken: 1 }])
    })
  )

  it.effect("count every request of many at once", () =>
    Effect.gen(function* () {
      const windows = yield* emptied
      const wanted = [
        { ...minute, requests: 10 },
        { ...hour, requests: 1_000 }
      ]
      const [forth, back] = [wanted, wanted.toReversed()]
      const taken = yield* Effect.all(
        Array.from({ length: 60 }, (_, attempt) => windows.take(0, attempt % 2 ? forth : back)),
        { concurrency: "unbounded" }
      )
      const passed = taken.filter((rows) =>
        rows.every(({ bucket, taken: count }) => bucket === hour.bucket || count <= 10)
      )
      assert.lengthOf(passed, 10)
      assert.isAbove(taken.length, passed.length)
    })
  )

  it.effect("have a time that only goes on, whoever tells an earlier one", () =>
    Effect.gen(function* () {
      const windows = yield* emptied
      assert.strictEqual(yield* windows.tick(5_000), 5_000)
      assert.strictEqual(yield* windows.tick(10), 5_000)
      assert.strictEqual(yield* windows.tick(5_001), 5_001)
    })
  )

  it.effect("are bounded: those that have ended go, and beyond a number those that end first", () =>
    Effect.gen(function* () {
      const windows = yield* emptied
      const sql = yield* SqlClient.SqlClient
      const left = Effect.map(sql<{ bucket: string }>`SELECT bucket FROM rate_window ORDER BY ends_at`, (rows) =>
        rows.map(({ bucket }) => bucket)
      )
      for (const at of [1, 2, 3, 4, 5]) yield* windows.take(at, [{ ...minute, bucket: `b${at}` }])
      yield* windows.deleteEnded(60_001, 100)
      assert.deepStrictEqual(yield* left, ["b2", "b3", "b4", "b5"])
      yield* windows.deleteEnded(60_001, 2)
      assert.deepStrictEqual(yield* left, ["b4", "b5"])
      yield* windows.deleteEnded(60_001, 2)
      assert.deepStrictEqual(yield* left, ["b4", "b5"])
    })
  )

  it.effect("are not worth a write to the log of the database", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`
        SELECT relname AS name FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r' ORDER BY relname`
      assert.deepStrictEqual(rows, [{ name: "rate_clock" }, { name: "rate_window" }])
    })
  )
})
