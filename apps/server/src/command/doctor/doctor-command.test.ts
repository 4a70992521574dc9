import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type DoctorReport, findingIds, findingKinds } from "@dragoman/domain/doctor"
import { AddressResolver, HostNotFound } from "@dragoman/network"
import { Database, migrate } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { engineSettings, providerOf, startEngine, startModel } from "../../testing/machine-servers.ts"
import { smtpError, smtpTo, startMailServer } from "../../testing/mail-server.ts"
import { testSettings } from "../../testing/test-server.ts"
import { backup } from "../backup.ts"
import { readDoctorArguments } from "./doctor-arguments.ts"
import { runDoctor } from "./run-doctor.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman doctor "))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** Knows one name, and sends no request. */
const layerResolver = Layer.succeed(
  AddressResolver,
  AddressResolver.of({
    resolve: (host) =>
      host === "known.example.org" ? Effect.succeed(["192.0.2.1"]) : Effect.fail(new HostNotFound({ host }))
  })
)

const examine = (settings: SettingValues): Effect.Effect<DoctorReport> =>
  Effect.promise(() => runDoctor({ settings, warnings: [], origins: {}, sources: {} } as never, layerResolver))

const ids = ({ findings }: DoctorReport) => findings.map(({ id }) => id)

/** Every byte in a folder, without the index of a write-ahead log, and a log in which nothing is: SQLite leaves them. */
const bytesOf = (folder: string) =>
  readdirSync(folder)
    .map((name) => [name, readFileSync(join(folder, name)).toString("base64")] as const)
    .filter(([name, bytes]) => !name.endsWith("-shm") && !(name.endsWith("-wal") && bytes === ""))

const migrated = Effect.fnUntraced(function* (folder: string) {
  const settings = testSettings(folder)
  yield* Effect.gen(function* () {
    yield* migrate({ now: 1, beforeFirst: () => Effect.void })
    const sql = yield* SqlClient.SqlClient
    const { transaction } = yield* Database
    yield* transaction(
      Effect.gen(function* () {
        yield* sql`INSERT INTO user_account ${sql.insert({ username: "a", name: "A", server_role: "ADMIN", created_at: 1 })}`
        yield* sql`INSERT INTO organization ${sql.insert({ name: "O", slug: "o", created_at: 1 })}`
        yield* sql`INSERT INTO project ${sql.insert({ name: "P", slug: "p", organization_id: 1, created_at: 1 })}`
        const webhook = { project_id: 1, secret: "s", enabled: 1, auto_disabled: 0, created_at: 1 }
        yield* sql`INSERT INTO webhook_configuration ${sql.insert([
          { ...webhook, url: "https://known.example.org/hook" },
          { ...webhook, url: "https://unknown.example.org/hook" },
          { ...webhook, url: "http://[::1]:9/hook" }
        ])}`
      })
    )
  }).pipe(Effect.provide(Database.layer.pipe(Layer.provideMerge(layerEngineOf(settings.database)))))
  return settings
})

describe("dragoman doctor", () => {
  it.live("reads a whole database, and changes nothing of it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const settings = yield* migrated(folder)
      const before = bytesOf(folder)
      const report = yield* examine({
        ...settings,
        publicUrl: "https://gone.example.org",
        trustedProxies: ["10.0.0.1"]
      })
      assert.deepStrictEqual(bytesOf(folder), before)
      assert.isTrue(report.checks.every(({ isDone }) => isDone))
      assert.deepStrictEqual(ids(report), [
        "rate-limits-off",
        "public-host-unknown",
        "webhook-host-unknown",
        "administrators-without-login",
        "backup-missing",
        "encryption-key-missing",
        "mail-missing"
      ])
      assert.strictEqual(report.findings.find(({ id }) => id === "webhook-host-unknown")?.where, "unknown.example.org")
    })
  )

  it.live("knows of a backup that the operator has made", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const settings = yield* migrated(folder)
      yield* Effect.promise(() => backup(settings, join(folder, "mine.sqlite")))
      assert.notInclude(ids(yield* examine(settings)), "backup-missing")
    })
  )

  it.live("finds a database that is missing, damaged or does not respond, and creates none", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const settings = testSettings(folder)
      assert.include(ids(yield* examine(settings)), "database-missing")
      assert.deepStrictEqual(readdirSync(folder), [])
      const filename = join(folder, "dragoman.sqlite")
      writeFileSync(filename, "This is not a database. ".repeat(1_000))
      const before = readFileSync(filename)
      const damaged = yield* examine(settings)
      assert.include(ids(damaged), "database-unreadable")
      assert.isAbove(damaged.counts.error, 0)
      assert.isTrue(before.equals(readFileSync(filename)))
      // Nothing listens on the port of `discard`.
      const url = "postgres://dragoman:hidden-word@127.0.0.1:9/dragoman"
      const unreachable = yield* examine({ ...settings, database: { engine: "postgres", url } })
      assert.include(ids(unreachable), "database-unreachable")
      assert.notInclude(JSON.stringify(unreachable), "hidden-word")
    })
  )

  it.live("finds a cut file table by table", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const settings = yield* migrated(folder)
      const filename = join(folder, "dragoman.sqlite")
      const bytes = readFileSync(filename)
      // All pages behind the schema are gone, as after a disk that has lost writes.
      bytes.fill(0, Math.floor(bytes.length / 2))
      writeFileSync(filename, bytes)
      const report = yield* examine(settings)
      assert.includeMembers(["pages-damaged", "database-unreadable"], [report.findings[0]?.id ?? ""])
      assert.isTrue(bytes.equals(readFileSync(filename)))
    })
  )

  it.live("logs in to the mail server, and sends nothing", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const logins: Array<string | undefined> = []
      const { port, received } = yield* startMailServer({
        authMethods: ["PLAIN"],
        onAuth: ({ username, password }, _, callback) => {
          logins.push(username)
          if (password === "right") callback(null, { user: username ?? "" })
          else callback(smtpError(535, "5.7.8 wrong"))
        }
      })
      const examineWith = (password: string) =>
        examine({ ...testSettings(folder), smtp: smtpTo(port, { login: { username: "u", password } }) })
      const wrong = yield* examineWith("wrong-secret")
      assert.match(
        wrong.findings.find(({ id }) => id === "mail-failing")?.what ?? "",
        /rejects the user or the password/
      )
      assert.notInclude(JSON.stringify(wrong), "wrong-secret")
      assert.notInclude(ids(yield* examineWith("right")), "mail-failing")
      assert.deepStrictEqual([logins, received()], [["u", "u"], 0])
    })
  )

  it.live("asks the services of machine translation whether they accept the keys, and nothing else", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const deepl = yield* startEngine("DEEPL")
      const model = yield* startModel("ANTHROPIC")
      const examineWith = (change: Partial<SettingValues>) =>
        Effect.map(
          examine({
            ...testSettings(folder),
            ...engineSettings(deepl.config),
            llmProviders: [providerOf("local", model, { type: "ANTHROPIC" })],
            ...change
          }),
          ({ findings }) => findings.filter(({ check }) => check === "translation")
        )
      assert.deepStrictEqual(yield* examineWith({}), [])
      const found = yield* examineWith({
        mtDeeplKey: "wrong-secret-1",
        mtLibreTranslateUrl: "http://127.0.0.1:9",
        llmProviders: [
          providerOf("local", model, { type: "ANTHROPIC", apiKey: "wrong-secret-2" }),
          providerOf("off", model, { enabled: false, apiKey: "wrong-secret-3" })
        ]
      })
      assert.deepStrictEqual(
        found.map(({ id, where }) => [id, where]),
        [
          ["translation-service-rejected", "DRAGOMAN_MT_DEEPL_KEY"],
          ["translation-service-rejected", "DRAGOMAN_LLM_PROVIDERS: local"],
          ["translation-service-unreachable", "DRAGOMAN_MT_LIBRETRANSLATE_URL"]
        ]
      )
      assert.notInclude(JSON.stringify(found), "wrong-secret")
      assert.deepStrictEqual(yield* examineWith({ llmEnabled: false }), [])
      assert.deepStrictEqual(model.requests, [])
      assert.deepStrictEqual([...new Set(deepl.requests.map(({ path }) => path))], ["/v2/usage"])
    })
  )

  it.live("names settings that are weak, not their values", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const url = "postgres://dragoman:dragoman@127.0.0.1:9/dragoman"
      const report = yield* examine({
        ...testSettings(folder),
        adminPassword: "a-long-password",
        database: { engine: "postgres", url }
      })
      assert.includeMembers(ids(report), ["secret-guessable", "database-password-guessable"])
      assert.strictEqual(report.findings.find(({ id }) => id === "secret-guessable")?.where, "DRAGOMAN_ADMIN_PASSWORD")
      assert.notInclude(JSON.stringify(report), "a-long-password")
    })
  )

  it("finds what docs/operations.md says, with the same checks and severities", () => {
    const documentation = readFileSync(new URL("../../../../../docs/operations.md", import.meta.url), "utf8")
    const section = documentation.slice(documentation.indexOf("## Doctor"))
    const rows = [...section.matchAll(/^\| `([a-z-]+)` \| (\w+) \| (error|warning|info) \| \S/gm)].map((row) =>
      row.slice(1)
    )
    assert.deepStrictEqual(
      rows,
      findingIds.map((id) => [id, findingKinds[id].check, findingKinds[id].severity])
    )
  })

  it("reads its words", () => {
    assert.deepStrictEqual(readDoctorArguments(["doctor", "--json", "--data-dir", "/x"]), {
      json: true,
      flags: { "data-dir": "/x" }
    })
    assert.property(readDoctorArguments(["doctor", "--fix"]), "problem")
    assert.property(readDoctorArguments(["doctor", "now"]), "problem")
    assert.property(readDoctorArguments(["doctor", "--help"]), "help")
    assert.isFalse(existsSync("dragoman-data"))
  })
})
