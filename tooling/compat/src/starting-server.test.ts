import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { serverBundle } from "./testing/server-bundle.ts"

describe("a server that cannot start", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman start "))
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
  }, 60_000)

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  const start = (data: string, port = 0) =>
    startProgram(process.execPath, [main, "serve", "--port", String(port), "--data-dir", data], {
      folder: fixture,
      env: { DRAGOMAN_LOG_FORMAT: "json" }
    })

  /** Its exit code, and what it says. */
  const failureOf = async (server: ReturnType<typeof start>) => {
    const message = await server.line(isReady).then(
      () => "it is ready",
      (error: unknown) => String(error)
    )
    return { exitCode: await server.ended, message }
  }

  it("because its port is in use has created nothing", { timeout: 60_000 }, async () => {
    const data = join(fixture, "never")
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const { port } = other.address() as AddressInfo
    const { exitCode, message } = await failureOf(start(data, port))
    other.close()
    assert.strictEqual(exitCode, 1)
    assert.include(message, `Port ${port} on 127.0.0.1 is in use`)
    assert.isFalse(existsSync(data))
  })

  it.runIf(process.platform === "linux")(
    "because no folder can be created ends with a sentence",
    {
      timeout: 60_000
    },
    async () => {
      const { exitCode, message } = await failureOf(start("/proc/no/such/folder"))
      assert.strictEqual(exitCode, 1)
      assert.include(message, "no folder can be created in /proc")
    }
  )

  it("because another one uses its SQLite file says so, and starts after that was killed", {
    timeout: 60_000
  }, async () => {
    const data = join(fixture, "shared")
    const first = start(data)
    await first.line(isReady)
    const { exitCode, message } = await failureOf(start(data))
    assert.strictEqual(exitCode, 1)
    assert.include(message, "is used by another server")
    first.signal("SIGKILL")
    await first.ended
    const next = start(data)
    await next.line(isReady)
    next.signal("SIGTERM")
    assert.strictEqual(await next.ended, 0)
  })
})
