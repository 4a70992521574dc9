import "effect/schema/SchemaJITCompiler/enable"
import { accessSync, constants, existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { exitCode } from "@dragoman/cli/exit-code"
import { neededConnections } from "@dragoman/domain/doctor"
import { layerLogging, layerTraces, Readiness } from "@dragoman/monitoring"
import type { SettingsRead } from "@dragoman/settings"
import {
  awaitingDatabase,
  checkSessions,
  lockForServer,
  migrate,
  outageReason,
  readConnections,
  schemaVersion
} from "@dragoman/store"
import { Cause, Clock, Effect, Exit, Fiber, Layer } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { layerEndpointNetwork, layerEngine, layerServer, layerServices } from "../composition/server.ts"
import { missingCodecFiles } from "../content/image/codec-file.ts"
import { initialPasswordFile } from "../identity/authentication/password.ts"
import { firstStart } from "../identity/first-start/first-start.ts"
import { setMissingIssuers } from "../identity/sign-in/set-missing-issuers.ts"
import { connectionsAtMost, directDatabase } from "../platform/database/database-connections.ts"
import { layerEngineOf, nativeBinding } from "../platform/database/layer-engine.ts"
import { BeforeListening, makeWaitingServer } from "../platform/http/waiting-server.ts"
import { programVersion } from "../platform/program-version.ts"
import { SettingOrigins, Settings, type SettingValues } from "../platform/settings/settings.ts"
import { CurrentJobDeadline, JobDeadline } from "../platform/worker/worker.ts"
import { addressOf, announcement, type Started } from "./announcement.ts"
import { checkPort } from "./check-port.ts"
import { CommandFailure, explainFileError, explainStartFailure } from "./command-failure.ts"
import { copyBeforeMigration } from "./copy-before-migration.ts"
import { liveSettings, type ReadSettings } from "./live-settings.ts"

/** Time for closing the database, after the time that requests have to finish. */
const closeMillis = 2_000

/** Time for the rollback of a job that the server ends, and for its response: the last part of that time. */
const responseMillisMax = 1_000

/** The parts of a start that differ between servers. */
interface Start<A> {
  /** Writes log lines; absent: to standard output. */
  readonly writeLog?: (line: string) => void
  /** Runs when the database and the first user are there. */
  readonly beforeListening: Effect.Effect<A, unknown, FirstServices>
  /** Returns the text to print when the server listens at the address. */
  readonly announce: (address: string, before: A, started: Started) => Effect.Effect<string, unknown, FirstServices>
}

type FirstServices = Layer.Success<typeof layerServices>

const usualStart: Start<void> = {
  beforeListening: Effect.void,
  announce: (_address, _before, started) => Effect.succeed(announcement(started))
}

/** Runs the server until a signal stops it; returns the code to exit with. `read`: gets the settings again. */
export const serve = (atStart: ReadSettings, read: () => Promise<SettingsRead<"server">>): Promise<number> =>
  serveAs(atStart, read, usualStart)

/** Runs a server that starts in another way. */
export const serveAs = async <A>(
  atStart: ReadSettings,
  read: () => Promise<SettingsRead<"server">>,
  start: Start<A>
): Promise<number> => {
  const { settings, origins, threshold, rereading } = liveSettings(atStart, read)
  // Only the user of the server can read the files that it writes.
  process.umask(0o077)
  const deadline = new JobDeadline()
  const fiber = Effect.runFork(
    Effect.andThen(rereading, runOnceAvailable(settings, atStart.warnings, start)).pipe(
      Effect.scoped,
      Effect.provideService(CurrentJobDeadline, deadline),
      Effect.provideService(Settings, settings),
      Effect.provideService(SettingOrigins, origins),
      Effect.provide(layerTraces(process.env, { name: "dragoman", version: programVersion })),
      Effect.provide(layerLogging({ ...settings, threshold, reasonOf: outageReason }, start.writeLog)),
      // Each span costs as much as a short statement: requests whose trace is recorded switch them on.
      Effect.withTracerEnabled(false)
    )
  )
  stopOnSignal(fiber, settings, deadline)
  const exit = await Effect.runPromise(Fiber.await(fiber))
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exitCode.success
  const sentence = explainStartFailure(exit.cause, settings, "server")
  process.stderr.write(`${sentence ?? Cause.pretty(exit.cause)}\n`)
  return exitCode.failure
}

const running = Effect.fnUntraced(
  function* <A>(settings: SettingValues, start: Start<A>) {
    yield* checkSessions
    const upToDate = bringUpToDate(settings)
    // The locks of a migration need a session that lasts.
    yield* settings.databaseDirectUrl === null
      ? upToDate
      : Effect.provide(upToDate, layerEngineOf(directDatabase(settings)))
    // The services are built once: the map remembers them for the server.
    const scope = yield* Effect.scope
    const memoMap = yield* Layer.makeMemoMap
    const services = yield* Layer.buildWithMemoMap(layerServices, memoMap, scope)
    const first = yield* firstStart.pipe(Effect.provide(services))
    yield* setMissingIssuers.pipe(Effect.provide(services))
    const before = yield* start.beforeListening.pipe(Effect.provide(services))
    const passwordFile = initialPasswordFile(settings.dataDir)
    const server = yield* Layer.buildWithMemoMap(layerServer, memoMap, scope)
    const { address } = yield* HttpServer.HttpServer.pipe(Effect.provide(server))
    const port = "port" in address ? address.port : settings.port
    const started = {
      at: new Date(yield* Clock.currentTimeMillis),
      settings,
      port,
      first,
      passwordFile: existsSync(passwordFile) ? passwordFile : null
    }
    const text = yield* start.announce(addressOf(settings, port), before, started).pipe(Effect.provide(services))
    process.stdout.write(`${text}\n`)
    yield* warnOfPools(settings)
    const { stopping } = yield* Readiness.pipe(Effect.provide(services))
    return yield* Effect.never.pipe(
      Effect.onInterrupt(() =>
        stopping.pipe(
          Effect.andThen(Effect.logInfo("Server stopping")),
          Effect.andThen(Effect.sleep(drainMillisOf(settings)))
        )
      )
    )
  },
  Effect.scoped,
  (effect) => Effect.provide(effect, Layer.mergeAll(layerEngine, layerEndpointNetwork))
)

/** Runs the checks that waiting cannot mend before the first contact with the database. */
const runOnceAvailable = Effect.fnUntraced(function* <A>(
  settings: SettingValues,
  warnings: ReadonlyArray<string>,
  start: Start<A>
) {
  for (const warning of warnings) yield* Effect.logWarning(warning)
  yield* Effect.tryPromise({ try: () => checkPort(settings), catch: (error) => error })
  yield* Effect.try({ try: () => prepareFolders(settings), catch: (error) => error })
  yield* lockDatabase(settings)
  const { listen, close } = makeWaitingServer(settings)
  yield* Effect.addFinalizer(() => close)
  return yield* awaitingDatabase(running(settings, start), listen).pipe(Effect.provideService(BeforeListening, close))
})

/** PostgreSQL takes any number of servers. */
const lockDatabase = ({ database }: SettingValues) =>
  database.engine === "sqlite"
    ? lockForServer({ filename: database.filename, nativeBinding: nativeBinding() })
    : Effect.void

const bringUpToDate = Effect.fnUntraced(function* (settings: SettingValues) {
  const now = yield* Clock.currentTimeMillis
  const sql = yield* SqlClient.SqlClient
  const { from, to } = yield* migrate({
    now,
    beforeFirst: (version) =>
      copyBeforeMigration(settings, version, now).pipe(Effect.asVoid, Effect.provideService(SqlClient.SqlClient, sql))
  })
  if (to > schemaVersion) {
    yield* Effect.logWarning("Database has a newer schema, with which this program works").pipe(
      Effect.annotateLogs({ databaseVersion: to, programVersion: schemaVersion })
    )
  }
  if (from < to) {
    yield* Effect.logInfo(from === 0 ? "Database created" : "Database schema migrated").pipe(
      Effect.annotateLogs({ from, to })
    )
  }
})

/** Warns when the pools of all running programs together are larger than PostgreSQL: under load some would get no connection. */
const warnOfPools = Effect.fnUntraced(
  function* (settings: SettingValues) {
    const connections = yield* readConnections
    if (connections === null) return
    const needed = neededConnections(connections, connectionsAtMost(settings))
    if (needed <= connections.max) return
    yield* Effect.logWarning("Connection pools of all servers exceed the connections of PostgreSQL").pipe(
      Effect.annotateLogs({ ...connections, needed })
    )
  },
  (warning) => Effect.ignore(warning)
)

const drainMillisOf = ({ drainSeconds }: SettingValues): number => drainSeconds * 1_000

/**
 * After the first signal and the drain time, requests have a limited time to finish; jobs that take longer are ended soon
 * enough to respond. A second signal ends the process at once.
 */
const stopOnSignal = (fiber: Fiber.Fiber<unknown, unknown>, settings: SettingValues, deadline: JobDeadline): void => {
  const { shutdownTimeoutMillis } = settings
  const drainMillis = drainMillisOf(settings)
  const responseMillis = Math.min(responseMillisMax, shutdownTimeoutMillis / 2)
  const signals = ["SIGTERM", "SIGINT"] as const
  const stop = (): void => {
    for (const signal of signals) process.once(signal, () => process.exit(exitCode.failure))
    setTimeout(() => deadline.endJobs(), drainMillis + shutdownTimeoutMillis - responseMillis).unref()
    setTimeout(() => process.exit(exitCode.success), drainMillis + shutdownTimeoutMillis + closeMillis).unref()
    fiber.interruptUnsafe()
  }
  let isStopping = false
  for (const signal of signals) {
    process.once(signal, () => {
      if (!isStopping) stop()
      isStopping = true
    })
  }
}

/** Creates the data directory and the folder of the SQLite file, for this user only, and checks that they are writable. */
const prepareFolders = ({ dataDir, database, imageCodecDir }: SettingValues): void => {
  prepareFolder(dataDir, "DRAGOMAN_DATA_DIR")
  if (database.engine === "sqlite") prepareFolder(dirname(database.filename), "DRAGOMAN_DATABASE_URL")
  const missing = imageCodecDir === null ? [] : missingCodecFiles(imageCodecDir)
  if (missing.length > 0) {
    throw new CommandFailure({ sentence: `The folder of DRAGOMAN_IMAGE_CODEC_DIR has no ${missing.join(" and no ")}.` })
  }
}

const prepareFolder = (folder: string, variable: string): void => {
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new CommandFailure({
      sentence: `The folder of ${variable} cannot be used: ${explainFileError(error, folder)}`
    })
  }
}

/** `mkdirSync` with `recursive` tries for ever where a folder exists that takes no others, such as `/proc`. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null
    if (code === "EEXIST") return
    if (code !== "ENOENT") throw error
    throw new Error(`no folder can be created in ${parent}.`)
  }
}
