import { closeSync, openSync, readSync } from "node:fs"
import { dispatcherConnection } from "@dragoman/delivery"
import type { SettingValues } from "@dragoman/settings"
import { layerPostgres, layerSqlite, sessionNameOf } from "@dragoman/store"
import { Cause, Effect, Layer, Schedule } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { sqliteAddon } from "./sqlite-addon.ts"

const pollPause = Schedule.spaced("1 second")

/** About ten seconds; a file that is still locked then, or no database at all, ends the program. */
const openingPause = Schedule.spaced("250 millis")
const openingTries = 40

/** Makes the SQL client of the engine that the settings name. Waits for a SQLite file: only the server creates it. */
export const layerDatabase = ({
  database,
  databaseDirectUrl,
  databaseReadConnections,
  databaseWriteConnections
}: SettingValues<"dispatcher">): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  database.engine === "postgres"
    ? layerPostgres(database.url, {
        ...dispatcherConnection,
        applicationName: sessionNameOf("dispatcher"),
        connections: { read: databaseReadConnections, write: databaseWriteConnections },
        directUrl: databaseDirectUrl ?? undefined
      })
    : Layer.unwrap(
        Effect.map(awaitFile(database.filename), () =>
          layerSqlite({ filename: database.filename, nativeBinding: sqliteAddon(), ...dispatcherConnection })
        )
      )

/**
 * Makes the first contact with a SQLite file, which fails while a server that starts or ends holds it alone. Tries again
 * after defects; failures are answers.
 */
export const untilUnlocked = <A, E, R>(
  { engine }: SettingValues<"dispatcher">["database"],
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  engine === "postgres"
    ? effect
    : effect.pipe(
        Effect.sandbox,
        Effect.retry({ while: (cause) => Cause.hasDies(cause), schedule: openingPause, times: openingTries }),
        Effect.catch(Effect.failCause)
      )

const awaitFile = Effect.fnUntraced(function* (filename: string) {
  if (isWrittenAhead(filename)) return
  yield* Effect.logInfo(`Database ${filename} does not exist: waiting for the server to create it`)
  yield* Effect.repeat(
    Effect.sync(() => isWrittenAhead(filename)),
    { until: (isThere) => isThere, schedule: pollPause }
  )
})

/** Offset at which a SQLite file says how it is written, and the number for a write-ahead log: the server's first step is done. */
const writeVersionOffset = 18
const writeAheadLog = 2

const isWrittenAhead = (filename: string): boolean => {
  try {
    const file = openSync(filename, "r")
    try {
      const version = Buffer.alloc(1)
      return readSync(file, version, 0, 1, writeVersionOffset) === 1 && version[0] === writeAheadLog
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}
