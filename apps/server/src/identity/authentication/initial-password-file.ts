import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { Settings } from "../../platform/settings/settings.ts"

/** Where the generated password of the first administrator lies until it is changed. Source: product section 4. */
export const initialPasswordFile = (dataDir: string): string => join(dataDir, "initial.pwd")

/** Readable by the user of the server alone. */
export const writeInitialPasswordFile = Effect.fn("writeInitialPasswordFile")(function* (password: string) {
  const { dataDir } = yield* Settings
  const file = initialPasswordFile(dataDir)
  // An older file may have a wider mode, which writing keeps.
  yield* Effect.promise(() => rm(file, { force: true }).then(() => writeFile(file, `${password}\n`, { mode: 0o600 })))
})

/** The password in it opens nothing any more. A file that cannot be removed is no reason to refuse the change. */
export const removeInitialPasswordFile = Effect.fn("removeInitialPasswordFile")(function* () {
  const { dataDir } = yield* Settings
  const file = initialPasswordFile(dataDir)
  yield* Effect.tryPromise(() => rm(file, { force: true })).pipe(
    Effect.catch(() => Effect.logWarning(`${file} holds an old password and could not be removed.`))
  )
})
