import { execFileSync } from "node:child_process"
import { assert, describe, it } from "vitest"
import { programVersion } from "../platform/program-version.ts"
import { testSettings } from "../testing/test-server.ts"
import { announcement, type Started } from "./announcement.ts"

const started = (change: Partial<Started> = {}): Started => ({
  at: new Date("2026-01-02T03:04:05.678Z"),
  settings: { ...testSettings("/data"), logFormat: "pretty" },
  port: 8080,
  first: { username: "admin", password: "generated-secret" },
  passwordFile: "/data/initial.pwd",
  ...change
})

const onJson = { ...testSettings("/data"), logFormat: "json" } as const

/** Runs the printed lines in a shell in which `curl` writes its words down and responses as the login does. */
const run = (lines: ReadonlyArray<string>, typed = ""): ReadonlyArray<string> => {
  const curl = `curl() {
    for word in "$@"; do
      if [ "$word" = @- ]; then word=$(cat); fi
      printf '%s\n' "$word" >&3
    done
    printf '{"accessToken":"a.b-c_d","tokenType":"Bearer"}'
  }`
  // A shell that ends before its input is written would fail the test.
  const readRest = "cat >/dev/null"
  const script = [curl, "exec 3>&1", ...lines.map((line) => `${line} >/dev/null`), readRest].join("\n")
  return execFileSync("sh", ["-c", script], {
    env: { PATH: process.env["PATH"] ?? "" },
    input: `${typed}\n`,
    // Here is no terminal whose echo could be switched off.
    stdio: ["pipe", "pipe", "ignore"],
    encoding: "utf8"
  }).split("\n")
}

const shellLines = (text: string): ReadonlyArray<string> => {
  const [, lines = ""] = text.split("Try it:\n")
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

describe("the announcement of a start", () => {
  it("has address, user and password on the first one, and three lines that work in a shell", () => {
    const text = announcement(started())
    for (const part of ["http://127.0.0.1:8080", "admin", "generated-secret", "/data/initial.pwd"]) {
      assert.include(text, part)
    }
    const lines = shellLines(text)
    assert.lengthOf(lines, 3)
    const words = run(lines)
    assert.include(words, "http://127.0.0.1:8080/api/public/generatetoken")
    assert.include(words, '{"username":"admin","password":"generated-secret"}')
    assert.include(words, "Authorization: Bearer a.b-c_d")
    assert.include(words, "http://127.0.0.1:8080/health/ready")
  })

  it.each([
    "plain",
    'with "quotes" inside',
    "o'neil",
    String.raw`back\slash\\n\"`,
    "$HOME `id` $(id) &;|<>*?!#~%s",
    " ends with spaces  ",
    "přílišžluťoučký 🇨🇿",
    '{"username":"other"}'
  ])("asks for a password that was set: %s", (password) => {
    const first = { username: 'o\'neil "x"', password: null }
    const words = run(shellLines(announcement(started({ first, passwordFile: null }))), password)
    assert.include(words, JSON.stringify({ username: first.username, password }))
    assert.include(words, "Authorization: Bearer a.b-c_d")
  })

  it("is one line of JSON when logs are, with facts, no text for a shell and no password", () => {
    assert.deepStrictEqual(JSON.parse(announcement(started({ settings: onJson }))), {
      time: "2026-01-02T03:04:05.678Z",
      level: "info",
      message: "Dragoman is ready.",
      version: programVersion,
      address: "http://127.0.0.1:8080",
      passwordFile: "/data/initial.pwd",
      username: "admin"
    })
  })

  it("never has a password that was set", () => {
    const first = { username: "admin", password: null }
    for (const settings of [onJson, started().settings]) {
      const text = announcement(started({ settings: { ...settings, adminPassword: "preset-secret" }, first }))
      assert.notInclude(text, "preset-secret")
    }
  })

  it("has no password on later starts, only where it lies", () => {
    for (const settings of [onJson, started().settings]) {
      const text = announcement(started({ settings, first: null }))
      assert.notInclude(text, "generated-secret")
      assert.include(text, "/data/initial.pwd")
    }
  })

  it.each([
    ["0.0.0.0", "http://localhost:8080"],
    ["::", "http://localhost:8080"],
    ["::1", "http://[::1]:8080"]
  ])("shows an address that works on this machine for %s", (host, address) => {
    assert.include(announcement(started({ settings: { ...onJson, host } })), `"${address}"`)
  })
})
