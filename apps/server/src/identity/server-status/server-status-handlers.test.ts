import type { ServerFindingsModel, ServerHealthModel, ServerSettingModel, ServerSizesModel } from "@dragoman/api"
import { Readiness } from "@dragoman/monitoring"
import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { runDoctor } from "../../command/doctor/run-doctor.ts"
import { ForwardedHeaders } from "../../platform/http/forwarded-headers.ts"
import { SettingOrigins, Settings } from "../../platform/settings/settings.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

const path = "/v2/administration/server"
let fixtures = 0

const seedAdministrator = Effect.fnUntraced(function* () {
  const user = yield* seed.user({ username: `operator ${++fixtures}`, serverRole: "ADMIN" })
  return { user, asAdmin: yield* seed.accessToken(user, { super: true }) }
})

const read = Effect.fnUntraced(function* <Model>(credential: TestCredential, url: string) {
  const { status, body } = yield* send(credential, "GET", url)
  assert.strictEqual(status, 200, url)
  return body as Model
})

type ListedSettings = { readonly _embedded: { readonly settings: ReadonlyArray<ServerSettingModel> } }

for (const [engine, layerServer] of [
  ["sqlite", layerTestServer()],
  ["postgres", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `the status of a server on ${engine}`,
    (it) => {
      it.effect("is for administrators with a super token", () =>
        Effect.gen(function* () {
          const { user, asAdmin } = yield* seedAdministrator()
          const other = yield* seed.user({ username: `other ${fixtures}` })
          const asOther = yield* seed.accessToken(other, { super: true })
          const plain = yield* seed.accessToken(user)
          const acting = yield* seed.actingToken({ administrator: user, user })
          for (const url of [`${path}/health`, `${path}/findings`, `${path}/sizes`, `${path}/settings`]) {
            assert.deepStrictEqual(yield* send(null, "GET", url), error(401, "unauthenticated"), url)
            assert.deepStrictEqual(yield* send(plain, "GET", url), error(403, "expired_super_jwt_token"), url)
            assert.deepStrictEqual(yield* send(acting, "GET", url), error(403, "not_while_acting_as_user"), url)
            assert.deepStrictEqual(yield* send(asOther, "GET", url), error(403, "operation_not_permitted"), url)
            assert.strictEqual((yield* send(asAdmin, "GET", url)).status, 200, url)
          }
        })
      )

      it.effect("says how it is: checks, versions, database, disk and the queue of webhooks", () =>
        Effect.gen(function* () {
          const { asAdmin } = yield* seedAdministrator()
          const health = yield* read<ServerHealthModel>(asAdmin, `${path}/health`)
          assert.deepStrictEqual(
            health.checks.map(({ name }) => name),
            ["database", "disk", "writeAheadLog", "webhookDispatcher"]
          )
          assert.deepInclude(health.checks, { name: "database", verdict: "OK" })
          assert.deepInclude(health.checks, { name: "writeAheadLog", verdict: engine === "sqlite" ? "OK" : "NONE" })
          assert.strictEqual(health.database.engine, engine)
          assert.isAbove(health.database.sizeBytes, 10_000)
          assert.isAbove(health.database.schemaVersion, 0)
          assert.strictEqual(health.database.writeAheadLogBytes === null, engine === "postgres")
          assert.isAbove(health.disk?.totalBytes ?? 0, health.disk?.freeBytes ?? 0)
          assert.isAtMost(health.startedAt, Date.now())
          assert.isAbove(health.memoryBytes, 1_000_000)
          assert.strictEqual(health.threads[0]?.name, "main")
          assert.strictEqual(health.nodeVersion, process.version)
          assert.match(health.version, /^\d+\.\d+\.\d+/)
          assert.isNull(health.commit, "sources run, not a release")
          assert.match(health.apiVersion, /^v\d/)
          assert.strictEqual(health.webhooks.dispatcher, "embedded")
        })
      )

      it.effect("says what to do, as the command does beside it; who asks meanwhile gets the same", () =>
        Effect.gen(function* () {
          const { asAdmin } = yield* seedAdministrator()
          const find = read<ServerFindingsModel>(asAdmin, `${path}/findings`)
          const [found, same] = yield* Effect.all([find, find], { concurrency: 2 })
          assert.deepStrictEqual(found, same)
          const idsOf = ({ findings }: ServerFindingsModel) => findings.map(({ id }) => id)
          assert.isTrue(found.checks.every(({ isDone }) => isDone))
          assert.includeMembers(idsOf(found), ["rate-limits-off", "backup-missing", "mail-missing"])
          const settings = yield* Settings
          const { origins, sources } = yield* SettingOrigins
          const ofCommand = yield* Effect.promise(() => runDoctor({ settings, warnings: [], origins, sources }))
          assert.deepStrictEqual(idsOf(ofCommand), idsOf(found))
          assert.isAbove((yield* find).checkedAt, 0)
        })
      )

      it.effect("names a near client whose headers it ignores", () =>
        Effect.gen(function* () {
          const { asAdmin } = yield* seedAdministrator()
          const { note } = yield* ForwardedHeaders
          const headers = { "x-forwarded-for": "192.0.2.7" } as never
          const ignored = Effect.map(read<ServerFindingsModel>(asAdmin, `${path}/findings`), ({ findings }) =>
            findings.find(({ id }) => id === "proxy-headers-ignored")
          )
          note({ headers, remoteAddress: Option.some("9.9.9.9") })
          assert.isUndefined(yield* ignored)
          note({ headers, remoteAddress: Option.some("::ffff:10.0.0.9") })
          assert.include((yield* ignored)?.what, "10.0.0.9")
        })
      )

      it.effect("names a dispatcher that has ended", () =>
        Effect.gen(function* () {
          const { asAdmin } = yield* seedAdministrator()
          const { reportPart } = yield* Readiness
          const verdict = Effect.map(read<ServerHealthModel>(asAdmin, `${path}/health`), ({ checks }) =>
            checks.find(({ name }) => name === "webhookDispatcher")
          )
          yield* reportPart("webhookDispatcher", false)
          assert.deepStrictEqual(yield* verdict, { name: "webhookDispatcher", verdict: "FAILED" })
          yield* reportPart("webhookDispatcher", true)
          assert.deepStrictEqual(yield* verdict, { name: "webhookDispatcher", verdict: "OK" })
        })
      )

      it.effect("counts what it stores, the largest tables first", () =>
        Effect.gen(function* () {
          const { user, asAdmin } = yield* seedAdministrator()
          const before = yield* read<ServerSizesModel>(asAdmin, `${path}/sizes`)
          const organization = yield* seed.organization({ name: `Sizes ${fixtures}`, owner: user })
          const project = yield* seed.project({ organization: organization.id, name: `Sizes ${fixtures}` })
          yield* Effect.forEach(["a", "b"], (name) => seed.key({ project: project.id, name }))
          const after = yield* read<ServerSizesModel>(asAdmin, `${path}/sizes`)
          assert.deepInclude(after, {
            organizationCount: before.organizationCount + 1,
            projectCount: before.projectCount + 1,
            keyCount: before.keyCount + 2,
            userCount: before.userCount
          })
          assert.isAbove(after.databaseBytes, 10_000)
          const counts = after.tables.map(({ rowCount }) => rowCount)
          assert.deepStrictEqual(
            counts,
            counts.toSorted((one, other) => other - one)
          )
          assert.isAtMost(after.tables.length, 12)
        })
      )

      it.effect("lists its settings with value and origin, and no secret", () =>
        Effect.gen(function* () {
          const { asAdmin } = yield* seedAdministrator()
          const { sources } = yield* SettingOrigins
          const response = yield* read<ListedSettings>(asAdmin, `${path}/settings`)
          const { settings } = response._embedded
          assert.strictEqual(settings.length, Object.keys(sources).length)
          const find = (name: string) => settings.find(({ variable }) => variable === name)
          assert.deepStrictEqual(find("DRAGOMAN_RATE_LIMITS"), {
            variable: "DRAGOMAN_RATE_LIMITS",
            flag: "--rate-limits",
            value: "off",
            isHidden: false,
            defaultMeaning: null,
            meaning: "on, or off for tests and benchmarks",
            source: "default",
            origin: "default"
          })
          assert.deepInclude(find("DRAGOMAN_DATABASE_URL"), {
            source: "environment",
            origin: "DRAGOMAN_DATABASE_URL",
            isHidden: false
          })
          assert.match(find("DRAGOMAN_DATABASE_URL")?.value ?? "", engine === "sqlite" ? /^sqlite:/ : /:hidden@/)
          for (const name of ["DRAGOMAN_JWT_SECRET", "DRAGOMAN_ADMIN_PASSWORD"]) {
            assert.deepInclude(find(name), { value: null, isHidden: true })
          }
          assert.deepInclude(find("DRAGOMAN_ENCRYPTION_KEY"), { value: null, isHidden: false })
          const text = JSON.stringify(response)
          for (const secret of ["test-secret", '"admin-password"', "dragoman:dragoman"]) assert.notInclude(text, secret)
        })
      )
    }
  )
}

layer(layerTestServer({ webhookDispatcher: "external" }))(
  "the status of a server with a dispatcher of its own",
  (it) => {
    it.effect("says nothing about that dispatcher", () =>
      Effect.gen(function* () {
        const { asAdmin } = yield* seedAdministrator()
        const health = yield* read<ServerHealthModel>(asAdmin, `${path}/health`)
        assert.deepInclude(health.checks, { name: "webhookDispatcher", verdict: "NONE" })
        assert.strictEqual(health.webhooks.dispatcher, "external")
      })
    )

    it.effect("counts deliveries that wait", () =>
      Effect.gen(function* () {
        const { user, asAdmin } = yield* seedAdministrator()
        const organization = yield* seed.organization({ name: `Queue ${fixtures}`, owner: user })
        const project = yield* seed.project({ organization: organization.id, name: `Queue ${fixtures}` })
        const before = yield* read<ServerHealthModel>(asAdmin, `${path}/health`)
        const webhook = yield* seed.webhook({ project: project.id })
        yield* seed.delivery({ webhook, state: "PENDING", createdAt: 7 })
        const { webhooks } = yield* read<ServerHealthModel>(asAdmin, `${path}/health`)
        assert.strictEqual(webhooks.pendingCount, before.webhooks.pendingCount + 1)
        assert.strictEqual(webhooks.oldestPendingAt, 7)
      })
    )
  }
)
