/** @module-tag exhaustive */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { logIn, type ServerClient } from "./server-client.ts"
import { openPostgres } from "./testing/postgres.ts"
import { serverBundle } from "./testing/server-bundle.ts"

const encryptionKey = Buffer.alloc(32, 7).toString("base64")

/** Reads everything that has to be the same on the copy. */
const read = async ({ call }: ServerClient) => {
  type List = { readonly _embedded: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>> }
  const webhooks = await call<List>("GET", "/v2/projects/1/webhook-configs")
  const [webhook] = webhooks._embedded["webhookConfigs"] ?? []
  const deliveries = await call<List>("GET", `/v2/projects/1/webhook-configs/${webhook?.["id"]}/deliveries`)
  return {
    translations: await call("GET", "/v2/projects/1/translations/en"),
    activity: await call("GET", "/v2/projects/1/activity"),
    webhookUrl: webhook?.["url"],
    webhookSecret: webhook?.["webhookSecret"],
    deliveries: Object.values(deliveries._embedded)[0]?.map(({ id, messageId, state }) => ({ id, messageId, state }))
  }
}

describe("a server with an encrypted database", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman copied "))
  const postgres = openPostgres()
  const received: Array<string> = []
  let endpoint: Server
  let main = ""
  let webhookUrl = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
    endpoint = createServer((request, response) => {
      received.push(String(request.headers["webhook-id"]))
      response.end()
    })
    await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve))
    const address = endpoint.address()
    webhookUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook`
  }, 60_000)

  afterAll(async () => {
    endpoint.close()
    await postgres.close()
    rmSync(fixture, { recursive: true, force: true })
  })

  const environment = (database: string) => ({
    DRAGOMAN_LOG_FORMAT: "json",
    DRAGOMAN_RATE_LIMITS: "off",
    DRAGOMAN_ADMIN_PASSWORD: "admin-password",
    DRAGOMAN_ENCRYPTION_KEY: encryptionKey,
    DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1",
    DRAGOMAN_DATA_DIR: join(fixture, "data"),
    DRAGOMAN_DATABASE_URL: database,
    DRAGOMAN_BACKUP_HOURS: "24"
  })

  const onServer = async <A>(
    database: string,
    use: (client: ServerClient, logged: (message: string) => Promise<object>) => Promise<A>
  ): Promise<A> => {
    const server = startProgram(process.execPath, [main, "serve", "--port", "0"], {
      folder: fixture,
      env: environment(database)
    })
    try {
      const address = String((await server.line(isReady))["address"])
      const logged = (message: string) => server.line((line) => line["message"] === message)
      return await use(await logIn(address, "admin", "admin-password"), logged)
    } finally {
      server.signal("SIGTERM")
      await server.ended
    }
  }

  const run = (words: ReadonlyArray<string>, database = "") => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
      cwd: fixture,
      env: database === "" ? {} : environment(database),
      encoding: "utf8"
    })
    return { status, stderr, facts: status === 0 ? JSON.parse(stdout) : null }
  }

  const change = ({ call }: ServerClient, text: string) =>
    call("POST", "/v2/projects/1/translations", { key: "greeting", translations: { en: text } })

  /** Webhooks are delivered in a while. */
  const awaitDelivered = async (count: number): Promise<void> => {
    if (received.length >= count) return
    await new Promise<void>((resolve) => endpoint.once("request", () => resolve()))
    return awaitDelivered(count)
  }

  it("moves to PostgreSQL, is backed up there, and comes back, with webhooks, history and secrets", async () => {
    const sqlite = `sqlite:${join(fixture, "data", "dragoman.sqlite")}`
    const database = await postgres.newDatabase()
    const before = await onServer(sqlite, async (client, logged) => {
      const scheduled = await logged("Backup made")
      assert.strictEqual(run(["backup", "verify", String(Reflect.get(scheduled, "file"))]).status, 0)
      const organization = await client.call<{ id: number }>("GET", "/v2/preferred-organization")
      await client.call("POST", "/v2/projects", {
        name: "Moving",
        organizationId: organization.id,
        languages: [{ name: "English", originalName: "English", tag: "en" }]
      })
      await client.call("POST", "/v2/projects/1/webhook-configs", { url: webhookUrl })
      const delivered = received.length
      await change(client, "Hello")
      await awaitDelivered(delivered + 1)
      return read(client)
    })
    assert.strictEqual(before.webhookUrl, webhookUrl)

    writeFileSync(join(fixture, "target"), `${database}\n`)
    const copied = run(["copy", "--from", sqlite, "--to-file", "target"])
    assert.strictEqual(copied.status, 0, copied.stderr)
    assert.isAbove(copied.facts.rowCount, 10)
    assert.notInclude(JSON.stringify(copied.facts), `${new URL(database).password}@`)
    assert.match(run(["copy", "--from", sqlite, "--to-file", "target"]).stderr, /has a database of Dragoman already/)

    const [moved, changed] = await onServer(database, async (client) => {
      const found = await read(client)
      const delivered = received.length
      await change(client, "Hello from PostgreSQL")
      await awaitDelivered(delivered + 1)
      return [found, await read(client)] as const
    })
    assert.deepStrictEqual({ ...moved, deliveries: undefined }, { ...before, deliveries: undefined })
    assert.deepStrictEqual(
      moved.deliveries?.map(({ id }) => id),
      before.deliveries?.map(({ id }) => id)
    )

    const backup = run(["backup", "moved.backup"], database)
    assert.strictEqual(backup.status, 0, backup.stderr)
    assert.match(backup.facts.encryptionKeyId, /^[0-9a-f]{16}$/)
    const verified = run(["backup", "verify", "moved.backup"])
    assert.strictEqual(verified.status, 0, verified.stderr)
    assert.deepInclude(verified.facts, { engine: "postgres", encryptionKeyId: backup.facts.encryptionKeyId })

    const restored = `sqlite:${join(fixture, "restored", "dragoman.sqlite")}`
    assert.strictEqual(run(["restore", "moved.backup"], restored).status, 0)
    const back = await onServer(restored, async (client) => {
      const found = await read(client)
      const delivered = received.length
      await change(client, "Hello again")
      await awaitDelivered(delivered + 1)
      return found
    })
    assert.deepStrictEqual({ ...back, deliveries: undefined }, { ...changed, deliveries: undefined })
    assert.strictEqual(new Set(received).size, received.length, "no delivery has an id that the receiver has seen")
  }, 120_000)

  it.each([
    [["copy"], 2, /needs --from/],
    [["copy", "--from", "sqlite:nowhere.sqlite", "--to", "sqlite:x.sqlite"], 1, /There is no database/],
    [
      ["copy", "--from", "mysql://u:hunter2@h/d", "--to", "sqlite:x.sqlite"],
      2,
      /--from must be sqlite:PATH or postgres/
    ],
    [["copy", "--from", "postgres://u:hunter2@127.0.0.1:1/d", "--to", "sqlite:x.sqlite"], 1, /does not respond/],
    [["copy", "a", "b"], 2, /takes --from and --to/],
    [["backup", "verify"], 2, /Which file/],
    [["backup", "verify", "none"], 1, /There is no file/],
    [["backup", "fetch", "a", "b"], 1, /DRAGOMAN_BACKUP_S3_ENDPOINT/]
  ] as const)("says what is wrong with: %j", (words, status, sentence) => {
    const result = run(words)
    assert.match(result.stderr, sentence)
    assert.strictEqual(result.status, status)
    assert.notInclude(result.stderr, "hunter2")
    assert.strictEqual(result.stderr.trim().split("\n").length, 1, result.stderr)
  })
})
