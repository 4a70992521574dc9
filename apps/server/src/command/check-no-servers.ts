import { countServerSessions } from "@dragoman/store"
import { Effect, Schedule } from "effect"
import { CommandFailure } from "./command-failure.ts"

/** Time for which the command polls: PostgreSQL ends the sessions of a stopped server within moments. */
const endingPause = "100 millis"
const endingPauses = 20

/** Fails while a server runs. On PostgreSQL nothing keeps a server from starting meanwhile; on SQLite a lock does. */
export const checkNoServers = Effect.gen(function* () {
  const sessions = yield* Effect.repeat(countServerSessions, {
    until: (count) => count === 0,
    schedule: Schedule.spaced(endingPause),
    times: endingPauses
  })
  if (sessions > 0) {
    return yield* new CommandFailure({
      sentence: `Servers or dispatchers have ${sessions} connections to the database: stop them first. Nothing was changed.`
    })
  }
})
