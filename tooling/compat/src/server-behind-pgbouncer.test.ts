import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { PostgresServer } from "@dragoman/store/testing"
import { hasPgbouncer, startPgbouncer } from "@dragoman/store/testing/pgbouncer"
import { Effect, Exit, ManagedRuntime, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { doMainJob } from "./testing/main-job.ts"
import { password } from "./testing/running-servers.ts"
import { serverBundle } from "./testing/server-bundle.ts"

describe.runIf(hasPgbouncer)("a server behind PgBouncer in transaction mode", () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman pooled "))
  const postgres = ManagedRuntime.make(PostgresServer.layer)
  const scope = Scope.makeUnsafe()
  let main = ""
  let directUrl = ""
  let pooledUrl = ""

  beforeAll(async () => {
    main = await serverBundle(join(folder, "server"))
    directUrl = await postgres.runPromise(Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase))
    // Fewer sessions than the server has connections: it shares them.
    const settings = ["pool_mode = transaction", "default_pool_size = 3"]
    pooledUrl = await Effect.runPromise(Scope.provide(startPgbouncer(directUrl, settings), scope))
  }, 120_000)

  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await postgres.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (words: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
    startProgram(process.execPath, [main, ...words], {
      folder,
      env: {
        DRAGOMAN_DATABASE_URL: pooledUrl,
        DRAGOMAN_DATA_DIR: join(folder, "data"),
        DRAGOMAN_PORT: "0",
        DRAGOMAN_LOG_FORMAT: "json",
        DRAGOMAN_ADMIN_PASSWORD: password,
        DRAGOMAN_DEMO_PROJECT: "off",
        DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1",
        ...env
      }
    })

  it("needs the URL of PostgreSQL itself, and says so", async () => {
    const server = start(["serve"], {})
    const error = await server.line(isReady).then(() => "it is ready", String)
    assert.strictEqual(await server.ended, 1)
    assert.include(error, "DRAGOMAN_DATABASE_DIRECT_URL")
  })

  it("migrates, writes, reads, imports, publishes and sends webhooks; commands count it as running", async () => {
    const env = { DRAGOMAN_DATABASE_DIRECT_URL: directUrl }
    const server = start(["serve"], env)
    const { address } = (await server.line(isReady)) as { readonly address: string }
    await doMainJob(address, password)
    const copy = ["copy", "--from", directUrl, "--to", `sqlite:${join(folder, "copy.sqlite")}`]
    const refused = start(copy, {})
    assert.strictEqual(await refused.ended, 1)
    server.signal("SIGTERM")
    assert.strictEqual(await server.ended, 0)
    // PgBouncer keeps its sessions, of which none counts as a server.
    assert.strictEqual(await start(copy, {}).ended, 0)
  })
})
