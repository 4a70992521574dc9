import { locks, parentPort, workerData } from "node:worker_threads"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerSqlite } from "../database/sqlite.ts"

/** A thread that writes to a SQLite file: so many transactions, or one that it never ends. */
export interface WritingThreadData {
  readonly filename: string
  readonly transactions: number | "unended"
}

const { filename, transactions }: WritingThreadData = workerData
const say = (word: string) => Effect.sync(() => parentPort?.postMessage(word))

/** A thread sees its own requests only. */
const untilWaiting = Effect.promise(async (signal) => {
  // A thread that never waits ends like the others.
  while (!signal.aborted && (await locks.query()).pending.length === 0) {
    await new Promise((resolve) => setImmediate(resolve))
  }
})

const write = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A write that is lost when two transactions run at once.
  const increment = Effect.gen(function* () {
    const [row] = yield* sql<{ value: number }>`SELECT value FROM kept`
    yield* Effect.yieldNow
    yield* sql`UPDATE kept SET value = ${(row?.value ?? 0) + 1}`
  })
  if (transactions === "unended") {
    return yield* sql.withTransaction(
      increment.pipe(Effect.andThen(say("inTransaction")), Effect.andThen(Effect.never))
    )
  }
  yield* Effect.forkChild(Effect.andThen(untilWaiting, say("waiting")))
  yield* Effect.repeat(sql.withTransaction(increment), { times: transactions - 1 })
})

// A port that is listened to keeps the thread alive.
parentPort?.on("message", () => {})
await Effect.runPromise(Effect.provide(write, layerSqlite({ filename })))
parentPort?.close()
