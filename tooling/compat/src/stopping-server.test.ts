import { mkdtempSync, readdirSync, rmSync, watch } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { logIn } from "./server-client.ts"
import { serverBundle } from "./testing/server-bundle.ts"

describe("a server that gets SIGTERM", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman stop "))
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
  }, 60_000)

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  const start = (data: string, env: Readonly<Record<string, string>>) =>
    startProgram(process.execPath, [main, "serve", "--port", "0", "--data-dir", data], {
      folder: fixture,
      env: {
        DRAGOMAN_LOG_FORMAT: "json",
        DRAGOMAN_RATE_LIMITS: "off",
        DRAGOMAN_ADMIN_PASSWORD: "admin-password",
        ...env
      }
    })

  it("is not ready at once, and takes requests until the drain time is over", { timeout: 60_000 }, async () => {
    const server = start(join(fixture, "drained"), { DRAGOMAN_DRAIN_SECONDS: "1" })
    const address = String((await server.line(isReady))["address"])
    server.signal("SIGTERM")
    await server.line(({ message }) => message === "Server stopping")
    assert.strictEqual((await fetch(`${address}/health/ready`)).status, 503)
    const { call } = await logIn(address, "admin", "admin-password")
    assert.isAbove((await call<{ id: number }>("GET", "/v2/preferred-organization")).id, 0)
    assert.strictEqual(await server.ended, 0)
  })

  it("rolls an import back that takes too long, and responds to its client", { timeout: 60_000 }, async () => {
    const data = join(fixture, "importing")
    const server = start(data, { DRAGOMAN_SHUTDOWN_TIMEOUT_MS: "1000" })
    const address = String((await server.line(isReady))["address"])
    const { authorization, call } = await logIn(address, "admin", "admin-password")
    const organization = await call<{ id: number }>("GET", "/v2/preferred-organization")
    const { id } = await call<{ id: number }>("POST", "/v2/projects", {
      name: "Large",
      organizationId: organization.id,
      languages: [{ name: "English", originalName: "English", tag: "en" }]
    })
    const texts = Object.fromEntries(
      Array.from({ length: 150_000 }, (_, number) => [`key ${number}`, `text ${number}`])
    )
    const form = new FormData()
    form.append("params", JSON.stringify({ forceMode: "OVERRIDE" }))
    form.append("files", new Blob([JSON.stringify(texts)]), "en.json")
    const uploaded = nextEntry(data, "uploads")
    const importing = fetch(`${address}/v2/projects/${id}/single-step-import`, {
      method: "POST",
      headers: { authorization },
      body: form
    })
    await uploaded
    server.signal("SIGTERM")
    const response = await importing
    assert.strictEqual(response.status, 503)
    assert.deepStrictEqual(await response.json(), { code: "server_stopping", params: null })
    assert.isNotNull(response.headers.get("retry-after"))
    assert.strictEqual(await server.ended, 0)

    const again = start(data, {})
    const secondAddress = String((await again.line(isReady))["address"])
    const second = await logIn(secondAddress, "admin", "admin-password")
    const keys = await second.call<{ page: { totalElements: number } }>("GET", `/v2/projects/${id}/translations`)
    assert.strictEqual(keys.page.totalElements, 0)
    again.signal("SIGTERM")
    assert.strictEqual(await again.ended, 0)
  })
})

/** When the folder has the entry. */
const nextEntry = (folder: string, name: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(folder, look)
    function look(): void {
      if (!readdirSync(folder).includes(name)) return
      watcher.close()
      resolve()
    }
    look()
  })
