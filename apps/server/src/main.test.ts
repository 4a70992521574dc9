import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { flagOf, settingFieldsOf } from "@dragoman/settings"
import { Ajv2020 } from "ajv/dist/2020.js"
import { afterAll, afterEach, assert, describe, it } from "vitest"
import { serverMain } from "./testing/shared-bundle.ts"

const fixture = mkdtempSync(join(tmpdir(), "dragoman commands "))
afterAll(() => rmSync(fixture, { recursive: true, force: true }))

/** Runs the program as a user would, with the variables that are given and no others. */
const dragoman = (words: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [serverMain, ...words], {
    // The description of the API has more than the default holds.
    maxBuffer: 16 * 1024 * 1024,
    cwd: fixture,
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
    assert.match(dragoman(["--version"]).stdout, /^\d+\.\d+\.\d+(?:-dev\.\d{14}\+[\da-f]{12}(?:\.dirty)?)?\n$/)
  })

  it("config prints every setting with its origin, and no secret", () => {
    const secret = "0123456789-0123456789-0123456789"
    writeFileSync(join(fixture, "dragoman.yaml"), "port: 1\nlog:\n  level: warn\n")
    const words = ["config", "--port", "0", "--config", "dragoman.yaml"]
    const { status, stdout } = dragoman(words, { DRAGOMAN_JWT_SECRET: secret })
    assert.strictEqual(status, 0)
    assert.notInclude(stdout, secret)
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepInclude(lines, { variable: "DRAGOMAN_PORT", value: "0", origin: "--port" })
    assert.deepInclude(lines, {
      variable: "DRAGOMAN_LOG_LEVEL",
      value: "warn",
      origin: "log.level (dragoman.yaml:3:3)"
    })
    assert.deepInclude(lines, { variable: "DRAGOMAN_JWT_SECRET", value: "(hidden)", origin: "DRAGOMAN_JWT_SECRET" })
  })

  it("config schema describes each setting of the configuration file", () => {
    const { status, stdout } = dragoman(["config", "schema"], { DRAGOMAN_PORT: "none" })
    assert.strictEqual(status, 0)
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(stdout))
    const { properties } = JSON.parse(stdout)
    for (const field of settingFieldsOf("server")) assert.property(properties, flagOf(field))
    assert.isTrue(
      validate({ port: 8080, "webhook-allow": ["10.0.0.0/8"], log: { level: "warn" }, "jwt-secret-file": "s" })
    )
    assert.isFalse(validate({ port: { number: 8080 } }))
    assert.isUndefined(properties["admin-password"].default)
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
    const child = spawn(process.execPath, [serverMain, "serve", "--port", port, "--data-dir", "in-use"], {
      cwd: fixture,
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
    writeFileSync(join(fixture, "a-file"), "This is a text file, long enough to be taken for the header of a database.")
    const { status, stderr } = dragoman(["serve", "--port", "0", "--database-url", "sqlite:a-file"])
    assert.strictEqual(status, 1)
    assert.match(stderr, /^[^\n]+a-file is not a database[^\n]+\n$/)
  })

  const children: Array<ChildProcess> = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL")
  })

  it("keeps its folder to itself; on SIGTERM it finishes the request that runs, and ends with 0", async () => {
    const dataDir = join(fixture, "data")
    const child = spawn(process.execPath, [serverMain, "serve", "--port", "0", "--data-dir", dataDir], {
      cwd: fixture,
      env: {}
    })
    children.push(child)
    const lines: Array<Readonly<Record<string, unknown>>> = []
    const output = createInterface({ input: child.stdout })
    const seen = (fits: (line: Readonly<Record<string, unknown>>) => boolean) =>
      new Promise<Readonly<Record<string, unknown>>>((resolve) =>
        output.on("line", () => {
          const found = lines.find(fits)
          if (found !== undefined) resolve(found)
        })
      )
    output.on("line", (line) => lines.push(JSON.parse(line)))
    const { address } = await seen((line) => typeof line["address"] === "string")
    assert.strictEqual((await fetch(`${address}/v3/api-docs`)).status, 200)
    assert.strictEqual(statSync(dataDir).mode & 0o777, 0o700)
    assert.strictEqual(statSync(join(dataDir, "dragoman.sqlite")).mode & 0o777, 0o600)

    const body = JSON.stringify({ username: "nobody", password: "wrong" })
    const running = request(`${address}/api/public/generatetoken`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length, expect: "100-continue" }
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      running.once("response", (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      running.once("error", reject)
    })
    running.flushHeaders()
    // The server asks for the body: from here on the request runs.
    await new Promise<void>((resolve) => running.once("continue", () => resolve()))
    const stops = seen((line) => line["message"] === "Server stopping")
    const ended = new Promise((resolve) => child.once("close", resolve))
    child.kill("SIGTERM")
    await stops
    running.end(body)
    assert.strictEqual(await answered, 401)
    assert.strictEqual(await ended, 0)
  })

  it("prints lines for a shell that work with any password, and does not print the password", async () => {
    const password = String.raw`"quoted" 'too' \ $HOME é`
    const child = spawn(
      process.execPath,
      [
        serverMain,
        "serve",
        "--port",
        "0",
        "--data-dir",
        "announced",
        "--log-format",
        "pretty",
        "--admin-password",
        password
      ],
      { cwd: fixture, env: {} }
    )
    children.push(child)
    let printed = ""
    await new Promise<void>((resolve) =>
      child.stdout.on("data", (text) => {
        printed += text
        if (/health\/ready'\n/.test(printed)) resolve()
      })
    )
    assert.notInclude(printed, "quoted")
    const [, lines = ""] = printed.split("Try it:\n")
    const shell = spawnSync("sh", ["-c", lines], {
      env: { PATH: process.env["PATH"] ?? "", NO_PROXY: "*" },
      input: `${password}\n`,
      encoding: "utf8"
    })
    assert.include(shell.stdout, '"name":"Demo project"')
  })
})
