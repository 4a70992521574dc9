import { figureOf } from "@dragoman/monitoring/thread-counters"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readReplicaLag } from "../doctor/read-replica.ts"
import { ReplicatedPostgres } from "../testing/postgres-replica.ts"
import { Database } from "./database.ts"
import { layerPostgres } from "./postgres.ts"
import { makeReadFresh } from "./replica.ts"

/** Long enough for a replica on a busy machine; the tests of a paused one wait for it. */
const lagMillisMax = 1_000

const layerReplicated = Layer.unwrap(
  Effect.map(ReplicatedPostgres, ({ url, readUrl }) =>
    Database.layer.pipe(
      Layer.tap((context) =>
        Context.get(context, Database).transaction(
          Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`CREATE TABLE kept (value INTEGER)`))
        )
      ),
      Layer.provideMerge(layerPostgres(url, { replica: { url: readUrl, lagMillisMax } }))
    )
  )
).pipe(Layer.provideMerge(ReplicatedPostgres.layer), Layer.orDie)

const results = ["replica", "behind", "failed"] as const
const counts = () => results.map((result) => figureOf(`databaseReplicaReads.${result}`))

/** Runs the effect; returns what it returned, and how much each counter grew. */
const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = counts()
    const value = yield* effect
    const grown = counts().map((count, index) => count - (before[index] ?? 0))
    return { value, grown: Object.fromEntries(results.map((result, index) => [result, grown[index]])) }
  })

const setup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { transaction } = yield* Database
  const readFresh = yield* makeReadFresh
  /** Where the statement ran, and how many rows it saw. */
  const look = Effect.map(
    Effect.orDie(sql<{ replica: boolean; rows: number }>`SELECT pg_is_in_recovery() AS replica,
      (SELECT COUNT(*) FROM kept) AS rows`),
    ([row]) => ({ host: row?.replica ? "replica" : "primary", rows: row?.rows ?? -1 })
  )
  const write = transaction(Effect.orDie(sql`INSERT INTO kept VALUES (1)`))
  yield* transaction(Effect.orDie(sql`DELETE FROM kept`))
  return { sql, transaction, readFresh, look, write }
})

layer(layerReplicated, { excludeTestServices: true, timeout: "120 seconds" })("reads from a replica", (it) => {
  it.effect("see what was written before, each time", () =>
    Effect.gen(function* () {
      const { readFresh, look, write } = yield* setup
      assert.strictEqual((yield* look).host, "primary", "without being asked for, nothing is read from the replica")
      for (let rows = 1; rows <= 30; rows++) {
        yield* write
        assert.deepStrictEqual(yield* readFresh(look), { host: "replica", rows })
      }
      const seen = yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.andThen(write, readFresh(look)), {
        concurrency: "unbounded"
      })
      assert.isTrue(seen.every(({ host }) => host === "replica"))
      assert.strictEqual(Math.max(...seen.map(({ rows }) => rows)), 50)
    })
  )

  it.effect("stay on the primary after a write, and in what goes on when the reading has ended", () =>
    Effect.gen(function* () {
      const { transaction, readFresh, look, write } = yield* setup
      const end = yield* Deferred.make<void>()
      const later = yield* readFresh(
        Effect.gen(function* () {
          assert.strictEqual((yield* look).host, "replica")
          assert.strictEqual((yield* transaction(look)).host, "primary")
          assert.strictEqual((yield* look).host, "primary")
          return yield* Effect.forkDetach(Effect.andThen(Deferred.await(end), look))
        })
      )
      yield* write
      yield* Deferred.succeed(end, undefined)
      assert.deepStrictEqual(yield* Fiber.join(later), { host: "primary", rows: 1 })
    })
  )

  it.effect("use the primary while the replica is behind, and wait for it once", () =>
    Effect.gen(function* () {
      const { url, readUrl, whilePaused } = yield* ReplicatedPostgres
      const { readFresh, look, write } = yield* setup
      yield* readFresh(look)
      yield* whilePaused(
        Effect.gen(function* () {
          yield* write
          const { value, grown } = yield* counted(
            Effect.forEach([1, 2, 3], () => readFresh(look), { concurrency: "unbounded" })
          )
          assert.deepStrictEqual(value, Array(3).fill({ host: "primary", rows: 1 }))
          assert.deepStrictEqual(grown, { replica: 0, behind: 3, failed: 0 })
          assert.isAbove(figureOf("databaseReplicaLag"), 0)
          const lag = { primaryUrl: url, replicaUrl: readUrl, directUrl: undefined }
          assert.isAbove(yield* readReplicaLag(lag), 0)
          const promoted = { ...lag, replicaUrl: url }
          assert.isAbove(yield* readReplicaLag(promoted), 1_000_000, "a host that takes writes is no replica")
        })
      )
      yield* untilOnReplica(readFresh(look))
      assert.strictEqual(figureOf("databaseReplicaLag"), 0)
    })
  )

  it.effect("never fail because the replica ends, also in between, and return to it", () =>
    Effect.gen(function* () {
      const { crash, restart } = yield* ReplicatedPostgres
      const { sql, readFresh, look, write } = yield* setup
      yield* untilOnReplica(readFresh(look))
      const { value, grown } = yield* counted(
        readFresh(
          Effect.gen(function* () {
            const first = yield* look
            const long = yield* Effect.forkChild(
              Effect.orDie(sql<{ replica: boolean }>`SELECT pg_is_in_recovery() AS replica, pg_sleep(2)`)
            )
            yield* crash
            const [interrupted] = yield* Fiber.join(long)
            return [first.host, interrupted?.replica, (yield* look).host]
          })
        )
      )
      assert.deepStrictEqual(value, ["replica", false, "primary"])
      assert.strictEqual(grown["failed"], 1)
      yield* write
      for (let times = 0; times < 3; times++) {
        assert.deepStrictEqual(yield* readFresh(look), { host: "primary", rows: 1 })
      }
      yield* restart
      yield* write
      assert.deepStrictEqual(yield* untilOnReplica(readFresh(look)), { host: "replica", rows: 2 })
    })
  )
})

/** Reads until the replica is asked again, which rests for a second after a failure. */
const untilOnReplica = <A extends { readonly host: string }, E, R>(read: Effect.Effect<A, E, R>) =>
  Effect.repeat(Effect.delay(read, "50 millis"), { until: ({ host }) => host === "replica" })
