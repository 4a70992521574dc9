import { currentVersion, schemaVersion } from "@dragoman/store"
import { Data, Effect } from "effect"

/** The database was written by a newer server. Run the dispatcher of the same version. */
class SchemaTooNew extends Data.TaggedError("SchemaTooNew")<{
  readonly databaseVersion: number
  readonly programVersion: number
}> {}

/**
 * Waits until the server has brought the schema to the version that this program knows: only the server migrates. Looks
 * once a second and says once that it waits.
 */
export const awaitSchema = Effect.gen(function* () {
  let isSaid = false
  for (;;) {
    const databaseVersion = yield* currentVersion
    if (databaseVersion > schemaVersion) {
      return yield* new SchemaTooNew({ databaseVersion, programVersion: schemaVersion })
    }
    if (databaseVersion === schemaVersion) return
    if (!isSaid) {
      const found = databaseVersion === 0 ? "has no schema yet" : "has an older schema"
      yield* Effect.logInfo(`The database ${found}: waiting for the server to migrate it.`)
    }
    isSaid = true
    yield* Effect.sleep("1 second")
  }
})
