import { existsSync } from "node:fs"
import { layerPostgres, layerSqlite } from "@dragoman/store"
import { Effect, Layer, Schedule } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { DispatcherSettings } from "./settings.ts"

const lookAgain = Schedule.spaced("1 second")

/** The SQL client of the engine that the settings name. A SQLite file is waited for: only the server creates it. */
export const layerDatabase = (
  database: DispatcherSettings["database"]
): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  database.engine === "postgres"
    ? layerPostgres(database.url)
    : Layer.unwrap(Effect.as(awaitFile(database.filename), layerSqlite({ filename: database.filename })))

const awaitFile = Effect.fnUntraced(function* (filename: string) {
  if (existsSync(filename)) return
  yield* Effect.logInfo(`The database ${filename} is not there: waiting for the server to create it.`)
  yield* Effect.repeat(
    Effect.sync(() => existsSync(filename)),
    { until: (exists) => exists, schedule: lookAgain }
  )
})
