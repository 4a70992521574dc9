import { readFileSync } from "node:fs"
import process from "node:process"
import { runDispatcher } from "@dragoman/delivery"
import { Cause, Effect, Exit, Fiber, Layer } from "effect"
import { awaitSchema } from "./await-schema.ts"
import { layerDatabase, untilUnlocked } from "./database.ts"
import { layerLogging } from "./logging.ts"
import { type DispatcherSettings, readSettings } from "./settings.ts"

const settingsErrorCode = 2

const dispatch = ({ database, ...settings }: DispatcherSettings) =>
  Effect.gen(function* () {
    const opened = yield* untilUnlocked(Layer.build(layerDatabase(database)))
    yield* untilUnlocked(awaitSchema).pipe(Effect.provide(opened))
    yield* Effect.logInfo("The webhook dispatcher has started.")
    return yield* runDispatcher(settings).pipe(Effect.provide(opened))
  }).pipe(
    Effect.scoped,
    Effect.catchTags({
      SchemaTooNew: ({ databaseVersion, programVersion }) =>
        Effect.fail(
          `The database has schema version ${databaseVersion}, this program knows ${programVersion}: run the dispatcher of the server's version.`
        ),
      SqlError: () => Effect.fail("The database cannot be opened: check DRAGOMAN_DATABASE_URL.")
    }),
    Effect.tapError((sentence) => Effect.logError(sentence)),
    Effect.onInterrupt(() => Effect.logInfo("The webhook dispatcher has stopped.")),
    Effect.provide(layerLogging(settings))
  )

const readFile = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null
  }
}

const read = readSettings({ environment: process.env, isTerminal: process.stdout.isTTY === true, readFile })
if ("errors" in read) {
  process.stderr.write(`${read.errors.join("\n")}\n`)
  process.exit(settingsErrorCode)
}

const fiber = Effect.runFork(dispatch(read.settings))
// The first signal stops gracefully, the second one at once.
const stop = (): void => {
  process.once("SIGTERM", () => process.exit(1)).once("SIGINT", () => process.exit(1))
  fiber.interruptUnsafe()
}
process.once("SIGTERM", stop).once("SIGINT", stop)

const exit = await Effect.runPromise(Fiber.await(fiber))
const isStopped = Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
if (!isStopped && !Cause.hasFails(exit.cause)) process.stderr.write(`${Cause.pretty(exit.cause)}\n`)
process.exit(isStopped ? 0 : 1)
