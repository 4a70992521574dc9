import { countServerSessions } from "@dragoman/store"
import { Effect, Schedule } from "effect"
import { CommandFailure } from "./command-failure.ts"

/** PostgreSQL ends the sessions of a server that has just stopped within moments: for so long a command looks again. */
const endingPause = "100 millis"
const endingPauses = 20

/** On PostgreSQL nothing keeps a server from starting meanwhile. On SQLite a lock does all of it. */
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
