import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { layerPostgres } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { hasPgbouncer, startPgbouncer } from "@dragoman/store/testing/pgbouncer"
import { Effect, Exit, ManagedRuntime, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { doMainJob } from "../testing/main-job.ts"
import { isClustered, password } from "../testing/running-servers.ts"
import { serverBundle } from "../testing/server-bundle.ts"

const serverCount = 20
const pooledSessions = 10

describe.runIf(isClustered && hasPgbouncer)(`${serverCount} servers behind one PgBouncer`, () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman many servers "))
  const postgres = ManagedRuntime.make(PostgresServer.layer)
  const scope = Scope.makeUnsafe()
  const servers: Array<RunningProgram> = []
  const addresses: Array<string> = []
  let url = ""

  beforeAll(async () => {
    const main = await serverBundle(join(folder, "server"))
    url = await postgres.runPromise(Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase))
    const pooler = ["pool_mode = transaction", `default_pool_size = ${pooledSessions}`, "max_client_conn = 2000"]
    const pooledUrl = await Effect.runPromise(Scope.provide(startPgbouncer(url, pooler), scope))
    // One after the other: starting is what takes processors here.
    for (let index = 0; index < serverCount; index++) {
      const server = startProgram(process.execPath, [main, "serve"], {
        folder,
        env: {
          DRAGOMAN_DATABASE_URL: pooledUrl,
          DRAGOMAN_DATABASE_DIRECT_URL: url,
          DRAGOMAN_DATA_DIR: mkdtempSync(join(folder, "data ")),
          DRAGOMAN_PORT: "0",
          DRAGOMAN_LOG_FORMAT: "json",
          DRAGOMAN_ADMIN_PASSWORD: password,
          DRAGOMAN_DEMO_PROJECT: "off",
          DRAGOMAN_RATE_LIMITS: "off",
          DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1"
        }
      })
      servers.push(server)
      addresses.push(String((await server.line(isReady))["address"]))
    }
  }, 600_000)

  afterAll(async () => {
    for (const server of servers) server.signal("SIGKILL")
    await Promise.all(servers.map(({ ended }) => ended))
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await postgres.dispose()
    rmSync(folder, { recursive: true, force: true })
  }, 120_000)

  it("work as one, on the sessions of the pooler and two of each server", { timeout: 600_000 }, async () => {
    await Promise.all(
      addresses.map((address, index) => doMainJob(address, password, addresses[(index + 1) % serverCount]))
    )
    const [row] = await Effect.runPromise(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ pooled: number; direct: number }>`
          SELECT COUNT(*) FILTER (WHERE application_name = 'dragoman pooled') AS pooled,
            COUNT(*) FILTER (WHERE application_name LIKE 'dragoman server %') AS direct
          FROM pg_stat_activity WHERE datname = current_database()`
      ).pipe(Effect.provide(layerPostgres(url, { applicationName: "dragoman test" })))
    )
    assert.isAtMost(row?.pooled ?? 0, pooledSessions)
    assert.isAtMost(row?.direct ?? 0, 2 * serverCount)
    assert.isAtLeast(row?.direct ?? 0, serverCount)
    const lines = servers.flatMap((server) => server.lines.map(({ line }) => line))
    assert.deepStrictEqual(
      lines.filter(({ level }) => level === "error"),
      []
    )
  })
})
