import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import BetterSqlite3 from "better-sqlite3"
import { makeInsert } from "./insert-row.ts"
import { type RunningServer, residentBytes, serverBundle, startBare, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const rounds = 5
const shortMillis = 2_000
/** Threads that had something to do at the start have ended by then, and V8 has given back what the start took. */
const idleMillis = 45_000
const megabyte = 1024 * 1024

const wait = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** A server that was started, and left alone. */
interface Start {
  readonly millis: number
  readonly bytes: number
}

/** Start to first healthy response, and memory after it, of the bundle that `npm start` runs. */
export const startBenchmarks = async (dataDir: string, databaseFile: string): Promise<ReadonlyArray<Result>> => {
  const bare: Array<Start> = []
  const plain: Array<Start> = []
  const dispatching: Array<Start> = []
  const ephemeralMillis: Array<number> = []
  for (let index = 0; index < rounds; index++) {
    bare.push(await measureStart(await startBare(databaseFile)))
    plain.push(await measureStart(await startDragoman(dataDir)))
    const webhookId = addWebhook(databaseFile)
    dispatching.push(await measureStart(await startDragoman(dataDir)))
    removeWebhook(databaseFile, webhookId)
    ephemeralMillis.push(await startEphemeral())
  }
  const ratios = (starts: ReadonlyArray<Start>, of: keyof Start) =>
    starts.map((start, index) => start[of] / (bare[index]?.[of] ?? Number.NaN))
  const medianOf = (starts: ReadonlyArray<Start>, of: keyof Start) => median(starts.map((start) => start[of]))
  const startRow = (name: string, starts: ReadonlyArray<Start>): Result => {
    const millis = medianOf(starts, "millis")
    return {
      name: `start to first healthy response${name}`,
      measured: `${medianWithRange(ratios(starts, "millis"))} × bare, ${round(millis, 0)} ms`,
      target: "≤ 250 ms",
      reached: millis <= 250,
      detail: `bare ${round(medianOf(bare, "millis"), 0)} ms`
    }
  }
  const [idleBare, idlePlain, idleDispatching] = await measureIdle(dataDir, databaseFile)
  const memoryRow = (name: string, bytes: number, starts: ReadonlyArray<Start>): Result => {
    const megabytes = bytes / megabyte
    return {
      name: `idle memory${name}`,
      measured: `${round(bytes / idleBare, 2)} × bare, ${round(megabytes, 0)} MB`,
      target: "≤ 110 MB",
      reached: megabytes <= 110,
      detail: [
        `${idleMillis / 1_000} s after the start, bare ${round(idleBare / megabyte, 0)} MB`,
        `${shortMillis / 1_000} s after it ${medianWithRange(ratios(starts, "bytes"))} × bare, ${round(medianOf(starts, "bytes") / megabyte, 0)} MB`
      ].join("; ")
    }
  }
  return [
    startRow("", plain),
    startRow(", with a webhook and so a dispatcher", dispatching),
    {
      name: "start of an ephemeral server to its first line",
      measured: `${round(median(ephemeralMillis), 0)} ms`,
      target: "≤ 500 ms",
      reached: median(ephemeralMillis) <= 500,
      detail: `a start on a database that exists ${round(medianOf(plain, "millis"), 0)} ms`
    },
    memoryRow("", idlePlain, plain),
    memoryRow(", with a webhook and so a dispatcher", idleDispatching, dispatching)
  ]
}

/** Milliseconds until the server has printed its address: then it takes requests. */
const startEphemeral = async (): Promise<number> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [serverBundle, "serve", "--ephemeral"], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  await once(child.stdout, "data")
  const millis = performance.now() - startedAt
  child.kill("SIGTERM")
  await once(child, "exit")
  return millis
}

const measureStart = async ({ startMillis: millis, pid, stop }: RunningServer): Promise<Start> => {
  await wait(shortMillis)
  const bytes = residentBytes(pid)
  await stop()
  return { millis, bytes }
}

/** The three beside each other: memory is all that is measured. */
const measureIdle = async (dataDir: string, databaseFile: string): Promise<[number, number, number]> => {
  const copy = `${dataDir} idle`
  cpSync(dataDir, copy, { recursive: true })
  addWebhook(join(copy, basename(databaseFile)))
  const servers = [await startBare(databaseFile), await startDragoman(dataDir), await startDragoman(copy)] as const
  await wait(idleMillis)
  const [bare, plain, dispatching] = servers
  const bytes: [number, number, number] = [
    residentBytes(bare.pid),
    residentBytes(plain.pid),
    residentBytes(dispatching.pid)
  ]
  for (const { stop } of servers) await stop()
  rmSync(copy, { recursive: true })
  return bytes
}

const withDatabase = <A>(databaseFile: string, use: (database: BetterSqlite3.Database) => A): A => {
  const database = new BetterSqlite3(databaseFile)
  try {
    return use(database)
  } finally {
    database.close()
  }
}

const addWebhook = (databaseFile: string): number =>
  withDatabase(databaseFile, (database) => {
    const projectId = database.prepare("SELECT MIN(id) FROM project").pluck().get() as number
    const webhook = { project_id: projectId, url: "http://127.0.0.1:9/", secret: "whsec_", created_at: Date.now() }
    return makeInsert(database)("webhook_configuration", webhook)
  })

const removeWebhook = (databaseFile: string, id: number): void => {
  withDatabase(databaseFile, (database) => database.prepare("DELETE FROM webhook_configuration WHERE id = ?").run(id))
}
