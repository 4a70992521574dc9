import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundleServer } from "@dragoman/release/bundle-server"
import { OwnPostgresServer, sharedPostgresVariable } from "@dragoman/store/testing"
import { Effect, ManagedRuntime } from "effect"
import { dispatcherBundle, sharedBundleVariable, sharedDispatcherVariable } from "./server-bundle.ts"

/** Vitest runs this once before all test files: a PostgreSQL server and a bundle for each of them took a tenth of the suite. */
export default async (): Promise<() => Promise<void>> => {
  // The package that starts PostgreSQL ends the process with 0 when it has nothing more to do, whatever tests have failed.
  process.prependListener("beforeExit", (code) => process.exit(code))
  const folder = mkdtempSync(join(tmpdir(), "dragoman bundle "))
  const postgres = ManagedRuntime.make(OwnPostgresServer.layer)
  const [main, url] = await Promise.all([
    bundleServer(folder),
    postgres.runPromise(Effect.flatMap(OwnPostgresServer, ({ newDatabase }) => newDatabase))
  ])
  process.env[sharedBundleVariable] = main
  if (process.env["TEST_CLUSTER"] === "1") {
    process.env[sharedDispatcherVariable] = await dispatcherBundle(join(folder, "dispatcher"))
  }
  process.env[sharedPostgresVariable] = new URL(url).port
  return async () => {
    await postgres.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}
