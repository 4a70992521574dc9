import { availableParallelism } from "node:os"
import { resolve } from "node:path"
import { endpointRules } from "@dragoman/domain/network"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { dispatcherOptions } from "./dispatcher-options.ts"
import { readSettings } from "./read-settings.ts"
import { SharedSettings, sharedSettings } from "./setting-table.ts"

const read = (environment: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) =>
  readSettings("dispatcher", { flags: {}, environment, isTerminal: false, readFile: (path) => files[path] ?? null })

const settingsOf = (...arguments_: Parameters<typeof read>) => {
  const result = read(...arguments_)
  return "settings" in result ? result.settings : assert.fail(result.problems.join())
}

describe("settings of the dispatcher", () => {
  it("have the server's defaults", () => {
    assert.deepStrictEqual(settingsOf({}), {
      dataDir: resolve("dragoman-data"),
      database: { engine: "sqlite", filename: resolve("dragoman-data/dragoman.sqlite") },
      databaseDirectUrl: null,
      databaseReadConnections: Math.min(10, 2 + 2 * availableParallelism()),
      databaseWriteConnections: Math.min(10, 2 + 2 * availableParallelism()),
      encryptionKey: [],
      webhookAllow: [],
      webhookDeny: [],
      webhookPorts: [],
      webhookTimeoutMillis: 10_000,
      webhookLogDays: 30,
      logLevel: "info",
      logFormat: "json",
      dispatcherHost: "127.0.0.1",
      dispatcherPort: null
    })
  })

  it("cross from the server to the thread of its dispatcher, encryption keys too, and without those of the server", () => {
    const key = Buffer.alloc(32, 1).toString("base64")
    const environment = { DRAGOMAN_ENCRYPTION_KEY: key, DRAGOMAN_WEBHOOK_ALLOW: "ci.internal" }
    const server = readSettings("server", { flags: {}, environment, isTerminal: false, readFile: () => null })
    const shared = "settings" in server ? sharedSettings(server.settings) : assert.fail(server.problems.join())
    const { dispatcherHost: _host, dispatcherPort: _port, ...ofDispatcher } = settingsOf(environment)
    assert.deepStrictEqual(shared, ofDispatcher)
    const isShared = Schema.is(SharedSettings)
    assert.isTrue(isShared(structuredClone(shared)))
    assert.isFalse(isShared({ ...shared, webhookTimeoutMillis: "10000" }))
  })

  it("are the options of the webhook engine", () => {
    const { rules, ...times } = dispatcherOptions(
      settingsOf({
        DRAGOMAN_WEBHOOK_ALLOW: "ci.internal",
        DRAGOMAN_WEBHOOK_DENY: "corp.example, 10.1.2.0/24",
        DRAGOMAN_WEBHOOK_PORTS: "443,8000-8999",
        DRAGOMAN_WEBHOOK_TIMEOUT_MS: "2500",
        DRAGOMAN_WEBHOOK_LOG_DAYS: "90"
      })
    )
    assert.deepStrictEqual(times, { timeoutMillis: 2500, logDays: 90 })
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

  it("open a listener for monitors when there is a port, on this machine only by default", () => {
    assert.deepInclude(settingsOf({ DRAGOMAN_DISPATCHER_PORT: "0" }), {
      dispatcherHost: "127.0.0.1",
      dispatcherPort: 0
    })
    assert.deepInclude(settingsOf({ DRAGOMAN_DISPATCHER_PORT: "8081", DRAGOMAN_DISPATCHER_HOST: "0.0.0.0" }), {
      dispatcherHost: "0.0.0.0",
      dispatcherPort: 8081
    })
  })

  it("that belong to the server only are left alone", () => {
    assert.deepStrictEqual(
      settingsOf({ DRAGOMAN_PORT: "not a port", SERVER_PORT: "x", TOLGEE_MAX_UPLOAD_FILE_SIZE: "x" }),
      settingsOf({})
    )
  })

  it("may have Tolgee's names, as on the server", () => {
    const { database, webhookAllow } = settingsOf({
      SPRING_DATASOURCE_URL: "jdbc:postgresql://db/d",
      TOLGEE_WEBHOOK_ALLOW_LOCAL_ADDRESSES: "true"
    })
    assert.deepStrictEqual(database, { engine: "postgres", url: "postgresql://db/d" })
    assert.deepStrictEqual(webhookAllow, ["*"])
  })

  it("that are unknown stop the start: a rule of webhooks must not be lost by a slip", () => {
    const result = read({ DRAGOMAN_WEBHOOK_DENNY: "corp.example" })
    assert.deepStrictEqual("problems" in result ? result.problems : [], [
      "DRAGOMAN_WEBHOOK_DENNY is not a setting. Do you mean DRAGOMAN_WEBHOOK_DENY?"
    ])
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
    [{ DRAGOMAN_LOG_LEVEL: "loud" }, "debug, info, warn or error"],
    [{ DRAGOMAN_LOG_FORMAT: "xml" }, "pretty or json"],
    [{ DRAGOMAN_DATABASE_URL_FILE: "/missing" }, "DRAGOMAN_DATABASE_URL_FILE"],
    [{ DRAGOMAN_LOG_LEVEL: "info", DRAGOMAN_LOG_LEVEL_FILE: "/a" }, "both set"]
  ] as ReadonlyArray<[Readonly<Record<string, string>>, string]>)(
    "%j is one error that says %s",
    (environment, part) => {
      const result = read(environment)
      const errors = "problems" in result ? result.problems : []
      assert.strictEqual(errors.length, 1)
      assert.include(errors[0], part)
      assert.notInclude(errors[0], "secret")
    }
  )

  it("that are wrong are all reported at once", () => {
    const result = read({ DRAGOMAN_LOG_LEVEL: "loud", DRAGOMAN_LOG_FORMAT: "xml" })
    assert.strictEqual("problems" in result ? result.problems.length : 0, 2)
  })
})
