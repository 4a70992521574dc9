import { assert, describe, layer } from "@effect/vitest"
import { Cause, Context, Deferred, Effect, Exit, Fiber, Latch, Layer, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { ProjectRepository } from "../project/project-repository.ts"
import { layerTestPostgres, layerTestSqlite, migrated, PostgresServer } from "../testing/engines.ts"
import { Database } from "./database.ts"
import { isDatabaseBusy } from "./locks.ts"
import { layerPostgres } from "./postgres.ts"

const names = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT name FROM server_value ORDER BY name`
  return rows.map((row) => row.name)
})

const insert = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO server_value ${sql.insert({ name, value: "" })}`
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("transactions on %s", (engine, layerTest) => {
  layer(layerTest, { timeout: "60 seconds" })((it) => {
    it.effect("commit together, or not at all", () =>
      Effect.gen(function* () {
        const database = yield* Database
        yield* database.transaction(insert("kept"))
        const failed = yield* Effect.exit(database.transaction(Effect.andThen(insert("lost"), Effect.fail("refused"))))
        assert.deepStrictEqual(failed, Exit.fail("refused"))
        assert.include(yield* names, "kept")
        assert.notInclude(yield* names, "lost")
      })
    )

    it.effect("may commit each statement at once; within another one all belongs to that", () =>
      Effect.gen(function* () {
        const database = yield* Database
        yield* database.autocommit(insert("at once"))
        const within = Effect.andThen(database.autocommit(insert("within")), Effect.fail("refused"))
        assert.deepStrictEqual(yield* Effect.exit(database.transaction(within)), Exit.fail("refused"))
        assert.include(yield* names, "at once")
        assert.notInclude(yield* names, "within")
      })
    )

    it.effect("run what waits for the commit only after it, and never after a rollback", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const seen: Array<string> = []
        const note = (text: string) => database.afterCommit(Effect.sync(() => void seen.push(text)))
        yield* database.transaction(
          Effect.andThen(
            note("committed"),
            Effect.sync(() => assert.deepStrictEqual(seen, []))
          )
        )
        yield* Effect.exit(database.transaction(Effect.andThen(note("rolled back"), Effect.fail("refused"))))
        assert.deepStrictEqual(seen, ["committed"])
      })
    )

    it.effect("do not hold up readers", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const written = yield* Deferred.make<void>()
        const mayCommit = yield* Deferred.make<void>()
        const before = yield* names
        const writer = yield* Effect.forkChild(
          database.transaction(
            insert("slow").pipe(
              Effect.andThen(Deferred.succeed(written, undefined)),
              Effect.andThen(Deferred.await(mayCommit))
            )
          )
        )
        yield* Deferred.await(written)
        assert.deepStrictEqual(yield* names, before)
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.join(writer)
        assert.include(yield* names, "slow")
      })
    )

    it.effect("give numbers for 64-bit columns, in fields written in camel case", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT CAST(1767225600123 AS BIGINT) AS first_failed_at`
        assert.deepStrictEqual(
          rows.map((row) => ({ ...row })),
          [{ firstFailedAt: 1767225600123 }]
        )
      })
    )

    if (engine === "SQLite") {
      it.effect("are needed to write: a write outside of one is refused", () =>
        Effect.gen(function* () {
          const exit = yield* Effect.exit(insert("outside"))
          assert.isTrue(Exit.isFailure(exit) && Cause.pretty(exit.cause).includes("readonly"))
        })
      )
    }
  })
})

/** Nothing else runs in the database of the test. */
const untilWaitingForLock = (count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ waiting: number }>`
      SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return row?.waiting ?? 0
  }).pipe(Effect.repeat({ until: (waiting) => waiting === count, schedule: Schedule.forever }))

const seedProject = Effect.fnUntraced(function* (slug: string) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const organization = { name: slug, slug, base_type: "VIEW", created_at: 0 }
  return yield* database.transaction(
    Effect.gen(function* () {
      const [owner] = yield* sql<{ id: number }>`INSERT INTO organization ${sql.insert(organization)} RETURNING id`
      const project = { organization_id: owner?.id ?? 0, name: slug, slug, created_at: 0 }
      const [row] = yield* sql<{ id: number }>`INSERT INTO project ${sql.insert(project)} RETURNING id`
      return row?.id ?? 0
    })
  )
}, Effect.orDie)

const layerWithProjects = (layerTest: typeof layerTestPostgres) =>
  ProjectRepository.layer.pipe(Layer.provideMerge(layerTest))

layer(layerWithProjects(layerTestPostgres), { timeout: "60 seconds" })("transactions that meet on PostgreSQL", (it) => {
  it.effect("a deadlock is no error: the transaction that PostgreSQL ended runs again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      yield* database.transaction(Effect.andThen(insert("a"), insert("b")))
      let runs = 0
      let holders = 0
      const bothHoldOne = yield* Latch.make()
      const write = Effect.fnUntraced(function* (first: string, second: string) {
        runs++
        yield* sql`UPDATE server_value SET value = value || ${first} WHERE name = ${first}`
        if (++holders === 2) yield* bothHoldOne.open
        yield* bothHoldOne.await
        yield* sql`UPDATE server_value SET value = value || ${first} WHERE name = ${second}`
      })
      yield* Effect.all([database.transaction(write("a", "b")), database.transaction(write("b", "a"))], {
        concurrency: 2
      })
      // PostgreSQL may end both of them, and one again.
      assert.isAtLeast(runs, 3)
      const rows = yield* sql<{ value: string }>`SELECT value FROM server_value WHERE name IN ('a', 'b')`
      assert.deepStrictEqual(
        rows.map(({ value }) => value.length),
        [2, 2]
      )
    })
  )

  it.effect("of many writers of one project one takes a connection, the others wait for their turn without", () =>
    Effect.gen(function* () {
      const projects = yield* ProjectRepository
      const database = yield* Database
      const sql = yield* SqlClient.SqlClient
      const [busy, free] = [yield* seedProject("busy"), yield* seedProject("free")]
      const locked = yield* Deferred.make<void>()
      const mayCommit = yield* Deferred.make<void>()
      const order: Array<number> = []
      // Not in the queue of this process, as the writer of another server.
      const other = yield* Effect.forkChild(
        sql.withTransaction(
          sql`SELECT id FROM project WHERE id = ${busy} FOR UPDATE`.pipe(
            Effect.andThen(Deferred.succeed(locked, undefined)),
            Effect.andThen(Deferred.await(mayCommit))
          )
        )
      )
      yield* Deferred.await(locked)
      const writers = yield* Effect.forEach(Array.from({ length: 25 }).keys(), (index) =>
        Effect.forkChild(
          database.transaction(
            Effect.andThen(
              projects.lock(busy),
              Effect.sync(() => void order.push(index))
            )
          ),
          { startImmediately: true }
        )
      )
      yield* untilWaitingForLock(1)
      // Connections are there for the others, to read and to write.
      assert.isTrue(Option.isSome(yield* database.transaction(projects.lock(free))))
      const connections = yield* Effect.all(
        Array.from({ length: 9 }, () => database.transaction(names)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(connections.length, 9)
      assert.deepStrictEqual(order, [])
      yield* untilWaitingForLock(1)
      // One that gives up makes no other one wait.
      const [first, second, ...rest] = writers
      if (first === undefined || second === undefined) return assert.fail("no writers")
      yield* Fiber.interrupt(second)
      yield* Deferred.succeed(mayCommit, undefined)
      yield* Fiber.join(other)
      for (const writer of [first, ...rest]) yield* Fiber.join(writer)
      assert.strictEqual(order.length, 24)
      assert.deepStrictEqual(
        order.toSorted((one, next) => one - next),
        [...Array.from({ length: 25 }).keys()].filter((index) => index !== 1)
      )
    })
  )

  it.effect(
    "shared locks of a project exclude the exclusive one and not each other; later ones do not overtake it",
    () =>
      Effect.gen(function* () {
        const projects = yield* ProjectRepository
        const database = yield* Database
        const projectId = yield* seedProject("shared")
        const log: Array<string> = []
        // Another server: it waits in the database, and not in the queue of this process.
        const other = Context.get(yield* Layer.build(Layer.fresh(Database.layer)), Database)
        const locked = (
          name: string,
          lock: "lock" | "lockShared",
          then: Effect.Effect<void> = Effect.void,
          { transaction } = database
        ) =>
          transaction(
            Effect.gen(function* () {
              assert.isTrue(Option.isSome(yield* projects[lock](projectId)))
              log.push(name)
              yield* then
            })
          )
        const [bothHold, mayCommit] = [yield* Latch.make(), yield* Latch.make()]
        const holders = yield* Effect.forEach(["first", "second"], (name) => {
          const held = Effect.suspend(() => (log.length === 2 ? bothHold.open : Effect.void))
          return Effect.forkChild(locked(name, "lockShared", Effect.andThen(held, mayCommit.await)))
        })
        yield* bothHold.await
        const exclusive = yield* Effect.forkChild(locked("exclusive", "lock", Effect.void, other))
        yield* untilWaitingForLock(1)
        const later = yield* Effect.forEach(Array.from({ length: 25 }).keys(), (index) =>
          Effect.forkChild(locked(`later ${index}`, "lockShared"), { startImmediately: true })
        )
        yield* untilWaitingForLock(2)
        // All but one wait without a connection.
        const connections = yield* Effect.all(
          Array.from({ length: 7 }, () => database.transaction(names)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(connections.length, 7)
        assert.strictEqual(log.length, 2)
        yield* mayCommit.open
        for (const fiber of [...holders, exclusive, ...later]) yield* Fiber.join(fiber)
        assert.strictEqual(log[2], "exclusive")
        assert.strictEqual(log.length, 28)
      })
  )
})

const layerImpatient = migrated(
  Layer.unwrap(
    Effect.map(
      Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase),
      (url) => layerPostgres(url, { lockWaitMillis: 20 })
    )
  )
).pipe(Layer.provide(PostgresServer.layer), Layer.orDie)

layer(layerWithProjects(layerImpatient), { timeout: "60 seconds" })("a lock that another one keeps", (it) => {
  it.effect("is not waited for longer than allowed: the transaction ends, and changes nothing", () =>
    Effect.gen(function* () {
      const projects = yield* ProjectRepository
      const database = yield* Database
      const sql = yield* SqlClient.SqlClient
      const projectId = yield* seedProject("kept")
      const locked = yield* Deferred.make<void>()
      const mayCommit = yield* Deferred.make<void>()
      const other = yield* Effect.forkChild(
        sql.withTransaction(
          sql`SELECT id FROM project WHERE id = ${projectId} FOR UPDATE`.pipe(
            Effect.andThen(Deferred.succeed(locked, undefined)),
            Effect.andThen(Deferred.await(mayCommit))
          )
        )
      )
      yield* Deferred.await(locked)
      const tooLate = yield* Effect.exit(
        database.transaction(Effect.andThen(insert("too late"), projects.lock(projectId)))
      )
      yield* Deferred.succeed(mayCommit, undefined)
      yield* Fiber.join(other)
      assert.isTrue(Exit.isFailure(tooLate) && isDatabaseBusy(tooLate.cause))
      assert.deepStrictEqual(yield* names, [])
      assert.isTrue(Option.isSome(yield* database.transaction(projects.lock(projectId))))
    })
  )
})
