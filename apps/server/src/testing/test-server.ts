import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readSettings } from "@dragoman/settings"
import { migrate } from "@dragoman/store"
import { newSqliteWithSchema } from "@dragoman/store/testing"
import { NodeHttpClient } from "@effect/platform-node"
import { Context, Effect, Layer, Metric } from "effect"
import { HttpServer } from "effect/http"
import { IndexesMemory } from "../assistance/memory/keep-memory-indexed.ts"
import { layerEndpointNetwork, layerEngine, layerServer } from "../composition/server.ts"
import { PasswordCost } from "../identity/authentication/password.ts"
import { SettingOrigins, Settings, type SettingValues } from "../platform/settings/settings.ts"
import { CurrentThreadFolder } from "../platform/worker/worker.ts"
import { threadFolder } from "./shared-bundle.ts"

/** Reads the settings like `dragoman serve` without flags, and with these variables. */
const readServerSettings = (environment: Readonly<Record<string, string>> = {}) => {
  const read = readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })
  if ("problems" in read) throw new Error(read.problems.join())
  return read
}

const defaults = readServerSettings().settings

/** The least that Argon2 allows: passwords of tests guard nothing. `password.test.ts` has the cost of servers. */
const leastPasswordCost = { memory: 8, passes: 1, parallelism: 1 }

/** No server of the internet. */
const nowhere = "http://127.0.0.1:9"

/** Settings of a server for tests: the defaults, but any free port, no rate limits, and webhooks may reach this machine. */
export const testSettings = (dataDir: string): SettingValues => ({
  ...defaults,
  port: 0,
  dataDir,
  database: { engine: "sqlite", filename: join(dataDir, "dragoman.sqlite") },
  backupFolder: join(dataDir, "backups"),
  adminPassword: "admin-password",
  jwtSecret: "test-secret-test-secret-test-secret-test-secret-test-secret-test",
  demoProject: false,
  rateLimits: false,
  githubLoginUrl: `${nowhere}/login`,
  githubTokenUrl: `${nowhere}/token`,
  githubUserUrl: `${nowhere}/user`,
  googleIssuer: nowhere,
  providerTimeoutMillis: 2_000,
  webhookAllow: ["127.0.0.1", "localhost"],
  webhookTimeoutMillis: 2_000,
  logLevel: "error",
  accessLog: false,
  shutdownTimeoutMillis: 1_000
})

/** Origins of a server that was started without flags and with one variable. */
const layerTestOrigins = Layer.sync(SettingOrigins, () => {
  const { origins, sources } = readServerSettings({ DRAGOMAN_DATABASE_URL: "sqlite:test.sqlite" })
  return { origins, sources }
})

/** The address of the running test server, without a slash at the end. */
export class TestServer extends Context.Service<TestServer, { readonly baseUrl: string; readonly dataDir: string }>()(
  "@dragoman/server/testing/TestServer"
) {}

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-server-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/**
 * The whole server on a real socket and a new database; `change` alters the settings, `network` is where webhooks go. `indexesMemory`:
 * a thread follows commits with the index of the translation memory, which most tests need not pay for.
 */
export const layerTestServer = (
  change: Partial<SettingValues> = {},
  network: typeof layerEndpointNetwork = layerEndpointNetwork,
  indexesMemory = false
) =>
  Layer.unwrap(
    Effect.map(temporaryFolder, (dataDir) => {
      const settings = { ...testSettings(dataDir), ...change }
      // A database that a test names has what the test has written into it.
      if (change.database === undefined) newSqliteWithSchema(join(dataDir, "dragoman.sqlite"))
      return Layer.effect(
        TestServer,
        Effect.map(HttpServer.HttpServer, ({ address }) => ({
          dataDir,
          baseUrl: `http://127.0.0.1:${"port" in address ? address.port : 0}`
        }))
      ).pipe(
        Layer.provideMerge(layerServer),
        Layer.provide(Layer.effectDiscard(migrate({ now: 0, beforeFirst: () => Effect.void }))),
        Layer.provideMerge(Layer.mergeAll(layerEngine, network)),
        Layer.provideMerge(Layer.mergeAll(Layer.succeed(Settings, settings), layerTestOrigins)),
        // Test servers share a process; each counts for itself.
        Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())),
        Layer.provideMerge(Layer.succeed(PasswordCost, leastPasswordCost)),
        Layer.provideMerge(Layer.succeed(IndexesMemory, indexesMemory)),
        Layer.provideMerge(NodeHttpClient.layerUndici),
        Layer.provideMerge(threadFolder === null ? Layer.empty : Layer.succeed(CurrentThreadFolder, threadFolder))
      )
    })
  ).pipe(Layer.orDie)
