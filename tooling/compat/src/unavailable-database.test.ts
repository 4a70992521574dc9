import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { freePort } from "@dragoman/store/testing/free-port"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { openPostgres } from "./testing/postgres.ts"
import { dispatcherBundle, serverBundle } from "./testing/server-bundle.ts"

describe("a server whose database is unavailable", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman away "))
  const postgres = openPostgres()
  let main = ""
  let dispatcherMain = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
    dispatcherMain = await dispatcherBundle(join(fixture, "dispatcher"))
  }, 120_000)

  afterAll(async () => {
    await postgres.close()
    rmSync(fixture, { recursive: true, force: true })
  })

  it("starts all the same: alive, not ready, until the database is there", { timeout: 120_000 }, async () => {
    const port = await freePort()
    const [metricsPort, dispatcherPort] = [await freePort(), await freePort()]
    const env = {
      DRAGOMAN_DATABASE_URL: await postgres.newDatabase(),
      DRAGOMAN_LOG_FORMAT: "json",
      DRAGOMAN_WEBHOOK_DISPATCHER: "external",
      DRAGOMAN_DISPATCHER_PORT: String(dispatcherPort)
    }
    const words = [
      "--port",
      String(port),
      "--metrics-port",
      String(metricsPort),
      "--data-dir",
      join(fixture, "waiting")
    ]
    const ask = async (at: number, path: string) => {
      const response = await fetch(`http://127.0.0.1:${at}${path}`)
      return { status: response.status, body: await response.json() }
    }
    const isWaiting = ({ message }: Readonly<Record<string, unknown>>) =>
      String(message).endsWith("the start waits for it")
    const { server, dispatcher } = await postgres.whileAway(async () => {
      const programs = {
        server: startProgram(process.execPath, [main, "serve", ...words], { folder: fixture, env }),
        dispatcher: startProgram(process.execPath, [dispatcherMain], { folder: fixture, env })
      }
      for (const program of Object.values(programs)) {
        const { message, level, reason } = await program.line(isWaiting)
        assert.deepStrictEqual([message, level], ["Database unavailable: the start waits for it", "warn"])
        assert.include(String(reason), "ECONNREFUSED")
      }
      for (const at of [port, metricsPort, dispatcherPort]) {
        assert.deepStrictEqual(await ask(at, "/health/live"), { status: 200, body: { status: "UP" } })
        assert.deepStrictEqual(await ask(at, "/health/ready"), { status: 503, body: { status: "DOWN" } })
      }
      const request = await fetch(`http://127.0.0.1:${port}/v2/projects`)
      assert.deepStrictEqual([request.status, request.headers.get("retry-after")], [503, "10"])
      assert.deepStrictEqual(await request.json(), { code: "database_unavailable", params: null })
      return programs
    })
    await server.line(isReady)
    await dispatcher.line(({ message }) => message === "Webhook dispatcher started")
    for (const at of [port, metricsPort, dispatcherPort]) {
      assert.deepStrictEqual(await ask(at, "/health/ready"), { status: 200, body: { status: "UP" } })
    }
    for (const program of [server, dispatcher]) {
      assert.strictEqual(program.lines.filter(({ line }) => isWaiting(line)).length, 1)
      program.signal("SIGTERM")
      assert.strictEqual(await program.ended, 0)
    }
  })

  it("ends at once with a sentence when a person has to correct something", { timeout: 120_000 }, async () => {
    const url = new URL(await postgres.newDatabase())
    url.pathname = "/missing"
    const env = { DRAGOMAN_DATABASE_URL: String(url), DRAGOMAN_LOG_FORMAT: "json" }
    const words = ["--port", "0", "--data-dir", join(fixture, "missing")]
    for (const [program, sentence] of [
      [
        startProgram(process.execPath, [main, "serve", ...words], { folder: fixture, env }),
        "does not exist: create it"
      ],
      [startProgram(process.execPath, [dispatcherMain], { folder: fixture, env }), null]
    ] as const) {
      const error = await program.line(isReady).then(() => "it is ready", String)
      assert.strictEqual(await program.ended, 1)
      assert.notInclude(error, "    at ")
      if (sentence !== null) assert.include(error, sentence)
      else await program.line(({ message }) => String(message).startsWith("The database cannot be opened (database"))
    }
  })

  it("stops with 0 on SIGTERM", async () => {
    const server = startProgram(process.execPath, [main, "serve", "--port", "0", "--data-dir", join(fixture, "data")], {
      folder: fixture,
      env: { DRAGOMAN_DATABASE_URL: await postgres.newDatabase(), DRAGOMAN_LOG_FORMAT: "json" }
    })
    await server.line(isReady)
    const exitCode = await postgres.whileAway(() => {
      server.signal("SIGTERM")
      return server.ended
    })
    assert.strictEqual(exitCode, 0)
  })
})
