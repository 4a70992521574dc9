import { execFileSync } from "node:child_process"
import { assert, describe, it } from "vitest"
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

/** Runs the printed lines in a shell in which `curl` writes its words down and answers as the login does. */
const run = (lines: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): ReadonlyArray<string> => {
  const curl = `curl() { printf '%s\\n' "$@" >&3; printf '{"accessToken":"a.b-c_d","tokenType":"Bearer"}'; }`
  const script = [curl, "exec 3>&1", ...lines.map((line) => `${line} >/dev/null`)].join("\n")
  return execFileSync("sh", ["-c", script], {
    env: { ...env, PATH: process.env["PATH"] ?? "" },
    encoding: "utf8"
  }).split("\n")
}

const curlLines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^(TOKEN=\$\()?curl /.test(line))

describe("the announcement of a start", () => {
  it("has address, user and password on the first one, and three lines that work in a shell", () => {
    const text = announcement(started())
    for (const part of ["http://127.0.0.1:8080", "admin", "generated-secret", "/data/initial.pwd"]) {
      assert.include(text, part)
    }
    const lines = curlLines(text)
    assert.lengthOf(lines, 3)
    const words = run(lines)
    assert.include(words, "http://127.0.0.1:8080/api/public/generatetoken")
    assert.include(words, '{"username":"admin","password":"generated-secret"}')
    assert.include(words, "Authorization: Bearer a.b-c_d")
    assert.include(words, "http://127.0.0.1:8080/health/ready")
  })

  it("takes a password that was set from its variable, and does not show it", () => {
    const first = { username: 'o\'neil "x"', password: null }
    const words = run(curlLines(announcement(started({ first, passwordFile: null }))), {
      DRAGOMAN_ADMIN_PASSWORD: "from the variable"
    })
    assert.include(words, String.raw`{"username":"o'neil \"x\"","password":"from the variable"}`)
  })

  it("is one line of JSON when logs are", () => {
    const line = JSON.parse(announcement(started({ settings: onJson })))
    assert.deepInclude(line, {
      time: "2026-01-02T03:04:05.678Z",
      address: "http://127.0.0.1:8080",
      username: "admin",
      password: "generated-secret"
    })
    assert.lengthOf(line.try, 3)
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
