import { once } from "node:events"
import { join } from "node:path"
import { locks, Worker } from "node:worker_threads"
import { assert, describe, it } from "@effect/vitest"
import BetterSqlite3 from "better-sqlite3"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { temporaryFolder } from "../testing/engines.ts"
import type { WritingThreadData } from "../testing/writing-thread.ts"
import { layerSqlite } from "./sqlite.ts"
import { makeWriteGaps, makeWriteLine } from "./write-line.ts"

const databaseFile = Effect.gen(function* () {
  const filename = join(yield* temporaryFolder, "dragoman.sqlite")
  const database = new BetterSqlite3(filename)
  database.exec("CREATE TABLE kept (value INTEGER); INSERT INTO kept VALUES (0)")
  database.close()
  return filename
})

/** Goes on when so many fibers of this thread wait for the file. */
const untilWaiting = (filename: string, count: number) =>
  Effect.promise(async () => {
    while ((await locks.query()).pending.filter(({ name }) => name.includes(filename)).length < count) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

const millisMax = 60_000

/** Waits for its place, says so, and keeps it until `end`. */
const standIn = Effect.fnUntraced(function* (filename: string, isFirst: boolean, said: Array<string>, name: string) {
  const line = makeWriteLine(filename, isFirst)
  const end = yield* Deferred.make<void>()
  const standing = Effect.gen(function* () {
    yield* line.place({ millisMax })
    said.push(name)
    yield* Deferred.await(end)
  })
  const fiber = yield* Effect.forkChild(Effect.scoped(standing), { startImmediately: true })
  return { fiber, end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber)) }
})

describe("the line", () => {
  it.effect("gives the place to requests first, then to the others in their order", () =>
    Effect.gen(function* () {
      const filename = yield* databaseFile
      const said: Array<string> = []
      const writing = yield* standIn(filename, false, said, "writing")
      const one = yield* standIn(filename, false, said, "one")
      yield* untilWaiting(filename, 1)
      const other = yield* standIn(filename, false, said, "other")
      yield* untilWaiting(filename, 2)
      const request = yield* standIn(filename, true, said, "request")
      yield* untilWaiting(filename, 3)
      for (const { end } of [writing, request, one, other]) yield* end
      assert.deepStrictEqual(said, ["writing", "request", "one", "other"])
    }).pipe(Effect.scoped)
  )

  it.effect("a request does not go before itself: a thread that waited gets the place in between", () =>
    Effect.gen(function* () {
      const filename = yield* databaseFile
      const said: Array<string> = []
      const first = yield* standIn(filename, true, said, "first")
      const background = yield* standIn(filename, false, said, "background")
      yield* untilWaiting(filename, 1)
      yield* Effect.forkChild(first.end, { startImmediately: true })
      const second = yield* standIn(filename, true, said, "second")
      yield* background.end
      yield* second.end
      assert.deepStrictEqual(said, ["first", "background", "second"])
    }).pipe(Effect.scoped)
  )

  it.effect("a writer that is interrupted while waiting leaves it", () =>
    Effect.gen(function* () {
      const filename = yield* databaseFile
      const said: Array<string> = []
      const writing = yield* standIn(filename, false, said, "writing")
      const waiting = yield* standIn(filename, false, said, "waiting")
      yield* untilWaiting(filename, 1)
      yield* Fiber.interrupt(waiting.fiber)
      yield* writing.end
      yield* (yield* standIn(filename, false, said, "last")).end
      assert.deepStrictEqual(said, ["writing", "last"])
    }).pipe(Effect.scoped)
  )

  it.effect("a writer that is interrupted in the moment of getting the place gives it back", () =>
    Effect.gen(function* () {
      const filename = yield* databaseFile
      const said: Array<string> = []
      for (let index = 0; index < 20; index++) {
        const writing = yield* standIn(filename, false, said, "writing")
        const waiting = yield* standIn(filename, false, said, "waiting")
        const ending = yield* Effect.forkChild(writing.end, { startImmediately: true })
        for (let turn = 0; turn < index; turn++) yield* Effect.promise(() => Promise.resolve())
        yield* Fiber.interrupt(waiting.fiber)
        yield* Fiber.join(ending)
      }
      yield* (yield* standIn(filename, true, said, "last")).end
      assert.strictEqual(said.at(-1), "last")
    }).pipe(Effect.scoped)
  )

  it.effect("a writer that has waited for too long goes on without the place: SQLite decides", () =>
    Effect.gen(function* () {
      const filename = yield* databaseFile
      yield* standIn(filename, false, [], "writing")
      let waits = 0
      const onWait = () => void waits++
      yield* Effect.scoped(makeWriteLine(filename, true).place({ millisMax: 0, onWait }))
      assert.strictEqual(waits, 1)
    }).pipe(Effect.scoped)
  )
})

const startThread = (data: WritingThreadData) =>
  Effect.acquireRelease(
    Effect.sync(() => new Worker(new URL("../testing/writing-thread.ts", import.meta.url), { workerData: data })),
    (thread) => Effect.promise(() => thread.terminate())
  )

const said = (thread: Worker, word: string) =>
  Effect.promise(() => new Promise<void>((resolve) => thread.on("message", (message) => message === word && resolve())))

const readValue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ value: number }>`SELECT value FROM kept`
  return row?.value
})

const setValue = (value: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(sql`UPDATE kept SET value = ${value}`))

describe("threads that write to one file", () => {
  it.effect("write one after the other", () =>
    Effect.gen(function* () {
      const filename = yield* databaseFile
      const transactions = 50
      for (const count of [1, 3]) {
        const threads = yield* Effect.replicateEffect(startThread({ filename, transactions }), count)
        yield* Effect.forEach(threads, (thread) => Effect.promise(() => once(thread, "exit")), {
          concurrency: "unbounded"
        })
      }
      assert.strictEqual(yield* Effect.provide(readValue, layerSqlite({ filename })), 4 * transactions)
    }).pipe(Effect.scoped)
  )

  it.effect("when one ends in the middle of its transaction, the others go on without what it wrote", () =>
    Effect.gen(function* () {
      const filename = yield* databaseFile
      yield* Effect.gen(function* () {
        const thread = yield* startThread({ filename, transactions: "unended" })
        yield* said(thread, "inTransaction")
        const writing = yield* Effect.forkChild(setValue(7))
        yield* untilWaiting(filename, 1)
        assert.strictEqual(yield* readValue, 0)
        yield* Effect.promise(() => thread.terminate())
        yield* Fiber.join(writing)
        assert.strictEqual(yield* readValue, 7)
      }).pipe(Effect.provide(layerSqlite({ filename })))
    }).pipe(Effect.scoped)
  )

  it.effect("one that ends while it waits is left out", () =>
    Effect.gen(function* () {
      const filename = yield* databaseFile
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.withTransaction(
          Effect.gen(function* () {
            const thread = yield* startThread({ filename, transactions: 1 })
            yield* said(thread, "waiting")
            yield* Effect.promise(() => thread.terminate())
          })
        )
        yield* setValue(8)
        assert.strictEqual(yield* readValue, 8)
      }).pipe(Effect.provide(layerSqlite({ filename })))
    }).pipe(Effect.scoped)
  )
})

/** Transactions of 2 ms, one right after the other; when each began, waits included. */
const transactions = (count: number, foundBusyAt: (index: number) => boolean): ReadonlyArray<number> => {
  const gaps = makeWriteGaps()
  let now = 0
  return Array.from({ length: count }, (_, index) => {
    now += gaps.beforeBegin(now)
    if (foundBusyAt(index)) gaps.foundBusy(now)
    const began = now
    now += 2
    gaps.afterEnd(now)
    return began
  })
}

describe("gaps between transactions", () => {
  it("a process that is alone never waits", () => {
    assert.deepStrictEqual(
      transactions(5, () => false),
      [0, 2, 4, 6, 8]
    )
  })

  it("while another one writes too, there is a gap after each run of transactions", () => {
    assert.deepStrictEqual(
      transactions(7, (index) => index === 1),
      [0, 2, 4, 9, 11, 13, 18]
    )
  })

  it("a second after the other one was met there are no gaps any more", () => {
    const began = transactions(600, (index) => index === 1)
    const last = began.slice(-100)
    assert.isTrue(last.every((at, index) => index === 0 || at - (last[index - 1] ?? 0) === 2))
  })

  it("a connection that releases the lock by itself need not wait", () => {
    const gaps = makeWriteGaps()
    for (let now = 0; now < 100; now += 10) {
      assert.strictEqual(gaps.beforeBegin(now), 0)
      gaps.foundBusy(now)
      gaps.afterEnd(now + 6)
    }
  })
})
