import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { endingReceivers, lastingReceivers, tryHostileReceivers } from "@dragoman/delivery/testing/hostile-run"
import { Effect } from "effect"
import { residentBytes, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { round } from "./statistics.ts"
import { startDispatcher, startSink } from "./webhook-processes.ts"
import { insertBacklog, insertWebhooks, largeBody, openSqlite } from "./webhook-world.ts"

const timeoutMillis = 2_000
const lateMillisMax = 500

const hangingSockets = 500
const pendingEach = 200
/** No attempt ends while memory is looked at. */
const hangingTimeoutMillis = 120_000
const lookMillis = 20_000

/** The largest body that a change can have, to endpoints that are slow but well. */
const largeBodyBytes = 256 * 1024
const largeBodies = 50_000
const slowEndpoints = 4
const slowBehaviour = "after9000"
const megabyte = 1024 * 1024
const memoryMaxBytes = 200 * megabyte

/** Measures what endpoints can do to the dispatcher: the longest attempt, and the memory of hanging ones. */
export const webhookHostileBenchmarks = async (folder: string, share = 1): Promise<ReadonlyArray<Result>> => [
  await attempts(),
  await memory(join(folder, "hanging")),
  await memoryOfLargeBodies(join(folder, "large"), share)
]

const attempts = async (): Promise<Result> => {
  const lasting = await Effect.runPromise(tryHostileReceivers(lastingReceivers, timeoutMillis))
  const ending = await Effect.runPromise(tryHostileReceivers(endingReceivers, timeoutMillis))
  const all = [...lasting, ...ending]
  const late = Math.max(...all.map(({ durationMillis }) => durationMillis)) - timeoutMillis
  const wrong = all.filter(({ expected, status, error }) =>
    typeof expected === "number" ? status !== expected : error?.startsWith(expected) !== true
  )
  return {
    name: `${all.length} hostile receivers: an attempt beyond its timeout, and told as what it was`,
    measured: `${late} ms, ${all.length - wrong.length} of ${all.length}`,
    target: `≤ ${lateMillisMax} ms, all`,
    reached: late <= lateMillisMax && wrong.length === 0,
    detail: [
      `timeout ${timeoutMillis} ms`,
      ...wrong.map(({ name, status, error }) => `${name}: ${status ?? error}`)
    ].join("; ")
  }
}

const memory = async (folder: string): Promise<Result> => {
  mkdirSync(folder, { recursive: true })
  await (await startDragoman(folder)).stop()
  const database = openSqlite(join(folder, "dragoman.sqlite"))
  const sink = await startSink()
  const urls = Array.from({ length: hangingSockets }, () => sink.url("hang", "memory"))
  await insertBacklog(database, await insertWebhooks(database, urls), pendingEach)
  await database.close()
  const dispatcher = await startDispatcher({
    DRAGOMAN_DATA_DIR: folder,
    DRAGOMAN_WEBHOOK_TIMEOUT_MS: String(hangingTimeoutMillis)
  })
  try {
    await sink.until("memory", hangingSockets)
    await new Promise((resolve) => setTimeout(resolve, lookMillis))
    const bytes = residentBytes(dispatcher.pid, "most")
    const { requests } = await sink.report("memory")
    return {
      name: `memory of the dispatcher, ${hangingSockets} hanging sockets, ${hangingSockets * pendingEach} pending`,
      measured: `${round(bytes / megabyte, 0)} MB`,
      target: `≤ ${memoryMaxBytes / megabyte} MB`,
      reached: bytes <= memoryMaxBytes,
      detail: `${requests} requests hang; SQLite; the most in ${lookMillis / 1_000} s`
    }
  } finally {
    // First what hangs: the dispatcher waits for it.
    await sink.stop()
    await dispatcher.stop()
  }
}

const memoryOfLargeBodies = async (folder: string, share: number): Promise<Result> => {
  mkdirSync(folder, { recursive: true })
  await (await startDragoman(folder)).stop()
  const database = openSqlite(join(folder, "dragoman.sqlite"))
  const sink = await startSink()
  const urls = Array.from({ length: slowEndpoints }, () => sink.url(slowBehaviour, "large"))
  const pending = Math.ceil(largeBodies * share)
  // Without a log of what it writes, which would be as large again. The product turns it on.
  await database.run("PRAGMA journal_mode = OFF")
  await insertBacklog(
    database,
    await insertWebhooks(database, urls),
    Math.ceil(pending / slowEndpoints),
    largeBody(largeBodyBytes)
  )
  await database.close()
  const dispatcher = await startDispatcher({ DRAGOMAN_DATA_DIR: folder })
  try {
    await new Promise((resolve) => setTimeout(resolve, lookMillis))
    const bytes = residentBytes(dispatcher.pid, "most")
    const { requests } = await sink.report("large")
    return {
      name: `memory of the dispatcher, ${pending} bodies of ${largeBodyBytes / 1024} KiB pending for ${slowEndpoints} endpoints that respond after 9 s`,
      measured: `${round(bytes / megabyte, 0)} MB`,
      target: `≤ ${memoryMaxBytes / megabyte} MB`,
      reached: bytes <= memoryMaxBytes && requests > 0,
      detail: `${requests} requests; SQLite; the most in ${lookMillis / 1_000} s`
    }
  } finally {
    await dispatcher.kill()
    await sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
