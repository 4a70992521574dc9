import { stat, statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { productVersion, type ServerHealthModel, type ServerSettingModel } from "@dragoman/api"
import { judgeHealth } from "@dragoman/domain/server-status"
import { type Health, Readiness } from "@dragoman/monitoring"
import { programCommit } from "@dragoman/monitoring/program-commit"
import { flagOf, settingFieldsOf, settingTable, variableOf } from "@dragoman/settings"
import { Database, OutboxRepository, ServerStatusRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { programVersion } from "../../platform/program-version.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { describeValue } from "../../platform/settings/describe-settings.ts"
import { SettingOrigins, Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { threadHeaps } from "../../platform/worker/worker.ts"
import type { AdministratorAccess } from "../../service/access/access.ts"
import { Doctor } from "../../service/doctor/doctor.ts"
import { countServer } from "./count-server.ts"

/** Reads the present state of the server. */
export const getServerHealth = Effect.fn("getServerHealth")(function* (_access: AdministratorAccess) {
  const settings = yield* Settings
  const readiness = yield* Readiness
  const { engine } = yield* Database
  const status = yield* ServerStatusRepository
  const outbox = yield* OutboxRepository
  const health = yield* readiness.health
  const failingParts = yield* readiness.failingParts
  const database = yield* status.readDatabase
  const queue = yield* outbox.statistics(yield* Clock.currentTimeMillis)
  const disk = yield* readDisk(settings)
  const writeAheadLogBytes = yield* readLogSize(settings)
  const { webhookDispatcher } = settings
  const model: ServerHealthModel = {
    checks: judgeHealth({
      database: databaseStates[health],
      disk,
      writeAheadLogBytes,
      webhookDispatcher,
      isDispatcherFailing: failingParts.includes("webhookDispatcher")
    }),
    version: programVersion,
    commit: programCommit,
    apiVersion: productVersion,
    nodeVersion: process.version,
    startedAt: Math.round(performance.timeOrigin),
    memoryBytes: process.memoryUsage.rss(),
    threads: yield* listThreads,
    database: { engine, writeAheadLogBytes, ...database },
    disk,
    webhooks: { dispatcher: webhookDispatcher, ...queue }
  }
  return model
})

/** A stopping server still has its database. */
const databaseStates = {
  UP: "UP",
  STOPPING: "UP",
  DATABASE_DOWN: "DOWN",
  DATABASE_DAMAGED: "DAMAGED"
} as const satisfies Record<Health, string>

/** Sums up the threads of one kind. */
const listThreads = Effect.map(threadHeaps, (heaps) => {
  const main = { thread: "main", usedBytes: process.memoryUsage().heapUsed }
  const heapsByKind = Map.groupBy([main, ...heaps], ({ thread }) => thread)
  return [...heapsByKind].map(([name, ofKind]) => ({
    name,
    count: ofKind.length,
    heapBytes: ofKind.reduce((total, { usedBytes }) => total + usedBytes, 0)
  }))
})

/** Reads the volume of the SQLite file or, with PostgreSQL, of the data directory. */
const readDisk = ({ database, dataDir }: SettingValues) =>
  Effect.tryPromise(() => statfs(database.engine === "sqlite" ? dirname(database.filename) : dataDir)).pipe(
    Effect.map(({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize })),
    Effect.orElseSucceed(() => null)
  )

/** Reads the length of SQLite's log: the last connection removes an empty one, so no file means no log. */
const readLogSize = ({ database }: SettingValues) =>
  database.engine === "postgres"
    ? Effect.succeed(null)
    : Effect.tryPromise(() => stat(`${database.filename}-wal`)).pipe(
        Effect.map(({ size }) => size),
        Effect.orElseSucceed(() => 0)
      )

/** Returns the findings of `dragoman doctor` for the running server. */
export const getServerFindings = Effect.fn("getServerFindings")(function* (_access: AdministratorAccess) {
  const doctor = yield* Doctor
  return yield* doctor.report
})

/** Counts how much the server stores. */
export const getServerSizes = Effect.fn("getServerSizes")(function* (_access: AdministratorAccess) {
  const reading = yield* ReadingThread
  return yield* reading.read(countServer, {}, Number.POSITIVE_INFINITY)
})

/** Lists the settings with which the server was started, in the order of docs/settings.md. */
export const listServerSettings = Effect.fn("listServerSettings")(function* (_access: AdministratorAccess) {
  const settings = yield* Settings
  const { origins, sources } = yield* SettingOrigins
  return settingFieldsOf("server").map((field): ServerSettingModel => {
    const { text, isHidden, defaultMeaning } = describeValue(field, settings)
    return {
      variable: variableOf(field),
      flag: `--${flagOf(field)}`,
      value: text,
      isHidden,
      defaultMeaning,
      meaning: settingTable[field].meaning,
      source: sources[field],
      origin: origins[field]
    }
  })
})
