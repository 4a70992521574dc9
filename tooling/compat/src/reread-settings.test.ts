import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { serverBundle } from "./testing/server-bundle.ts"

describe.skipIf(process.platform === "win32")("a server that gets SIGHUP", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman reread "))
  const config = join(fixture, "dragoman.yaml")
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(fixture, "dist"))
  }, 60_000)

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it("reads its settings again: some count at once, and it names the others", { timeout: 60_000 }, async () => {
    const configure = (text: string) => writeFileSync(config, `port: 0\nlog: { format: json }\n${text}`)
    configure("limit-logins: off\naccess-token: { ms: 600000 }\n")
    const server = startProgram(
      process.execPath,
      [main, "serve", "--config", config, "--data-dir", join(fixture, "d")],
      {
        folder: fixture,
        env: { DRAGOMAN_ADMIN_PASSWORD: "admin-password" }
      }
    )
    const says = (part: string) => server.line(({ message }) => String(message).includes(part))
    const address = String((await server.line(isReady))["address"])
    const tokens: Array<string> = []
    const logIn = async () => {
      const response = await fetch(`${address}/api/public/generatetoken`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "admin", password: "admin-password" })
      })
      tokens.push(((await response.json()) as { accessToken?: string }).accessToken ?? "")
      return response.status
    }
    const logged = () => server.lines.flatMap(({ line }) => (line["message"] === "Request" ? [line["status"]] : []))
    assert.deepStrictEqual([await logIn(), await logIn()], [200, 200])
    const { iat, exp } = JSON.parse(Buffer.from(tokens[0]?.split(".")[1] ?? "", "base64url").toString())
    assert.strictEqual(exp - iat, 600)
    // A request is logged when its response has ended, which may be after its client has read it.
    while (logged().length < 2) await setImmediate()

    configure("limit-logins: 1/1h\nlog-level: warn\ndrain-seconds: 3\naccess-token-ms: 600000\n")
    server.signal("SIGHUP")
    await says("count after a restart: DRAGOMAN_DRAIN_SECONDS")
    assert.deepStrictEqual([await logIn(), await logIn()], [200, 429])

    configure("limit-logins: 1/1h\naccess-token-ms: 600000\n")
    server.signal("SIGHUP")
    await says("changed: DRAGOMAN_LOG_LEVEL")
    assert.strictEqual(await logIn(), 429)
    await server.line(({ message, status }) => message === "Request" && status === 429)

    configure("limit-logins: often\n")
    server.signal("SIGHUP")
    await says("Reading the settings again failed")
    assert.strictEqual(await logIn(), 429)

    server.signal("SIGTERM")
    assert.strictEqual(await server.ended, 0)
    assert.deepStrictEqual(logged(), [200, 200, 429, 429])
  })
})
