import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startTestServer, type TestServer } from "./start-test-server.ts"

const program = [
  process.execPath,
  process.env["TEST_SERVER_BUNDLE"] ?? join(import.meta.dirname, "../../../apps/server/src/main.ts")
] as const

const fixture = mkdtempSync(join(tmpdir(), "dragoman test server "))
afterAll(() => rmSync(fixture, { recursive: true, force: true }))

const isReachable = ({ address }: Pick<TestServer, "address">): Promise<boolean> =>
  fetch(`${address}/health/live`).then(
    ({ ok }) => ok,
    () => false
  )

describe("a server for tests", () => {
  let server: TestServer
  beforeAll(async () => {
    const seed = join(fixture, "seed.json")
    writeFileSync(
      seed,
      JSON.stringify({ projects: [{ name: "Shop", languages: ["en"], keys: { title: { en: "Title" } } }] })
    )
    server = await startTestServer({ program, seed })
  })
  afterAll(() => server.stop())

  it("has the projects of its seed, for its key", async () => {
    const [project] = server.projects
    const response = await fetch(`${server.address}/v2/projects/${project?.id}/translations/en`, {
      headers: { "x-api-key": server.apiKey }
    })
    assert.deepStrictEqual(await response.json(), { en: { title: "Title" } })
  })

  it("runs beside another one, whose stop leaves it running", async () => {
    const other = await startTestServer({ program })
    assert.notStrictEqual(other.address, server.address)
    assert.isTrue(await isReachable(other))
    await other.stop()
    assert.isFalse(await isReachable(other))
    assert.isTrue(await isReachable(server))
  })

  it("ends with the process that started it, however that one ends", async () => {
    const source = join(import.meta.dirname, "start-test-server.ts")
    const script = `const { startTestServer } = await import(${JSON.stringify(source)})
      console.log((await startTestServer({ program: ${JSON.stringify(program)} })).address)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [address] = await once(createInterface({ input: child.stdout }), "line")
    assert.isTrue(await isReachable({ address }))
    child.kill("SIGKILL")
    while (await isReachable({ address })) await new Promise((resolve) => setImmediate(resolve))
  })

  it("says why it did not start", async () => {
    const failure = (options: Parameters<typeof startTestServer>[0]) =>
      startTestServer(options).then(
        () => "",
        (error: unknown) => String(error)
      )
    assert.match(
      await failure({ program, flags: ["--host", "0.0.0.0"] }),
      /status 2: --host 0\.0\.0\.0 is not of this machine/
    )
    assert.match(await failure({ program: join(fixture, "nothing") }), /cannot be started .*set DRAGOMAN_PROGRAM/)
  })
})
