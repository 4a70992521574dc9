/** @module-tag exhaustive */
import { execFileSync, spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { buildBinary, buildDispatcherBinary } from "./build-binary.ts"
import { filesBesideServer, repository } from "./repository.ts"
import { isReady, type RunningProgram, startProgram } from "./running-program.ts"

/** Whether this user may mount file systems, in a container for example. */
const canMount = ((): boolean => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), "dragoman mount "))
  const { status } = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder])
  if (status === 0) spawnSync("umount", [folder])
  rmSync(folder, { recursive: true })
  return status === 0
})()

const username = "root"
const password = "correct-horse-battery"

describe("the single executable, alone in an empty folder and with an empty PATH", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman binary "))
  const folder = join(fixture, "empty folder")
  const temporary = join(fixture, "temporary")
  const env = {
    PATH: "",
    TMPDIR: temporary,
    DRAGOMAN_PORT: "0",
    DRAGOMAN_ADMIN_USERNAME: username,
    DRAGOMAN_ADMIN_PASSWORD: password
  }
  const running: Array<RunningProgram> = []
  let binary = ""

  const serve = (dataDir: string, more: Readonly<Record<string, string>> = {}) => {
    const program = startProgram(binary, ["serve", "--data-dir", dataDir], { folder, env: { ...env, ...more } })
    running.push(program)
    return program
  }

  const print = (...words: ReadonlyArray<string>): string =>
    execFileSync(binary, words, { cwd: folder, env, encoding: "utf8", stdio: "pipe", maxBuffer: 16 * 1024 * 1024 })

  const run = (...words: ReadonlyArray<string>) => JSON.parse(print(...words))

  beforeAll(async () => {
    mkdirSync(folder)
    mkdirSync(temporary)
    const built = await buildBinary(join(fixture, "built"))
    binary = join(folder, basename(built))
    // Never copied: a process that another test starts meanwhile has the copy open for writing, and Linux does not run it.
    renameSync(built, binary)
    rmSync(join(fixture, "built"), { recursive: true })
  })

  afterAll(() => {
    for (const program of running) program.signal("SIGKILL")
    rmSync(fixture, { recursive: true, force: true })
  })

  it("says what it can do, its version, its settings and its contract", () => {
    const before = readdirSync(folder)
    for (const command of ["serve", "config", "openapi", "backup", "restore"]) assert.include(print("--help"), command)
    assert.match(print("--version"), /\d+\.\d+\.\d+/)
    assert.include(print("config"), `DRAGOMAN_ADMIN_USERNAME`)
    assert.notInclude(print("config"), password)
    assert.strictEqual(run("openapi").openapi, "3.1.0")
    assert.deepStrictEqual(readdirSync(folder), before, "printing leaves nothing behind")
  })

  it("serves, backs up while it runs, stops, restores, and serves the same again", async () => {
    const first = serve("data")
    const address = String((await first.line(isReady))["address"])
    assert.strictEqual((await fetch(`${address}/health/ready`)).status, 200)
    assert.strictEqual((await fetch(`${address}/docs/swagger-ui-bundle.js`)).status, 200)
    const page = await fetch(address, { redirect: "manual" })
    const hasConsole = existsSync(join(repository, "apps", "web", "package.json"))
    assert.strictEqual(page.status, hasConsole ? 200 : 302)
    assert.strictEqual(page.headers.get("location"), hasConsole ? null : "/docs")
    const token = await logIn(address)
    await importFile(address, token)
    await uploadImage(address, token)

    const backup = run("backup", "copy.sqlite", "--data-dir", "data")
    assert.strictEqual(backup.file, join(folder, "copy.sqlite"))
    assert.strictEqual(backup.rowsByTable.user_account, 1)
    assert.strictEqual(backup.rowsByTable.import_file, 1)
    assert.strictEqual(backup.rowsByTable.image, 1)
    assert.strictEqual(statSync(backup.file).mode & 0o777, 0o600)

    first.signal("SIGTERM")
    assert.strictEqual(await first.ended, 0)
    // SQLite's addon and the codec of images, each in a folder that the next start takes again.
    assert.lengthOf(readdirSync(temporary), 2)
    for (const name of readdirSync(temporary)) rmSync(join(temporary, name), { recursive: true })

    const restored = run("restore", "copy.sqlite", "--data-dir", "restored")
    assert.deepStrictEqual(restored.rowsByTable, backup.rowsByTable)
    assert.throws(() => run("restore", "copy.sqlite", "--data-dir", "restored"), /already/, "nothing is overwritten")
    // The codec may be another build: that of the folder is loaded, and the one inside is not unpacked.
    const codec = join(fixture, "codec")
    mkdirSync(codec)
    for (const file of filesBesideServer()) if (/vips/.test(file)) copyFileSync(file, join(codec, basename(file)))
    const second = serve("restored", { DRAGOMAN_IMAGE_CODEC_DIR: codec })
    const secondAddress = String((await second.line(isReady))["address"])
    await uploadImage(secondAddress, await logIn(secondAddress))
    assert.notInclude(readdirSync(temporary, { recursive: true }).join(), "vips")
    second.signal("SIGINT")
    assert.strictEqual(await second.ended, 0)
    rmSync(join(codec, "vips.wasm"))
    const third = serve("restored", { DRAGOMAN_IMAGE_CODEC_DIR: codec })
    assert.strictEqual(await third.ended, 1, "half a codec is none")
    assert.lengthOf(readdirSync(temporary), 1)
  })

  it("has the webhook dispatcher beside it, which opens the same database", async () => {
    const dispatcher = await buildDispatcherBinary(join(fixture, "dispatcher"))
    const dispatcherEnv = { ...env, DRAGOMAN_DATA_DIR: join(folder, "restored") }
    const version = execFileSync(dispatcher, ["--version"], { env: dispatcherEnv, encoding: "utf8" })
    assert.strictEqual(version, print("--version"))
    const program = startProgram(dispatcher, [], { folder, env: dispatcherEnv })
    running.push(program)
    await program.line(({ message }) => message === "Webhook dispatcher started")
    program.signal("SIGTERM")
    assert.strictEqual(await program.ended, 0)
    assert.lengthOf(readdirSync(temporary), 1, "it takes the folder of the server")
  })

  it.runIf(canMount)(
    "runs where no program may be in the temporary folder, and says so where that is everywhere",
    async () => {
      const noexec = join(fixture, "noexec")
      mkdirSync(noexec)
      execFileSync("mount", ["-t", "tmpfs", "-o", "noexec", "tmpfs", noexec])
      try {
        const places = { TMPDIR: noexec, XDG_CACHE_HOME: noexec }
        const elsewhere = join(fixture, "executable")
        const server = serve("restored", { ...places, DRAGOMAN_DATA_DIR: elsewhere })
        await server.line(isReady)
        server.signal("SIGKILL")
        await server.ended
        assert.lengthOf(readdirSync(elsewhere), 1)
        const { status, stderr } = spawnSync(binary, ["backup", "never.sqlite", "--data-dir", "restored"], {
          cwd: folder,
          env: { ...env, ...places },
          encoding: "utf8"
        })
        assert.strictEqual(status, 1)
        assert.match(stderr, /^The program cannot unpack files that it needs: .*noexec .*Set TMPDIR .*\n$/)
      } finally {
        execFileSync("umount", [noexec])
      }
    }
  )
})

const logIn = async (address: string): Promise<string> => {
  const response = await fetch(`${address}/api/public/generatetoken`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password })
  })
  assert.strictEqual(response.status, 200)
  const { accessToken } = (await response.json()) as { readonly accessToken: string }
  return accessToken
}

/** Into the demo project. A worker thread reads the file, on its own connection. */
const importFile = async (address: string, token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const listed = await fetch(`${address}/v2/projects`, { headers })
  assert.strictEqual(listed.status, 200)
  const { _embedded } = (await listed.json()) as {
    readonly _embedded: { readonly projects: ReadonlyArray<{ id: number }> }
  }
  const body = new FormData()
  body.append("files", new Blob(['{"greeting":"Hello"}']), "en.json")
  const imported = await fetch(`${address}/v2/projects/${_embedded.projects[0]?.id}/import`, {
    method: "POST",
    headers,
    body
  })
  assert.strictEqual(imported.status, 200, await imported.text())
}

/** A PNG of one pixel. The codec is unpacked for it, and loaded by a worker thread. */
const uploadImage = async (address: string, token: string): Promise<void> => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  const body = new FormData()
  body.append("image", new Blob([Buffer.from(png, "base64")]), "pixel.png")
  const headers = { authorization: `Bearer ${token}` }
  const uploaded = await fetch(`${address}/v2/image-upload`, { method: "POST", headers, body })
  assert.strictEqual(uploaded.status, 201, await uploaded.clone().text())
  const { fileUrl } = (await uploaded.json()) as { readonly fileUrl: string }
  const file = await fetch(fileUrl)
  assert.deepStrictEqual([file.status, file.headers.get("content-type")], [200, "image/png"])
}
