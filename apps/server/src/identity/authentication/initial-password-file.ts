import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { Settings } from "../../platform/settings/settings.ts"

/** The file with the generated password of the initial administrator, until the password is changed. */
export const initialPasswordFile = (dataDir: string): string => join(dataDir, "initial.pwd")

/** Writes the file; only the operating system user of the server can read it. */
export const writeInitialPasswordFile = Effect.fn("writeInitialPasswordFile")(function* (password: string) {
  const { dataDir } = yield* Settings
  const file = initialPasswordFile(dataDir)
  // Writing would keep the mode of an older file, which may be wider.
  yield* Effect.promise(() => rm(file, { force: true }).then(() => writeFile(file, `${password}\n`, { mode: 0o600 })))
})

/** Removes the file once its password is no longer valid. A failure is logged and does not fail the change of the password. */
export const removeInitialPasswordFile = Effect.fn("removeInitialPasswordFile")(function* () {
  const { dataDir } = yield* Settings
  const file = initialPasswordFile(dataDir)
  yield* Effect.tryPromise(() => rm(file, { force: true })).pipe(
    Effect.catch(() =>
      Effect.annotateLogs(Effect.logWarning("Removing the file with the initial password failed"), { file })
    )
  )
})
