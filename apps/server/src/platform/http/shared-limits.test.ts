import { Database, migrate, RateWindowRepository } from "@dragoman/store"
import { OwnPostgresServer, PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { layerEngine } from "../../composition/server.ts"
import { seed } from "../../testing/seed.ts"
import { layerTestServer, TestServer, testSettings } from "../../testing/test-server.ts"
import { Settings } from "../settings/settings.ts"
import {
  emailVerificationLimit,
  invitationMailLimit,
  passkeyOptionsLimit,
  passwordResetAddressLimit,
  passwordResetLimit,
  RateLimiter,
  userLimit,
  wrongCodeLimit,
  wrongPasswordLimit
} from "./rate-limiter.ts"

/** A clock in real time whose wall clock is wrong, and whose monotonic clock has another beginning. */
const clockOf = ({ wallAheadMillis = 0, monotonicAheadMillis = 0 }): Clock.Clock => {
  const real = Clock.Clock.defaultValue()
  const [wall, monotonic] = [BigInt(wallAheadMillis) * 1_000_000n, BigInt(monotonicAheadMillis) * 1_000_000n]
  return Object.create(real, {
    currentTimeMillisUnsafe: { value: () => real.currentTimeMillisUnsafe() + wallAheadMillis },
    currentTimeMillis: { value: Effect.sync(() => real.currentTimeMillisUnsafe() + wallAheadMillis) },
    currentTimeNanosUnsafe: { value: () => real.currentTimeNanosUnsafe() + wall },
    monotonicTimeNanosUnsafe: { value: () => real.monotonicTimeNanosUnsafe() + monotonic }
  })
}

/** The limiter of one more server, as it is after the start. */
const startLimiter = Effect.fnUntraced(function* (url: string, clock: Clock.Clock = clockOf({})) {
  const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
  const settings = { ...testSettings("/nowhere"), rateLimits: true, database: { engine: "postgres" as const, url } }
  const limiter = RateLimiter.layer.pipe(
    Layer.provide(RateWindowRepository.layer),
    Layer.provideMerge(Database.layer),
    Layer.provide(Layer.effectDiscard(migrate({ now: 0, beforeFirst: () => Effect.void }))),
    Layer.provideMerge(layerEngine),
    Layer.provideMerge(Layer.succeed(Settings, settings)),
    Layer.provide(Layer.succeed(Clock.Clock, clock))
  )
  return yield* Layer.buildWithMemoMap(limiter, yield* Layer.makeMemoMap, scope)
})

const limiterOn = (url: string, clock?: Clock.Clock) =>
  Effect.map(startLimiter(url, clock), (services) => Context.get(services, RateLimiter))

const sharedLimits = [
  wrongPasswordLimit,
  wrongCodeLimit,
  passwordResetLimit,
  passwordResetAddressLimit,
  emailVerificationLimit,
  invitationMailLimit,
  passkeyOptionsLimit
]

/** How many of these attempts pass, one after the other. */
const passing = (attempts: number, attempt: (index: number) => Effect.Effect<void, unknown>) =>
  Effect.map(
    Effect.forEach(Array.from({ length: attempts }), (_, index) => Effect.exit(attempt(index))),
    (exits) => exits.filter(Exit.isSuccess).length
  )

const day = 86_400_000

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "the limits of two servers on one PostgreSQL",
  (it) => {
    it.effect("are one bucket, in whatever server a request comes, and requests are given back to it", () =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const servers = [yield* limiterOn(url), yield* limiterOn(url)] as const
        for (const limit of sharedLimits) {
          const { requests = 0 } = testSettings("")[limit.setting][0] ?? {}
          const alternately = (index: number) => (servers[index % 2] ?? servers[0]).consume(limit, "jana")
          assert.strictEqual(yield* passing(requests * 3, alternately), requests, limit.setting)
          assert.isTrue(Exit.isSuccess(yield* Effect.exit(servers[0].consume(limit, "petra"))))
          yield* servers[0].giveBack(limit, "jana")
          assert.strictEqual(yield* passing(3, () => servers[0].consume(limit, "jana")), 1)
        }
      })
    )

    it.effect("are one bucket for requests at once", () =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const servers = [yield* limiterOn(url), yield* limiterOn(url)] as const
        const attempts = Array.from({ length: 100 }, (_, index) =>
          Effect.exit((servers[index % 2] ?? servers[0]).consume(wrongPasswordLimit, "jana"))
        )
        const exits = yield* Effect.all(attempts, { concurrency: "unbounded" })
        assert.lengthOf(exits.filter(Exit.isSuccess), 10)
      })
    )

    it.effect.each([
      "",
      "\0",
      "\ud800",
      "'; DROP TABLE rate_window; --",
      "x".repeat(100_000),
      "漢".repeat(1_000),
      -1,
      2 ** 53
    ])("hold for any text: %j", (bucket) =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const servers = [yield* limiterOn(url), yield* limiterOn(url)] as const
        const alternately = (index: number) => (servers[index % 2] ?? servers[0]).consume(wrongPasswordLimit, bucket)
        assert.strictEqual(yield* passing(30, alternately), 10)
      })
    )

    it.effect("are not shared where they only keep the load of one server low", () =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const services = yield* startLimiter(url)
        yield* Context.get(services, RateLimiter).consume(userLimit, 1)
        const rows = yield* Effect.provideContext(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT bucket FROM rate_window`),
          services
        )
        assert.deepStrictEqual(rows, [])
      })
    )

    it.effect.each([
      ["wall clocks that are days apart", { wallAheadMillis: 10 * day }, { wallAheadMillis: -10 * day }],
      ["the second started long after the first", { monotonicAheadMillis: 30 * day }, {}],
      ["the first restarted after its machine", {}, { monotonicAheadMillis: 30 * day }]
    ] as const)("hold with %s", ([, first, second]) =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const one = yield* limiterOn(url, clockOf(first))
        assert.strictEqual(yield* passing(5, () => one.consume(wrongPasswordLimit, "jana")), 5)
        const other = yield* limiterOn(url, clockOf(second))
        assert.strictEqual(yield* passing(20, () => other.consume(wrongPasswordLimit, "jana")), 5)
        const { retryAfter } = yield* Effect.flip(other.consume(wrongPasswordLimit, "jana"))
        assert.isTrue(retryAfter > 30_000 && retryAfter <= 60_000, String(retryAfter))
        assert.strictEqual(yield* passing(3, () => other.consume(wrongPasswordLimit, "petra")), 3)
        // The first server counts what the second has counted.
        assert.strictEqual(yield* passing(20, () => one.consume(wrongPasswordLimit, "petra")), 7)
        assert.strictEqual(yield* passing(3, () => one.consume(wrongPasswordLimit, "jana")), 0)
      })
    )

    it.effect("hold for what the servers are asked: wrong passwords and wrong keys", () =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const start = Effect.gen(function* () {
          const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
          const server = layerTestServer({
            webhookDispatcher: "external",
            database: { engine: "postgres", url },
            rateLimits: true,
            limitLogins: [],
            limitFailedCredentials: [{ requests: 5, windowMillis: 3_600_000 }]
          })
          return yield* Layer.buildWithMemoMap(server, yield* Layer.makeMemoMap, scope)
        })
        const servers = [yield* start, yield* start] as const
        const urls = servers.map((services) => Context.get(services, TestServer).baseUrl)
        yield* Effect.provideContext(seed.user({ username: "jana", password: "correct horse" }), servers[0])
        const statusOf = (server: number, path: string, options: RequestInit) =>
          Effect.promise(() => fetch(`${urls[server % 2]}${path}`, options).then(({ status }) => status))
        const logIn = (server: number, password: string) =>
          statusOf(server, "/api/public/generatetoken", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ username: "jana", password })
          })
        assert.strictEqual(yield* logIn(0, "correct horse"), 200)
        const wrong = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], (server) => logIn(server, "wrong"))
        assert.deepStrictEqual(wrong, [...Array<number>(10).fill(401), 429, 429])
        const keys = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6], (server) =>
          statusOf(server, "/v2/organizations", { headers: { "x-api-key": `tgpat_wrong${server}` } })
        )
        assert.deepStrictEqual(keys, [401, 401, 401, 401, 401, 429, 429])
      })
    )
  }
)

layer(OwnPostgresServer.layer, { excludeTestServices: true, timeout: "120 seconds" })(
  "limits whose database is away",
  (it) => {
    it.effect("stay closed: each server goes on with what it has counted itself, until the database is back", () =>
      Effect.gen(function* () {
        const { newDatabase, whileAway } = yield* OwnPostgresServer
        const url = yield* newDatabase
        const lines: Array<string> = []
        const logger = Logger.make<unknown, void>(({ message, logLevel }) => {
          lines.push(`${logLevel}: ${[message].flat()[0]}`)
        })
        const limiter = yield* limiterOn(url)
        const consume = (bucket: string) =>
          Effect.provide(limiter.consume(wrongPasswordLimit, bucket), Logger.layer([logger]))
        assert.strictEqual(yield* passing(6, () => consume("jana")), 6)
        yield* whileAway(
          Effect.gen(function* () {
            assert.strictEqual(yield* passing(20, () => consume("jana")), 4)
            assert.strictEqual(yield* passing(20, () => consume("petra")), 10)
            yield* limiter.giveBack(wrongPasswordLimit, "petra")
            assert.strictEqual(yield* passing(20, () => consume("petra")), 1)
            assert.isTrue(Exit.isFailure(yield* Effect.exit(limiter.check(wrongPasswordLimit, "petra"))))
          })
        )
        const missing = "Warn: Database unavailable: this server counts rate limits alone"
        assert.deepStrictEqual(lines, [missing])
        const isBack = Effect.sync(() => lines.length > 1)
        let others = 0
        const another = Effect.suspend(() => Effect.exit(consume(`other${++others}`)))
        yield* Effect.repeat(Effect.andThen(another, isBack), { until: (back) => back })
        assert.deepStrictEqual(lines, [missing, "Info: Rate limits are shared again"])
        assert.strictEqual(yield* passing(20, () => consume("petra")), 0, "what was counted meanwhile is forgotten")
      })
    )
  }
)
