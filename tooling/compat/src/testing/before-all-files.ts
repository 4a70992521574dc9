import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { bundleServer } from "@dragoman/release/bundle-server"
import { addonFile } from "@dragoman/release/repository"
import { layerPostgres, layerSqlite, migrate } from "@dragoman/store"
import {
  OwnPostgresServer,
  sharedPostgresVariable,
  sharedSchemaVariable,
  sharedSqliteVariable
} from "@dragoman/store/testing"
import { Effect, ManagedRuntime } from "effect"
import { dispatcherBundle, sharedBundleVariable, sharedDispatcherVariable } from "./server-bundle.ts"

/** Vitest runs this once before all test files: a PostgreSQL server and a bundle for each of them took a tenth of the suite. */
export default async (): Promise<() => Promise<void>> => {
  // The package that starts PostgreSQL ends the process with 0 when it has nothing more to do, whatever tests have failed.
  process.prependListener("beforeExit", (code) => process.exit(code))
  const folder = mkdtempSync(join(tmpdir(), "dragoman bundle "))
  const sqlite = join(folder, "schema.sqlite")
  const postgres = ManagedRuntime.make(OwnPostgresServer.layer)
  const [main, dispatcher, url] = await Promise.all([
    // A run inside of another one, as `before-all-files.test.ts` makes it, has that one's.
    process.env[sharedBundleVariable] ?? bundleForTests(folder),
    dispatcherBundle(join(folder, "dispatcher")),
    postgres.runPromise(databaseWithSchema),
    Effect.runPromise(withSchema.pipe(Effect.provide(layerSqlite({ filename: sqlite }))))
  ])
  process.env[sharedBundleVariable] = main
  process.env[sharedDispatcherVariable] = dispatcher
  const { port, pathname } = new URL(url)
  process.env[sharedPostgresVariable] = port
  process.env[sharedSchemaVariable] = pathname.slice(1)
  process.env[sharedSqliteVariable] = sqlite
  return async () => {
    await postgres.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

const withSchema = migrate({ now: 0, beforeFirst: () => Effect.void })

/** Nothing may be connected to it: it is copied. */
const databaseWithSchema = Effect.gen(function* () {
  const { newDatabase } = yield* OwnPostgresServer
  const url = yield* newDatabase
  yield* Effect.provide(withSchema, layerPostgres(url))
  return url
})

/**
 * Test servers run in the process of the tests, which loads the addon from its package, and their threads from the bundle.
 * INVARIANT: all of them load the same file, see `layer-engine.ts`.
 */
const bundleForTests = async (folder: string): Promise<string> => {
  const main = await bundleServer(folder)
  const addon = join(dirname(main), "better_sqlite3.node")
  rmSync(addon)
  symlinkSync(addonFile(), addon)
  return main
}
