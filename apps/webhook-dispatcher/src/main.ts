import process from "node:process"
import { runDispatcher, updateOutboxMetrics } from "@dragoman/delivery"
import {
  LogThreshold,
  layerLogging,
  layerTraces,
  listenForMonitors,
  type MonitorAnswers,
  Readiness,
  updateFigureMetrics,
  watchProcess
} from "@dragoman/monitoring"
import { programVersionOf, versionLine } from "@dragoman/monitoring/program-commit"
import {
  dispatcherOptions,
  loadSettings,
  rereadOnHangup,
  type SettingsRead,
  type SettingValues
} from "@dragoman/settings"
import {
  awaitingDatabase,
  checkEncryption,
  checkSessions,
  EncryptionKeys,
  OutboxRepository,
  outageReason
} from "@dragoman/store"
import { Cause, Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlError } from "effect/sql"
import manifest from "../package.json" with { type: "json" }
import { awaitSchema } from "./await-schema.ts"
import { layerDatabase, untilUnlocked } from "./database.ts"
import { readWords } from "./words.ts"

const programVersion = programVersionOf(manifest)

const settingsErrorCode = 2

if (process.argv[2] === "--version") {
  process.stdout.write(`${versionLine(programVersion)}\n`)
  process.exit(0)
}

/** Opens the database for as long as the scope lives, when it can be used. */
const open = Effect.fnUntraced(function* (settings: SettingValues<"dispatcher">, scope: Scope.Scope) {
  const attempt = yield* Scope.fork(scope)
  return yield* Effect.gen(function* () {
    const { database } = settings
    const opened = yield* untilUnlocked(database, Layer.buildWithScope(layerDatabase(settings), attempt))
    yield* checkSessions.pipe(
      Effect.andThen(untilUnlocked(database, awaitSchema)),
      Effect.andThen(untilUnlocked(database, checkEncryption)),
      Effect.provide(opened)
    )
    return opened
  }).pipe(Effect.onError((cause) => Scope.close(attempt, Exit.failCause(cause))))
})

const dispatch = (
  settings: SettingValues<"dispatcher">,
  read: () => Promise<SettingsRead<"dispatcher">>,
  threshold: LogThreshold
) =>
  Effect.gen(function* () {
    yield* rereadOnHangup("dispatcher", {
      running: () => ({ ...settings, logLevel: threshold.level }),
      read,
      apply: ({ logLevel = threshold.level }) => {
        threshold.level = logLevel
      }
    })
    let answers: MonitorAnswers | null = null
    // Before the database exists: a dispatcher that waits for it is alive.
    if (settings.dispatcherPort !== null) {
      const address = { host: settings.dispatcherHost, port: settings.dispatcherPort }
      const { port } = yield* listenForMonitors(address, () => answers)
      yield* Effect.logInfo("Monitoring endpoint started").pipe(Effect.annotateLogs({ port }))
    }
    const scope = yield* Effect.scope
    const opened = yield* awaitingDatabase(open(settings, scope), Effect.void)
    const monitored = yield* Layer.build(
      Layer.merge(Readiness.layer, OutboxRepository.layer).pipe(Layer.provide(Layer.succeedContext(opened)))
    )
    const { health, stopping } = Context.get(monitored, Readiness)
    const updateProcessMetrics = yield* watchProcess(programVersion)
    const updateMetrics = updateOutboxMetrics.pipe(
      Effect.andThen(updateProcessMetrics),
      Effect.andThen(updateFigureMetrics),
      Effect.provide(monitored)
    )
    answers = { health, metrics: Effect.andThen(updateMetrics, PrometheusMetrics.format()) }
    yield* Effect.logInfo("Webhook dispatcher started")
    return yield* runDispatcher(dispatcherOptions(settings)).pipe(
      Effect.provide(opened),
      Effect.raceFirst(Effect.onInterrupt(Effect.never, () => stopping))
    )
  }).pipe(
    Effect.scoped,
    Effect.provideService(EncryptionKeys, settings.encryptionKey),
    Effect.catchTags({
      EncryptionKeyUnknown: ({ keyId }) =>
        Effect.fail(
          `The database is encrypted under the key ${keyId}: set DRAGOMAN_ENCRYPTION_KEY to that key, as on the server.`
        ),
      EncryptedValueDamaged: ({ place: { table, row, column } }) =>
        Effect.fail(`A stored secret cannot be decrypted (table ${table}, row ${row}, column ${column}).`),
      DatabaseTooNew: ({ databaseVersion, programVersion }) =>
        Effect.fail(
          `The database has schema version ${databaseVersion}, this program knows ${programVersion}: run the dispatcher of the server's version.`
        ),
      ListenFailed: ({ host, port }) =>
        Effect.fail(
          `Listening on ${host}:${port} failed: check DRAGOMAN_DISPATCHER_PORT and DRAGOMAN_DISPATCHER_HOST.`
        ),
      SessionsShared: () =>
        Effect.fail(
          "A connection pooler in front of the database shares sessions between connections: name PostgreSQL itself in DRAGOMAN_DATABASE_DIRECT_URL too (docs/operations.md)."
        )
    }),
    // The database, whether it is a failure or a defect.
    Effect.catchCause((cause) => {
      const error = Cause.squash(cause)
      const reason = outageReason(cause) ?? (SqlError.isSqlError(error) ? error.message : null)
      return reason === null
        ? Effect.failCause(cause)
        : Effect.fail(`The database cannot be opened (${reason}): check DRAGOMAN_DATABASE_URL.`)
    }),
    Effect.tapError((sentence) => Effect.logError(sentence)),
    Effect.onInterrupt(() => Effect.logInfo("Webhook dispatcher stopped")),
    Effect.provide(layerTraces(process.env, { name: "dragoman-webhook-dispatcher", version: programVersion })),
    Effect.provide(layerLogging({ ...settings, threshold, reasonOf: outageReason }))
  )

const words = readWords(process.argv.slice(2))
if ("help" in words) {
  process.stdout.write(words.help)
  process.exit(0)
}
const loadWithWords = async () =>
  "problems" in words
    ? words
    : loadSettings("dispatcher", {
        flags: words.flags,
        environment: process.env,
        isTerminal: process.stdout.isTTY === true
      })
const read = await loadWithWords()
if ("problems" in read) {
  process.stderr.write(`${read.problems.join("\n")}\n`)
  process.exit(settingsErrorCode)
}

// The first signal stops gracefully, the second one at once.
const stop = (): void => {
  process.once("SIGTERM", () => process.exit(1)).once("SIGINT", () => process.exit(1))
  fiber.interruptUnsafe()
}
process.once("SIGTERM", stop).once("SIGINT", stop)
// After the signals: on SQLite it may claim before this statement ends.
const fiber = Effect.runFork(dispatch(read.settings, loadWithWords, new LogThreshold(read.settings.logLevel)))

const exit = await Effect.runPromise(Fiber.await(fiber))
const isStopped = Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
if (!isStopped && !Cause.hasFails(exit.cause)) process.stderr.write(`${Cause.pretty(exit.cause)}\n`)
process.exit(isStopped ? 0 : 1)
