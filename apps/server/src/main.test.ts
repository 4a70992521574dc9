import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"

const main = join(import.meta.dirname, "main.ts")
const world = mkdtempSync(join(tmpdir(), "dragoman commands "))
afterAll(() => rmSync(world, { recursive: true, force: true }))

/** Runs the program as a user would, with the variables that are given and no others. */
const dragoman = (words: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    cwd: world,
    env: { ...env },
    encoding: "utf8"
  })
  return { status, stdout, stderr }
}

describe("dragoman", () => {
  it.each([["--help"], ["help"], []])("%s shows commands and settings", (...words) => {
    const { status, stdout } = dragoman(words)
    assert.strictEqual(status, 0)
    assert.include(stdout, "dragoman backup FILE")
    assert.include(stdout, "DRAGOMAN_WEBHOOK_ALLOW")
  })

  it("--version prints one number", () => {
    assert.match(dragoman(["--version"]).stdout, /^\d+\.\d+\.\d+\n$/)
  })

  it("config prints every setting with its origin, and no secret", () => {
    const secret = "0123456789-0123456789-0123456789"
    const { status, stdout } = dragoman(["config", "--port", "0"], { DRAGOMAN_JWT_SECRET: secret })
    assert.strictEqual(status, 0)
    assert.notInclude(stdout, secret)
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepInclude(lines, { variable: "DRAGOMAN_PORT", value: "0", origin: "--port" })
    assert.deepInclude(lines, { variable: "DRAGOMAN_JWT_SECRET", value: "(hidden)", origin: "DRAGOMAN_JWT_SECRET" })
  })

  it("openapi prints the description of the API", () => {
    const { status, stdout } = dragoman(["openapi"])
    assert.strictEqual(status, 0)
    assert.match(JSON.parse(stdout).openapi, /^3\.1/)
  })

  it.each([
    ["an unknown command", ["sreve"], {}, "Do you mean serve?"],
    ["an unknown variable", ["serve"], { DRAGOMAN_PROT: "1" }, "Do you mean DRAGOMAN_PORT?"],
    ["a bad value", ["serve"], { DRAGOMAN_PORT: "http" }, "Example: DRAGOMAN_PORT=8080"],
    ["a backup without a file", ["backup"], {}, "dragoman backup FILE"]
  ])("ends with 2 and a sentence for %s", (_, words, env, sentence) => {
    const { status, stdout, stderr } = dragoman(words, env)
    assert.strictEqual(status, 2)
    assert.strictEqual(stdout, "")
    assert.include(stderr, sentence)
    assert.notInclude(stderr, "    at ")
  })
})

describe("dragoman serve", () => {
  it("ends with 1 and one sentence when the port is in use", async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const address = other.address()
    const port = typeof address === "object" ? String(address?.port) : ""
    const child = spawn(process.execPath, [main, "serve", "--port", port, "--data-dir", "in-use"], {
      cwd: world,
      env: {}
    })
    let stderr = ""
    child.stderr.on("data", (text) => {
      stderr += text
    })
    const status = await new Promise((resolve) => child.once("close", resolve))
    other.close()
    assert.strictEqual(status, 1)
    assert.match(stderr, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use: .*\n$`))
  })

  it("ends with 1 and one sentence for a database file that is none", () => {
    writeFileSync(join(world, "a-file"), "This is a text file, long enough to be taken for the header of a database.")
    const { status, stderr } = dragoman(["serve", "--port", "0", "--database-url", "sqlite:a-file"])
    assert.strictEqual(status, 1)
    assert.match(stderr, /^[^\n]+a-file is not a database[^\n]+\n$/)
  })

  it("answers, keeps its folder to itself, and ends with 0 on SIGTERM", async () => {
    const dataDir = join(world, "data")
    const child = spawn(process.execPath, [main, "serve", "--port", "0", "--data-dir", dataDir], {
      cwd: world,
      env: {}
    })
    let stdout = ""
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (text) => {
        stdout += text
        const [, found] = /"address":"([^"]+)"/.exec(stdout) ?? []
        if (found !== undefined) resolve(found)
      })
      child.once("close", () => reject(new Error("The server ended.")))
    })
    assert.strictEqual((await fetch(`${address}/v3/api-docs`)).status, 200)
    assert.strictEqual(statSync(dataDir).mode & 0o777, 0o700)
    assert.strictEqual(statSync(join(dataDir, "dragoman.sqlite")).mode & 0o777, 0o600)
    const ended = new Promise((resolve) => child.once("close", resolve))
    child.kill("SIGTERM")
    assert.strictEqual(await ended, 0)
    for (const line of stdout.trim().split("\n")) assert.doesNotThrow(() => JSON.parse(line))
  })
})
