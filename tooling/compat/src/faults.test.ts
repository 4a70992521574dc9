import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { logIn } from "./server-client.ts"
import { serverBundle } from "./testing/server-bundle.ts"

const password = "admin-password"

describe("a server with", () => {
  const world = mkdtempSync(join(tmpdir(), "dragoman faults "))
  const programs: Array<RunningProgram> = []
  let main = ""

  beforeAll(async () => {
    main = await serverBundle(join(world, "dist"))
  }, 60_000)

  afterEach(async () => {
    for (const program of programs.splice(0)) {
      program.signal("SIGKILL")
      await program.ended
    }
  })

  afterAll(() => rmSync(world, { recursive: true, force: true }))

  /** `prefix`: words before the program. */
  const start = async (dataDir: string, prefix: ReadonlyArray<string> = []) => {
    const [command = "", ...words] = [...prefix, process.execPath, main, "serve", "--port", "0", "--data-dir", dataDir]
    const program = startProgram(command, words, {
      folder: world,
      env: {
        PATH: process.env["PATH"] ?? "",
        DRAGOMAN_LOG_FORMAT: "json",
        DRAGOMAN_RATE_LIMITS: "off",
        DRAGOMAN_ADMIN_PASSWORD: password
      }
    })
    programs.push(program)
    const address = String((await program.line(isReady))["address"])
    const { authorization, call } = await logIn(address, "admin", password)
    const { _embedded } = await call<{ _embedded: { projects: ReadonlyArray<{ id: number }> } }>("GET", "/v2/projects")
    const project = `/v2/projects/${_embedded.projects[0]?.id}`
    const ask = async (path: string, body?: FormData) => {
      const response = await fetch(`${address}${path}`, {
        headers: { authorization },
        ...(body === undefined ? {} : { method: "POST", body })
      })
      const answer = (await response.json()) as { readonly code?: string; readonly status?: string }
      return { status: response.status, code: answer.code ?? answer.status ?? null }
    }
    return { program, address, project, ask, call }
  }

  it("a damaged database says so in its readiness, and serves what can be read", { timeout: 60_000 }, async () => {
    const dataDir = join(world, "damaged")
    const healthy = await start(dataDir)
    healthy.program.signal("SIGTERM")
    await healthy.program.ended
    overwriteTable(join(dataDir, "dragoman.sqlite"), "translation")

    const { project, ask } = await start(dataDir)
    assert.deepStrictEqual(await ask("/health/ready"), { status: 200, code: "UP" })
    assert.deepStrictEqual(await ask(`${project}/translations`), { status: 503, code: "database_damaged" })
    assert.deepStrictEqual(await ask("/health/ready"), { status: 503, code: "DOWN" })
    assert.deepStrictEqual(await ask("/health/live"), { status: 200, code: "UP" })
    assert.deepStrictEqual(await ask("/v2/projects"), { status: 200, code: null })
  })

  it.skipIf(process.platform === "win32")(
    "64 file descriptors rejects what needs more of them with 503, and serves the rest",
    { timeout: 60_000 },
    async () => {
      const limited = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"]
      const { address, project, ask, call } = await start(join(world, "descriptors"), limited)
      const push = () => {
        const form = new FormData()
        form.append("params", JSON.stringify({ forceMode: "OVERRIDE" }))
        form.append("files", new Blob(['{"pushed": "text"}']), "en.json")
        return ask(`${project}/single-step-import`, form)
      }
      const idle = await fillWithConnections(address)
      // A few are left: not enough for the thread of an import.
      for (const socket of idle.splice(0, 4)) await closed(socket)
      assert.deepStrictEqual(await push(), { status: 503, code: "server_overloaded" })
      assert.deepStrictEqual(await ask("/v2/projects"), { status: 200, code: null })
      assert.deepStrictEqual(await ask("/health/ready"), { status: 200, code: "UP" })
      for (const socket of idle) await closed(socket)
      let pushed = await push()
      // The server notices the end of connections one after the other.
      while (pushed.status === 503) pushed = await push()
      assert.strictEqual(pushed.status, 200)
      const search = await call<{ page: { totalElements: number } }>("GET", `${project}/translations?search=pushed`)
      assert.strictEqual(search.page.totalElements, 1)
    }
  )
})

/** Writes garbage over the first page of a table. */
const overwriteTable = (file: string, table: string): void => {
  const database = new DatabaseSync(file)
  const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table)?.["rootpage"]
  const pageBytes = database.prepare("PRAGMA page_size").get()?.["page_size"]
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  database.close()
  const descriptor = openSync(file, "r+")
  writeSync(
    descriptor,
    Buffer.alloc(Number(pageBytes), 0x5a),
    0,
    Number(pageBytes),
    (Number(page) - 1) * Number(pageBytes)
  )
  closeSync(descriptor)
}

/** Opens connections one after the other until the server cannot accept one. */
const fillWithConnections = async (address: string): Promise<Array<Socket>> => {
  const { hostname, port } = new URL(address)
  const sockets: Array<Socket> = []
  for (;;) {
    const socket = connect(Number(port), hostname)
    const isAccepted = await new Promise<boolean>((resolve) => {
      socket.once("error", () => resolve(false)).once("close", () => resolve(false))
      socket.once("data", () => resolve(true))
      socket.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    })
    if (!isAccepted) return sockets
    // With a request that has begun, the connection is not closed as an idle one.
    socket.write("GET /health/live HTTP/1.1\r\n")
    sockets.push(socket)
  }
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    socket.once("close", () => resolve()).destroy()
  })
