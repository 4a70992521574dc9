import { checkVersion, schemaVersion } from "@dragoman/store"
import { Effect } from "effect"

/**
 * Waits until the server has brought the schema to the version that this program knows: only the server migrates. Polls
 * once a second and logs once that it waits. Fails when the schema is newer and this program does not work with it.
 */
export const awaitSchema = Effect.gen(function* () {
  let isLogged = false
  for (;;) {
    const databaseVersion = yield* checkVersion(schemaVersion)
    if (databaseVersion >= schemaVersion) return
    if (!isLogged) {
      const found = databaseVersion === 0 ? "has no schema yet" : "has an older schema"
      yield* Effect.logInfo(`Database ${found}: waiting for the server to migrate it`)
    }
    isLogged = true
    yield* Effect.sleep("1 second")
  }
})
