import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildDispatcher } from "@dragoman/release/build-dispatcher"
import { bundleServer } from "@dragoman/release/bundle-server"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll, afterEach, beforeAll } from "vitest"
import { logIn } from "./server-client.ts"
import { openWebhookReceiver } from "./webhook-receiver.ts"

const username = "root"
const password = "correct-horse-battery"

describe("a server and the webhook dispatcher as programs of their own", () => {
  const world = mkdtempSync(join(tmpdir(), "dragoman dispatcher "))
  const running: Array<RunningProgram> = []
  let server = ""
  let dispatcher = ""

  beforeAll(async () => {
    server = await bundleServer(join(world, "server"))
    dispatcher = join(await buildDispatcher(join(world, "dispatcher")), "dist", "main.mjs")
  })

  afterEach(async () => {
    for (const program of running.splice(0)) {
      program.signal("SIGKILL")
      await program.ended
    }
  })

  afterAll(() => rmSync(world, { recursive: true, force: true }))

  const start = (main: string, words: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
    const program = startProgram(process.execPath, [main, ...words], {
      folder: world,
      env: { DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1", DRAGOMAN_LOG_FORMAT: "json", ...env }
    })
    running.push(program)
    return program
  }

  const startServer = (env: Readonly<Record<string, string>>) =>
    start(server, ["serve"], {
      DRAGOMAN_PORT: "0",
      DRAGOMAN_ADMIN_USERNAME: username,
      DRAGOMAN_ADMIN_PASSWORD: password,
      DRAGOMAN_WEBHOOK_DISPATCHER: "external",
      ...env
    })

  const startDispatcher = async (env: Readonly<Record<string, string>>) => {
    const program = start(dispatcher, [], env)
    await program.line(({ message }) => message === "The webhook dispatcher has started.")
    return program
  }

  /** Changes arrive while the dispatcher runs; those made while it does not arrive when it runs again. */
  const deliverWithInterruption = async (env: Readonly<Record<string, string>>): Promise<void> => {
    const receiver = await openWebhookReceiver()
    try {
      const address = String((await startServer(env).line(isReady))["address"])
      const { call } = await logIn(address, username, password)
      const first = await startDispatcher(env)
      const { id } = await call("POST", "/v2/projects/1/webhook-configs", { url: receiver.url })
      assert.strictEqual((await receiver.next()).type, "WEBHOOK_CONFIG_CREATE")

      first.signal("SIGTERM")
      assert.strictEqual(await first.ended, 0)
      const before = receiver.count()
      await call("POST", "/v2/projects/1/languages", { name: "Basque", originalName: "Euskara", tag: "eu" })
      assert.isTrue((await call("POST", `/v2/projects/1/webhook-configs/${id}/test`))["success"])
      assert.strictEqual((await receiver.next()).type, "undefined", "the test call, which the server makes itself")
      assert.strictEqual(receiver.count(), before + 1, "the change waits")

      await startDispatcher(env)
      assert.strictEqual((await receiver.next()).type, "CREATE_LANGUAGE")
    } finally {
      receiver.close()
    }
  }

  it("on SQLite", () => deliverWithInterruption({ DRAGOMAN_DATA_DIR: join(world, "data") }))

  it.effect(
    "on PostgreSQL",
    () =>
      Effect.gen(function* () {
        const { newDatabase } = yield* PostgresServer
        const url = yield* newDatabase
        yield* Effect.promise(() =>
          deliverWithInterruption({ DRAGOMAN_DATABASE_URL: url, DRAGOMAN_DATA_DIR: join(world, "uploads") })
        )
      }).pipe(Effect.provide(PostgresServer.layer)),
    60_000
  )
})
