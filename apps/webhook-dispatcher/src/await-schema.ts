import { checkVersion, schemaVersion } from "@dragoman/store"
import { Effect } from "effect"

/**
 * Waits until the server has brought the schema to the version that this program knows: only the server migrates. Looks
 * once a second and says once that it waits. Fails when the schema is newer and this program does not work with it.
 */
export const awaitSchema = Effect.gen(function* () {
  let isSaid = false
  for (;;) {
    const databaseVersion = yield* checkVersion(schemaVersion)
    if (databaseVersion >= schemaVersion) return
    if (!isSaid) {
      const found = databaseVersion === 0 ? "has no schema yet" : "has an older schema"
      yield* Effect.logInfo(`The database ${found}: waiting for the server to migrate it.`)
    }
    isSaid = true
    yield* Effect.sleep("1 second")
  }
})
