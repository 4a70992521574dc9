import { endpointRules } from "@dragoman/domain/webhook"
import { assert, describe, it } from "vitest"
import { readSettings } from "./settings.ts"

const read = (environment: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) =>
  readSettings({ environment, isTerminal: false, readFile: (path) => files[path] ?? null })

const settingsOf = (...arguments_: Parameters<typeof read>) => {
  const result = read(...arguments_)
  return "settings" in result ? result.settings : assert.fail(result.errors.join())
}

describe("settings of the dispatcher", () => {
  it("have the server's defaults", () => {
    assert.deepStrictEqual(settingsOf({}), {
      database: { engine: "sqlite", filename: "dragoman-data/dragoman.sqlite" },
      encryptionKeys: [],
      rules: endpointRules({}),
      timeoutMillis: 10_000,
      logDays: 30,
      monitoring: null,
      logLevel: "info",
      logFormat: "json"
    })
  })

  it("say where webhooks may go", () => {
    const { rules } = settingsOf({
      DRAGOMAN_WEBHOOK_ALLOW: "ci.internal",
      DRAGOMAN_WEBHOOK_DENY: "corp.example, 10.1.2.0/24",
      DRAGOMAN_WEBHOOK_PORTS: "443,8000-8999"
    })
    const expected = { allow: ["ci.internal"], deny: ["corp.example", "10.1.2.0/24"], ports: ["443", "8000-8999"] }
    assert.deepStrictEqual(rules, endpointRules(expected))
  })

  it("name the database in the data directory, unless a URL names another one", () => {
    assert.deepStrictEqual(settingsOf({ DRAGOMAN_DATA_DIR: "/srv/d" }).database, {
      engine: "sqlite",
      filename: "/srv/d/dragoman.sqlite"
    })
    const url = "postgres://u:p@127.0.0.1:5432/d"
    assert.deepStrictEqual(settingsOf({ DRAGOMAN_DATABASE_URL: url }).database, { engine: "postgres", url })
    assert.deepStrictEqual(settingsOf({ DRAGOMAN_DATABASE_URL: "sqlite:/a b/c.sqlite" }).database, {
      engine: "sqlite",
      filename: "/a b/c.sqlite"
    })
  })

  it("can each be read from a file, whose last line break is no part of the value", () => {
    const url = "postgres://u:p@127.0.0.1:5432/d"
    const settings = settingsOf({ DRAGOMAN_DATABASE_URL_FILE: "/run/secret" }, { "/run/secret": `${url}\n` })
    assert.deepStrictEqual(settings.database, { engine: "postgres", url })
  })

  it("without text are not set", () => {
    assert.deepStrictEqual(settingsOf({ DRAGOMAN_LOG_LEVEL: "", DRAGOMAN_DATABASE_URL_FILE: "" }), settingsOf({}))
  })

  it("open a listener for monitors when there is a port, on this machine only unless told otherwise", () => {
    assert.deepStrictEqual(settingsOf({ DRAGOMAN_DISPATCHER_PORT: "0" }).monitoring, { host: "127.0.0.1", port: 0 })
    assert.deepStrictEqual(
      settingsOf({ DRAGOMAN_DISPATCHER_PORT: "8081", DRAGOMAN_DISPATCHER_HOST: "0.0.0.0" }).monitoring,
      { host: "0.0.0.0", port: 8081 }
    )
  })

  it("that belong to the server only are left alone", () => {
    assert.deepStrictEqual(settingsOf({ DRAGOMAN_PORT: "not a port" }), settingsOf({}))
  })

  it.each([
    [{ DRAGOMAN_DATABASE_URL: "mysql://u:secret@h/d" }, "DRAGOMAN_DATABASE_URL"],
    [{ DRAGOMAN_DATABASE_URL: "sqlite:" }, "DRAGOMAN_DATABASE_URL"],
    [{ DRAGOMAN_DATABASE_URL: "sqlite::memory:" }, "DRAGOMAN_DATABASE_URL"],
    [{ DRAGOMAN_ENCRYPTION_KEY: "secret" }, "32 bytes in base64 or hexadecimal"],
    [{ DRAGOMAN_WEBHOOK_ALLOW: "10.0.0.0/33" }, "10.0.0.0/33"],
    [{ DRAGOMAN_WEBHOOK_DENY: "10.0.0.0/33" }, "10.0.0.0/33"],
    [{ DRAGOMAN_WEBHOOK_PORTS: "70000" }, "70000"],
    [{ DRAGOMAN_WEBHOOK_TIMEOUT_MS: "0" }, "DRAGOMAN_WEBHOOK_TIMEOUT_MS"],
    [{ DRAGOMAN_WEBHOOK_TIMEOUT_MS: "300001" }, "DRAGOMAN_WEBHOOK_TIMEOUT_MS"],
    [{ DRAGOMAN_WEBHOOK_TIMEOUT_MS: "10s" }, "DRAGOMAN_WEBHOOK_TIMEOUT_MS"],
    [{ DRAGOMAN_WEBHOOK_LOG_DAYS: "0" }, "DRAGOMAN_WEBHOOK_LOG_DAYS"],
    [{ DRAGOMAN_DISPATCHER_PORT: "65536" }, "a whole number from 0 to 65535"],
    [{ DRAGOMAN_LOG_LEVEL: "loud" }, "debug, info, warn, error"],
    [{ DRAGOMAN_LOG_FORMAT: "xml" }, "pretty, json"],
    [{ DRAGOMAN_DATABASE_URL_FILE: "/missing" }, "DRAGOMAN_DATABASE_URL_FILE"],
    [{ DRAGOMAN_LOG_LEVEL: "info", DRAGOMAN_LOG_LEVEL_FILE: "/a" }, "both set"]
  ] as ReadonlyArray<[Readonly<Record<string, string>>, string]>)(
    "%j is one error that says %s",
    (environment, part) => {
      const result = read(environment)
      const errors = "errors" in result ? result.errors : []
      assert.strictEqual(errors.length, 1)
      assert.include(errors[0], part)
      assert.notInclude(errors[0], "secret")
    }
  )

  it("that are wrong are all told at once", () => {
    const result = read({ DRAGOMAN_LOG_LEVEL: "loud", DRAGOMAN_LOG_FORMAT: "xml" })
    assert.strictEqual("errors" in result ? result.errors.length : 0, 2)
  })
})
