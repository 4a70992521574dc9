/** @module-tag exhaustive */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { layerPostgres, schemaVersion } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { freePort } from "@dragoman/store/testing/free-port"
import { Effect, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { logIn } from "../server-client.ts"
import { password } from "../testing/running-servers.ts"
import { serverBundle } from "../testing/server-bundle.ts"
import { type Balancer, startBalancer } from "./balancer.ts"
import { type SteadyLoad, startLoad } from "./steady-load.ts"

const sources = fileURLToPath(new URL("../../../../apps/server/src/main.ts", import.meta.url))
const nextProgram = fileURLToPath(import.meta.resolve("@dragoman/store/testing/next-program"))

/** Requests under each constellation of servers. */
const requestsEach = 40

describe("two servers on PostgreSQL, upgraded one after the other", () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman rolling "))
  const postgres = ManagedRuntime.make(PostgresServer.layer)
  const programs: Array<RunningProgram> = []
  let url = ""
  let main = ""
  let balancer: Balancer
  let load: SteadyLoad | undefined

  beforeAll(async () => {
    main = await serverBundle(join(folder, "server"))
    url = await postgres.runPromise(Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase))
  }, 60_000)

  afterAll(async () => {
    await load?.stop()
    await balancer?.stop()
    for (const program of programs) {
      program.signal("SIGKILL")
      await program.ended
    }
    await postgres.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  /** `next`: the program with one migration more, from the sources. */
  const start = async (port: number, program: "present" | "next") => {
    const words = program === "present" ? [main] : ["--import", nextProgram, sources]
    const started = startProgram(process.execPath, [...words, "serve"], {
      folder,
      env: {
        DRAGOMAN_DATABASE_URL: url,
        DRAGOMAN_DATA_DIR: mkdtempSync(join(folder, "data ")),
        DRAGOMAN_PORT: String(port),
        DRAGOMAN_LOG_FORMAT: "json",
        DRAGOMAN_ADMIN_PASSWORD: password,
        DRAGOMAN_RATE_LIMITS: "off",
        DRAGOMAN_CONSOLE: "off",
        DRAGOMAN_DRAIN_SECONDS: "1"
      }
    })
    programs.push(started)
    await started.line(isReady)
    return started
  }

  const stop = async (program: RunningProgram) => {
    program.signal("SIGTERM")
    assert.strictEqual(await program.ended, 0)
  }

  const query = <A extends object>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
    Effect.runPromise(Effect.flatMap(SqlClient.SqlClient, statement).pipe(Effect.provide(layerPostgres(url))))

  const versions = async () =>
    (
      await query((sql) => sql<{ version: number }>`SELECT version FROM schema_migration ORDER BY version DESC LIMIT 2`)
    ).map(({ version }) => version)

  it("fail no request, neither forwards nor on the way back, and the older program undoes the rest", async () => {
    const ports = [await freePort(), await freePort()] as const
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
    balancer = await startBalancer(addresses)
    const running = [await start(ports[0], "present"), await start(ports[1], "present")]
    for (const address of addresses) await balancer.ready(address)
    const client = await logIn(balancer.address, "admin", password)
    const { id } = await client.call<{ id: number }>("POST", "/v2/projects", {
      name: "Harbour",
      organizationId: (await client.call<{ id: number }>("GET", "/v2/preferred-organization")).id,
      languages: [{ name: "English", originalName: "English", tag: "en" }],
      baseLanguageTag: "en"
    })
    load = startLoad(client, id)
    await load.more(requestsEach)

    const replace = async (index: 0 | 1, program: "present" | "next") => {
      await stop(running[index] as RunningProgram)
      await load?.more(requestsEach)
      running[index] = await start(ports[index], program)
      await balancer.ready(addresses[index] as string)
      await load?.more(requestsEach)
    }
    await replace(0, "next")
    assert.deepStrictEqual(await versions(), [schemaVersion + 1, schemaVersion])
    await replace(1, "next")

    // Back: the older program beside the newer one, on the newer schema.
    await replace(0, "present")
    const warned = (running[0] as RunningProgram).lines.find(({ line }) => line["programVersion"] === schemaVersion)
    assert.deepInclude(warned?.line, { databaseVersion: schemaVersion + 1, level: "warn" })
    await load.stop()
    assert.deepStrictEqual(load.failures, [])
    assert.isAbove(load.requests(), 7 * requestsEach)

    const names = await query((sql) => sql<{ name: string }>`SELECT name FROM translation_key WHERE name LIKE 'k%-%'`)
    assert.sameMembers(
      names.map(({ name }) => name),
      [...load.keys]
    )

    const run = (...words: ReadonlyArray<string>) => {
      const env = { DRAGOMAN_DATABASE_URL: url, DRAGOMAN_DATA_DIR: folder }
      return spawnSync(process.execPath, [main, ...words], { cwd: folder, env, encoding: "utf8" })
    }
    const whileRunning = run("migrate", "down", "--accept-loss")
    assert.match(whileRunning.stderr, /^Servers or dispatchers have \d+ connections/)
    for (const program of running) await stop(program)
    assert.match(run("migrate", "down").stderr, /loses: all next notes\. Add --accept-loss/)
    assert.deepInclude(JSON.parse(run("migrate", "down", "--accept-loss").stdout), {
      from: schemaVersion + 1,
      to: schemaVersion,
      undone: [{ version: schemaVersion + 1, name: "next" }]
    })
    assert.isTrue(JSON.parse(run("migrate", "status").stdout).works)
    const [column] = await query(
      (sql) => sql`SELECT 1 AS found FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = 'next_rating'`
    )
    assert.isUndefined(column)
  }, 120_000)
})
