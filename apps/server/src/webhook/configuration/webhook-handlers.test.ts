import type { WebhookConfigurationBody } from "@dragoman/api"
import { Database, OutboxRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { eraseDeletedContent } from "../../project/project/change-projects.ts"
import { clientOf } from "../../testing/client.ts"
import { startReceiver } from "../../testing/receiver.ts"
import { seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { eraseExpiredSecrets } from "./change-webhook-configurations.ts"

const localUrl = "http://127.0.0.1:8/hook"
/** The URL that readers of the activity see. */
const maskedUrl = "http://127.0.0.1:8/***"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Hooks ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["webhooks.manage"] })
  const asOwner = yield* seed.accessToken(owner)
  const { webhook } = yield* clientOf(key)
  const params = { projectId: project.id }
  const create = (url = localUrl) => webhook.create({ params, payload: { url } })
  const path = `/v2/projects/${project.id}/webhook-configs`
  return { name, owner, organization, project, key, webhook, params, create, asOwner, path }
})

/** Sets the state as the dispatcher would. */
const setState = Effect.fnUntraced(function* (id: number, state: Record<string, number | null>) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* database.transaction(Effect.orDie(sql`UPDATE webhook_configuration SET ${sql.update(state)} WHERE id = ${id}`))
})

const activityOf = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ type: string; modifications: string; description: string }>`
    SELECT r.type, e.modifications, e.description FROM activity_revision r
    JOIN activity_modified_entity e ON e.revision_id = r.id WHERE r.project_id = ${projectId} ORDER BY r.id`
})

const deliveriesOf = Effect.fnUntraced(function* (id: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ body: string; messageId: string }>`
    SELECT c.body, d.message_id FROM delivery d JOIN delivery_content c ON c.delivery_id = d.id
    WHERE d.webhook_configuration_id = ${id} ORDER BY d.id`
  return rows.map(({ body, messageId }) => ({ messageId, ...(JSON.parse(body) as { activityData: { type: string } }) }))
})

const notFound = error(404, "resource_not_found")
const urlNotValid = error(400, "url_not_valid")
const addressNotAllowed = error(400, "url_not_valid", ["address_not_allowed", "DRAGOMAN_WEBHOOK_ALLOW"])
const tooLong = { status: 400, body: { STANDARD_VALIDATION: { url: "size must be between 0 and 255" } } }

layer(layerTestServer({ webhookDispatcher: "external", webhookConfigurationsMax: 2 }))(
  "the number of webhooks",
  (it) => {
    it.effect("of a project is limited; deleted ones and those of other projects do not count", () =>
      Effect.gen(function* () {
        const { key, project, webhook, params, create, path } = yield* seedFixture
        const first = yield* create()
        yield* create()
        const recorded = (yield* activityOf(project.id)).length
        const payload = { url: localUrl }
        const tooMany = error(400, "too_many_webhook_configs", [2])
        assert.deepStrictEqual(yield* send(key, "POST", path, payload), tooMany)
        assert.lengthOf(yield* activityOf(project.id), recorded)
        yield* webhook.update({ params: { ...params, id: first.id }, payload })
        yield* (yield* seedFixture).create()
        yield* webhook.delete({ params: { ...params, id: first.id } })
        yield* create()
        assert.deepStrictEqual(yield* send(key, "POST", path, payload), tooMany)
      })
    )

    it.effect("is kept when many are created at once", () =>
      Effect.gen(function* () {
        const { create } = yield* seedFixture
        const exits = yield* Effect.all(
          Array.from({ length: 6 }, () => Effect.exit(create())),
          { concurrency: 6 }
        )
        assert.lengthOf(exits.filter(Exit.isSuccess), 2)
      })
    )
  }
)

// No dispatcher runs, so deliveries stay pending.
layer(layerTestServer({ webhookDispatcher: "external" }))("webhook configurations", (it) => {
  it.effect("are hidden from strangers and require webhooks.manage", () =>
    Effect.gen(function* () {
      const { name, owner, organization, project, key, create, path } = yield* seedFixture
      const { id } = yield* create()
      const stranger = yield* seed.accessToken(yield* seed.user({ username: `${name} stranger` }))
      const editor = yield* seed.user({ username: `${name} editor` })
      yield* seed.directPermission({ project: project.id, user: editor, permission: "EDIT" })
      const asEditor = yield* seed.accessToken(editor)
      const fewScopes = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["activity.view"] })
      const other = yield* seed.project({ organization: organization.id, name: `${name} other` })
      const keyOfOther = yield* seed.apiKey({ project: other.id, user: owner, scopes: ["webhooks.manage"] })
      const missing = error(403, "operation_not_permitted", ["webhooks.manage"])
      for (const [method, url] of [
        ["GET", path],
        ["POST", path],
        ["GET", `${path}/${id}`],
        ["PUT", `${path}/${id}`],
        ["DELETE", `${path}/${id}`],
        ["POST", `${path}/${id}/test`],
        ["POST", `${path}/preview`],
        ["POST", `${path}/${id}/rotate-secret`]
      ] as const) {
        // The permission is checked before an invalid body.
        const body = method === "GET" || method === "DELETE" ? undefined : { url: "x".repeat(300), overlapMillis: "x" }
        assert.deepStrictEqual(yield* send(null, method, url, body), error(401, "unauthenticated"))
        assert.deepStrictEqual(yield* send(stranger, method, url, body), error(404, "project_not_found"))
        assert.deepStrictEqual(yield* send(asEditor, method, url, body), missing)
        assert.deepStrictEqual(yield* send(fewScopes, method, url, body), missing)
        assert.deepStrictEqual(
          yield* send(keyOfOther, method, url, body),
          error(403, "pak_created_for_different_project")
        )
      }
      assert.strictEqual((yield* send(key, "GET", `${path}/${id}`)).status, 200)
      assert.strictEqual((yield* send(key, "GET", "/v2/projects/webhook-configs")).status, 404)
    })
  )

  it.effect("are created with a secret, enabled unless they are to begin disabled, and read exactly as created", () =>
    Effect.gen(function* () {
      const { webhook, params, create, asOwner } = yield* seedFixture
      const created = yield* create("http://127.0.0.1:8/hook?a=%20b")
      assert.match(created.webhookSecret, /^whsec_[0-9a-f]{32}$/)
      assert.deepStrictEqual(
        { ...created },
        {
          id: created.id,
          url: "http://127.0.0.1:8/hook?a=%20b",
          webhookSecret: created.webhookSecret,
          enabled: true,
          autoDisabled: false,
          firstFailed: null,
          lastExecuted: null,
          paused: false,
          eventFilter: null,
          previousSecretValidUntil: null,
          heldUntil: null,
          headers: [],
          bodyTemplate: null
        }
      )
      const byOwner = yield* clientOf(asOwner)
      for (const client of [webhook, byOwner.webhook]) {
        assert.deepStrictEqual(yield* client.get({ params: { ...params, id: created.id } }), created)
      }
      const second = yield* webhook.create({ params, payload: { url: localUrl, enabled: false } })
      assert.deepInclude({ ...second }, { enabled: false, autoDisabled: false, firstFailed: null })
      assert.deepStrictEqual(yield* webhook.get({ params: { ...params, id: second.id } }), second)
      assert.notStrictEqual(second.webhookSecret, created.webhookSecret)
      const third = yield* webhook.create({ params, payload: { url: localUrl, enabled: null } })
      assert.isTrue(third.enabled)
    })
  )

  it.effect("are listed in pages with their secrets, by default oldest first", () =>
    Effect.gen(function* () {
      const { key, webhook, params, create, path } = yield* seedFixture
      assert.deepStrictEqual(yield* webhook.list({ params, query: {} }), {
        _embedded: { webhookConfigs: [] },
        page: { size: 20, totalElements: 0, totalPages: 0, number: 0 }
      })
      const first = yield* create("http://127.0.0.1/b")
      const second = yield* create("http://127.0.0.1/a")
      const third = yield* create("http://127.0.0.1/c")
      yield* setState(second.id, { first_failed_at: 5, last_executed_at: 6 })
      const idsFor = Effect.fnUntraced(function* (query: Parameters<typeof webhook.list>[0]["query"]) {
        const { _embedded } = yield* webhook.list({ params, query })
        return _embedded.webhookConfigs.map(({ id }) => id)
      })
      const descending = (property: "id" | "firstFailed") => ({ property, direction: "desc" }) as const
      const ascending = (property: "url" | "lastExecuted") => ({ property, direction: "asc" }) as const
      assert.deepStrictEqual(yield* idsFor({}), [first.id, second.id, third.id])
      assert.deepStrictEqual(yield* idsFor({ sort: [ascending("url")] }), [second.id, first.id, third.id])
      assert.deepStrictEqual(yield* idsFor({ sort: [descending("id")], size: 2, page: 1 }), [first.id])
      assert.deepStrictEqual(yield* idsFor({ sort: [descending("firstFailed")] }), [second.id, first.id, third.id])
      assert.deepStrictEqual(yield* idsFor({ sort: [ascending("lastExecuted")] }), [first.id, third.id, second.id])
      assert.deepStrictEqual(yield* send(key, "GET", `${path}?sort=secret`), error(400, "unknown_sort_property"))
      assert.strictEqual((yield* send(key, "GET", `${path}?size=0`)).status, 400)
    })
  )

  it.effect.each([
    ["no url", {}, urlNotValid],
    ["null", { url: null }, urlNotValid],
    ["an empty url", { url: "" }, urlNotValid],
    ["no url at all", { url: "not-a-url" }, urlNotValid],
    ["another scheme", { url: "ftp://127.0.0.1/" }, urlNotValid],
    ["a blank", { url: "http://127.0.0.1/a b" }, urlNotValid],
    ["a private address", { url: "http://10.0.0.1/" }, addressNotAllowed],
    ["the address of cloud metadata", { url: "http://169.254.169.254/latest" }, addressNotAllowed],
    ["a private address in IPv6", { url: "http://[::ffff:10.0.0.1]/" }, addressNotAllowed],
    ["another notation of this machine", { url: "http://2130706433/" }, urlNotValid],
    ["an octal notation of this machine", { url: "http://0177.0.0.1/" }, urlNotValid],
    ["256 characters", { url: `http://127.0.0.1/${"x".repeat(239)}` }, tooLong]
  ] as const)("reject %s, when created and when changed", ([, body, expected]) =>
    Effect.gen(function* () {
      const { key, webhook, params, create, path, project } = yield* seedFixture
      assert.deepStrictEqual(yield* send(key, "POST", path, body), expected)
      assert.deepStrictEqual(yield* activityOf(project.id), [])
      const before = yield* create()
      assert.deepStrictEqual(yield* send(key, "PUT", `${path}/${before.id}`, { enabled: false, ...body }), expected)
      assert.deepStrictEqual(yield* webhook.get({ params: { ...params, id: before.id } }), before)
      assert.lengthOf(yield* activityOf(project.id), 1)
    })
  )

  it.effect("accept a URL of 255 characters", () =>
    Effect.gen(function* () {
      const { create } = yield* seedFixture
      const url = `http://127.0.0.1/${"x".repeat(238)}`
      assert.strictEqual((yield* create(url)).url, url)
    })
  )

  it.effect("check the length of the URL, then the existence of the configuration, then the URL", () =>
    Effect.gen(function* () {
      const { key, path } = yield* seedFixture
      assert.deepStrictEqual(yield* send(key, "PUT", `${path}/999999`, { url: "x".repeat(256) }), tooLong)
      assert.deepStrictEqual(yield* send(key, "PUT", `${path}/999999`, { url: "not-a-url" }), notFound)
      assert.deepStrictEqual(yield* send(key, "PUT", `${path}/x`, { url: "x" }), error(400, "wrong_param_type", ["id"]))
    })
  )

  it.effect("of another project are not found, and neither are unknown ones", () =>
    Effect.gen(function* () {
      const { key, path } = yield* seedFixture
      const other = yield* seedFixture
      const theirs = yield* other.create()
      for (const id of [theirs.id, 999_999, 0]) {
        assert.deepStrictEqual(yield* send(key, "GET", `${path}/${id}`), notFound)
        assert.deepStrictEqual(yield* send(key, "PUT", `${path}/${id}`, { url: localUrl }), notFound)
        assert.deepStrictEqual(yield* send(key, "DELETE", `${path}/${id}`), notFound)
        assert.deepStrictEqual(yield* send(key, "POST", `${path}/${id}/test`), notFound)
        assert.deepStrictEqual(yield* send(key, "POST", `${path}/${id}/rotate-secret`, {}), notFound)
      }
      assert.deepStrictEqual(yield* other.webhook.get({ params: { ...other.params, id: theirs.id } }), theirs)
    })
  )

  it.effect("reject invalid bodies", () =>
    Effect.gen(function* () {
      const { key, path, project } = yield* seedFixture
      for (const body of ["", "{", "[]", '"x"', { url: 5 }, { url: ["x"] }, { url: localUrl, enabled: "yes" }]) {
        const { status, body: response } = yield* send(key, "POST", path, body)
        assert.deepStrictEqual([status, (response as { code: string }).code], [400, "request_parse_error"])
      }
      assert.deepStrictEqual(yield* activityOf(project.id), [])
    })
  )

  it.effect("are edited: the URL always, enabled when it is sent, the secret never", () =>
    Effect.gen(function* () {
      const { key, webhook, params, create, path } = yield* seedFixture
      const created = yield* create()
      const put = (payload: WebhookConfigurationBody) =>
        webhook.update({ params: { ...params, id: created.id }, payload })
      const url = "http://127.0.0.1:8/moved"
      yield* setState(created.id, {
        auto_disabled: 1,
        enabled: 0,
        first_failed_at: 5,
        last_executed_at: 6,
        warned_at: 5
      })
      const failing = { ...created, url, enabled: false, autoDisabled: true, firstFailed: 5, lastExecuted: 6 }
      const unknownFields = { webhookSecret: "whsec_mine", id: 1 }
      assert.deepStrictEqual(yield* send(key, "PUT", `${path}/${created.id}`, { url, ...unknownFields }), {
        status: 200,
        body: failing
      })
      assert.deepStrictEqual(yield* put({ url, enabled: null }), failing)
      assert.deepStrictEqual(yield* put({ url, enabled: false }), failing)
      const recovered = { ...failing, enabled: true, autoDisabled: false, firstFailed: null }
      assert.deepStrictEqual(yield* put({ url, enabled: true }), recovered)
      yield* setState(created.id, { first_failed_at: 7, warned_at: 7 })
      assert.deepStrictEqual(yield* put({ url, enabled: true }), recovered)
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT warned_at FROM webhook_configuration WHERE id = ${created.id}`, [
        { warnedAt: null }
      ])
      assert.deepStrictEqual(yield* put({ url, enabled: false }), { ...recovered, enabled: false })
    })
  )

  it.effect("are paused and resumed: deliveries are still created, and nothing else changes", () =>
    Effect.gen(function* () {
      const { webhook, params } = yield* seedFixture
      const created = yield* webhook.create({ params, payload: { url: localUrl, paused: true } })
      assert.isTrue(created.paused)
      const put = (payload: WebhookConfigurationBody) =>
        webhook.update({ params: { ...params, id: created.id }, payload: { url: localUrl, ...payload } })
      assert.deepStrictEqual(yield* put({ enabled: true }), created)
      assert.deepStrictEqual(yield* put({ paused: null }), created)
      assert.deepStrictEqual(yield* put({ paused: false }), { ...created, paused: false })
      assert.deepStrictEqual(yield* webhook.get({ params: { ...params, id: created.id } }), {
        ...created,
        paused: false
      })
      assert.lengthOf(yield* deliveriesOf(created.id), 1)
    })
  )

  it.effect("are paused after Retry-After until they are enabled again or get another URL", () =>
    Effect.gen(function* () {
      const { webhook, params, create } = yield* seedFixture
      const { id } = yield* create()
      const put = (payload: WebhookConfigurationBody) =>
        Effect.map(webhook.update({ params: { ...params, id }, payload }), ({ heldUntil }) => heldUntil)
      yield* setState(id, { held_until: 1_767_225_600_123 })
      assert.strictEqual(yield* put({ url: localUrl, paused: true }), 1_767_225_600_123)
      assert.isNull(yield* put({ url: localUrl, enabled: true }))
      yield* setState(id, { held_until: 7 })
      assert.isNull(yield* put({ url: `${localUrl}/moved` }))
    })
  )

  it.effect("get a new secret; the previous one also signs for a day, or for the requested time", () =>
    Effect.gen(function* () {
      const { key, webhook, params, create, path, project } = yield* seedFixture
      const created = yield* create()
      const one = { params: { ...params, id: created.id } }
      const day = 24 * 3_600_000
      const before = yield* Clock.currentTimeMillis
      const rotated = yield* webhook.rotateSecret({ ...one, payload: {} })
      const until = rotated.previousSecretValidUntil ?? 0
      assert.match(rotated.webhookSecret, /^whsec_[0-9a-f]{32}$/)
      assert.notStrictEqual(rotated.webhookSecret, created.webhookSecret)
      assert.isAtLeast(until, before + day)
      assert.isAtMost(until, (yield* Clock.currentTimeMillis) + day)
      assert.deepStrictEqual(rotated, {
        ...created,
        webhookSecret: rotated.webhookSecret,
        previousSecretValidUntil: until
      })
      assert.deepStrictEqual(yield* webhook.get(one), rotated)
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT previous_secret FROM webhook_configuration WHERE id = ${created.id}`, [
        { previousSecret: created.webhookSecret }
      ])
      for (const [overlapMillis, message] of [
        [-1, "must be greater than or equal to 0"],
        [7 * day + 1, "must be less than or equal to 604800000"]
      ] as const) {
        assert.deepStrictEqual(yield* send(key, "POST", `${path}/${created.id}/rotate-secret`, { overlapMillis }), {
          status: 400,
          body: { STANDARD_VALIDATION: { overlapMillis: message } }
        })
      }
      assert.deepStrictEqual(yield* webhook.get(one), rotated)
      const atOnce = yield* webhook.rotateSecret({ ...one, payload: { overlapMillis: 0 } })
      assert.isNull(atOnce.previousSecretValidUntil)
      assert.notStrictEqual(atOnce.webhookSecret, rotated.webhookSecret)
      const deliveries = JSON.stringify(yield* deliveriesOf(created.id))
      for (const { webhookSecret } of [created, rotated, atOnce]) assert.notInclude(deliveries, webhookSecret)
      assert.lengthOf(yield* activityOf(project.id), 1)
    })
  )

  it.effect("lose the previous secret after its overlap: within the hour, or when they are edited", () =>
    Effect.gen(function* () {
      const { webhook, params, create } = yield* seedFixture
      const [first, second] = [yield* create(), yield* create()]
      const rotate = (id: number) => webhook.rotateSecret({ params: { ...params, id }, payload: {} })
      const until = (yield* rotate(first.id)).previousSecretValidUntil ?? 0
      const sql = yield* SqlClient.SqlClient
      const previousSecretOf = (id: number) =>
        Effect.map(
          sql<{ previousSecret: string | null }>`SELECT previous_secret FROM webhook_configuration WHERE id = ${id}`,
          ([row]) => row?.previousSecret
        )
      yield* TestClock.setTime(until - 1)
      yield* eraseExpiredSecrets()
      assert.strictEqual(yield* previousSecretOf(first.id), first.webhookSecret)
      yield* TestClock.setTime(until)
      yield* eraseExpiredSecrets()
      assert.isNull(yield* previousSecretOf(first.id))
      assert.isNull((yield* webhook.get({ params: { ...params, id: first.id } })).previousSecretValidUntil)
      yield* rotate(second.id)
      yield* setState(second.id, { previous_secret_until: 1 })
      assert.strictEqual(yield* previousSecretOf(second.id), second.webhookSecret)
      const edited = yield* webhook.update({ params: { ...params, id: second.id }, payload: { url: localUrl } })
      assert.isNull(edited.previousSecretValidUntil)
      assert.isNull(yield* previousSecretOf(second.id))
    })
  )

  it.effect("keep pending deliveries when they are edited, and lose them when they are deleted", () =>
    Effect.gen(function* () {
      const { key, webhook, params, create, path } = yield* seedFixture
      const { id } = yield* create()
      assert.deepStrictEqual(
        (yield* deliveriesOf(id)).map(({ activityData }) => activityData.type),
        ["WEBHOOK_CONFIG_CREATE"]
      )
      yield* webhook.update({ params: { ...params, id }, payload: { url: "http://127.0.0.1:8/moved" } })
      assert.deepStrictEqual(
        (yield* deliveriesOf(id)).map(({ activityData }) => activityData.type),
        ["WEBHOOK_CONFIG_CREATE", "WEBHOOK_CONFIG_UPDATE"]
      )
      assert.deepStrictEqual(yield* send(key, "DELETE", `${path}/${id}`), { status: 200, body: "" })
      for (const [method, url] of [
        ["GET", `${path}/${id}`],
        ["DELETE", `${path}/${id}`],
        ["GET", `${path}/${id}/deliveries`]
      ] as const) {
        assert.deepStrictEqual(yield* send(key, method, url), notFound)
      }
      const outbox = yield* Effect.provide(OutboxRepository, OutboxRepository.layer)
      assert.deepStrictEqual(yield* outbox.listDue({ now: Number.MAX_SAFE_INTEGER, after: id - 1 }), [])
      yield* eraseDeletedContent()
      assert.deepStrictEqual(yield* deliveriesOf(id), [])
    })
  )

  it.effect("record changes but never the secret; an update without changes records no activity", () =>
    Effect.gen(function* () {
      const { webhook, create, project } = yield* seedFixture
      const { id, webhookSecret } = yield* create()
      const params = { projectId: project.id, id }
      yield* webhook.update({ params, payload: { url: localUrl } })
      yield* webhook.update({ params, payload: { url: localUrl, enabled: false } })
      yield* webhook.test({ params })
      yield* webhook.delete({ params })
      const activity = yield* activityOf(project.id)
      assert.deepStrictEqual(
        activity.map(({ type, modifications, description }) => [
          type,
          JSON.parse(modifications),
          JSON.parse(description)
        ]),
        [
          ["WEBHOOK_CONFIG_CREATE", { url: { old: null, new: maskedUrl }, enabled: { old: null, new: true } }, {}],
          ["WEBHOOK_CONFIG_UPDATE", { enabled: { old: true, new: false } }, { url: maskedUrl }],
          ["WEBHOOK_CONFIG_DELETE", { url: { old: maskedUrl, new: null }, enabled: { old: false, new: null } }, {}]
        ]
      )
      assert.notInclude(JSON.stringify(activity), webhookSecret)
    })
  )

  it.effect("have headers whose values are stored and never shown", () =>
    Effect.gen(function* () {
      const { asOwner, webhook, params, project, path } = yield* seedFixture
      const headers = [
        { name: "Authorization", value: "Bearer hidden-1" },
        { name: "X-Own", value: "hidden-2" }
      ]
      const shown = headers.map(({ name }) => ({ name, isSet: true }))
      const created = yield* webhook.create({ params, payload: { url: localUrl, headers } })
      assert.deepStrictEqual(created.headers, shown)
      const one = { params: { ...params, id: created.id } }
      const stored = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ headers: string | null }>`
          SELECT headers FROM webhook_configuration WHERE id = ${created.id}`
        return JSON.parse(row?.headers ?? "null")
      })
      const put = (payload: WebhookConfigurationBody) => webhook.update({ ...one, payload })
      assert.deepStrictEqual(yield* put({ url: `${localUrl}/moved` }), { ...created, url: `${localUrl}/moved` })
      assert.deepStrictEqual(yield* stored, headers)
      const renamed = [{ name: "authorization" }, { name: "X-Other", value: "hidden-3" }]
      assert.deepStrictEqual((yield* put({ url: localUrl, headers: renamed })).headers, [
        { name: "authorization", isSet: true },
        { name: "X-Other", isSet: true }
      ])
      const kept = [
        { name: "authorization", value: "Bearer hidden-1" },
        { name: "X-Other", value: "hidden-3" }
      ]
      assert.deepStrictEqual(yield* stored, kept)
      // A value for one server is not sent to another one, where its owner could read it.
      const needed = error(400, "webhook_header_values_needed")
      const onePath = `${path}/${created.id}`
      for (const url of ["http://127.0.0.1:8088/hook", "https://127.0.0.1:8/hook"]) {
        assert.deepStrictEqual(yield* send(asOwner, "PUT", onePath, { url }), needed)
        assert.deepStrictEqual(yield* send(asOwner, "PUT", onePath, { url, headers: renamed }), needed)
      }
      assert.deepStrictEqual(yield* stored, kept)
      assert.strictEqual((yield* webhook.get(one)).url, localUrl)
      yield* put({ url: "http://127.0.0.1:8088/hook", headers })
      assert.deepStrictEqual(yield* stored, headers)
      assert.deepStrictEqual((yield* put({ url: localUrl, headers: null })).headers, [])
      assert.isNull(yield* stored)
      const sql = yield* SqlClient.SqlClient
      const audit = yield* sql`SELECT * FROM audit_entry WHERE project_id = ${project.id}`
      assert.include(JSON.stringify(audit), "headersChanged")
      const seen = [audit, yield* activityOf(project.id), yield* deliveriesOf(created.id), yield* webhook.get(one)]
      assert.notInclude(JSON.stringify(seen), "hidden-")
    })
  )

  it.effect.each([
    ["no name", [{ value: "x" }], { "headers[0].name": "must not be blank" }],
    ["no value", [{ name: "X" }], { "headers[0].value": "must not be blank" }],
    ["a name with a colon", [{ name: "X:", value: "x" }], { "headers[0].name": "must be the name of a header" }],
    ["a line break", [{ name: "X", value: "a\r\nb: c" }], { "headers[0].value": /one line/ }],
    ["letters outside of ASCII", [{ name: "X", value: "á" }], { "headers[0].value": /ASCII/ }],
    ["a blank at the end", [{ name: "X", value: "a " }], { "headers[0].value": /blanks/ }],
    ...["Host", "content-type", "Content-Length", "Webhook-Id", "tolgee-signature", "Proxy-Authorization", "TE"].map(
      (name) =>
        [name, [{ name, value: "x" }], { "headers[0].name": "must not be a header that the server sets" }] as const
    ),
    [
      "a name twice",
      [
        { name: "X-A", value: "1" },
        { name: "x-a", value: "2" }
      ],
      { "headers[0].name": "must not be there twice", "headers[1].name": "must not be there twice" }
    ],
    ["a long value", [{ name: "X", value: "x".repeat(4_097) }], { "headers[0].value": /4096/ }],
    [
      "many headers",
      Array.from({ length: 21 }, (_, index) => ({ name: `X-${index}`, value: "x" })),
      { headers: "size must be between 0 and 20" }
    ],
    [
      "large headers",
      [1, 2, 3].map((index) => ({ name: `X-${index}`, value: "x".repeat(3_000) })),
      { headers: "must have at most 6144 characters in all" }
    ]
  ] as const)("reject headers with %s", ([_, headers, messages]) =>
    Effect.gen(function* () {
      const { key, path, project } = yield* seedFixture
      const { status, body } = yield* send(key, "POST", path, { url: localUrl, headers })
      const found = (body as { readonly STANDARD_VALIDATION: Readonly<Record<string, string>> }).STANDARD_VALIDATION
      assert.strictEqual(status, 400)
      assert.sameMembers(Object.keys(found), Object.keys(messages))
      for (const [field, message] of Object.entries(messages)) assert.match(found[field] ?? "", new RegExp(message))
      assert.deepStrictEqual(yield* activityOf(project.id), [])
    })
  )

  it.effect("have a body template, which is rendered for each change; a mistake shows when it is saved", () =>
    Effect.gen(function* () {
      const { key, name, webhook, params, path, project } = yield* seedFixture
      const broken = [
        [{ kind: "OWN", text: "Hello {{summary}}" }, ["The body is not JSON", 0, 0]],
        [{ kind: "OWN", text: '{"a":\n{{#if type}} }' }, ["An expression or a block has no end", 2, 15]],
        [{ kind: "OWN", text: '{"a": {{activityData.author.name}} }' }, null]
      ] as const
      for (const [bodyTemplate, mistake] of broken) {
        for (const [url, body] of [
          [path, { url: localUrl, bodyTemplate }],
          [`${path}/preview`, { bodyTemplate }]
        ] as const) {
          const response = yield* send(key, "POST", url, body)
          assert.deepInclude(response.body, { code: "webhook_template_invalid" })
          if (mistake !== null) assert.deepStrictEqual(response, error(400, "webhook_template_invalid", mistake))
        }
      }
      assert.deepStrictEqual(yield* send(key, "POST", path, { url: localUrl, bodyTemplate: { kind: "OWN" } }), {
        status: 400,
        body: { STANDARD_VALIDATION: { "bodyTemplate.text": "must not be blank" } }
      })
      assert.deepStrictEqual(yield* activityOf(project.id), [])
      const bodyTemplate = {
        kind: "OWN",
        text: '{"who": "{{activityData.author.name}}", "what": {{json counts}} }'
      } as const
      const created = yield* webhook.create({ params, payload: { url: localUrl, bodyTemplate } })
      assert.deepStrictEqual(created.bodyTemplate, bodyTemplate)
      const bodies = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ body: string }>`
          SELECT c.body FROM delivery d JOIN delivery_content c ON c.delivery_id = d.id
          WHERE d.webhook_configuration_id = ${created.id} ORDER BY d.id`
        return rows.map(({ body }) => JSON.parse(body))
      })
      assert.deepStrictEqual(yield* bodies, [{ who: `${name} owner`, what: { WebhookConfig: 1 } }])
      const one = { params: { ...params, id: created.id } }
      assert.deepStrictEqual(
        (yield* webhook.update({ ...one, payload: { url: localUrl, enabled: false } })).bodyTemplate,
        bodyTemplate
      )
      const known = yield* webhook.update({
        ...one,
        payload: { url: localUrl, bodyTemplate: { kind: "DISCORD", text: "x" } }
      })
      assert.deepStrictEqual(known.bodyTemplate, { kind: "DISCORD", text: null })
      assert.isNull((yield* webhook.update({ ...one, payload: { url: localUrl, bodyTemplate: null } })).bodyTemplate)
    })
  )

  it.effect("show a preview of each known template, of an example and of the last delivery", () =>
    Effect.gen(function* () {
      const { asOwner, webhook, create, name, params, key, path } = yield* seedFixture
      for (const kind of ["SLACK", "DISCORD", "TEAMS", "GITHUB"] as const) {
        const { event, body } = yield* webhook.preview({ params, payload: { bodyTemplate: { kind } } })
        assert.strictEqual(event, "EXAMPLE")
        assert.include(JSON.stringify(JSON.parse(body)), 'Olga \\"Olly\\" Novák in ')
      }
      const { id } = yield* create()
      const payload = { webhookConfigId: id, bodyTemplate: { kind: "OWN", text: '["{{summary}}"]' } } as const
      // The key has no translations.view: it sees no bodies in the log either.
      assert.strictEqual((yield* webhook.preview({ params, payload })).event, "EXAMPLE")
      const byOwner = yield* clientOf(asOwner)
      assert.deepStrictEqual(yield* byOwner.webhook.preview({ params, payload }), {
        event: "LAST_DELIVERY",
        body: `["${name} owner in ${name}: webhook config create (WebhookConfig 1)"]`
      })
      const standard = yield* byOwner.webhook.preview({ params, payload: { webhookConfigId: id } })
      assert.deepInclude(JSON.parse(standard.body), { webhookConfigId: id, eventType: "PROJECT_ACTIVITY" })
      assert.deepStrictEqual(
        yield* send(key, "POST", `${path}/preview`, { webhookConfigId: id + 1_000 }),
        error(404, "resource_not_found")
      )
    })
  )

  it.effect("log a failed delivery when a template fails for a change, and send it when the template is mended", () =>
    Effect.gen(function* () {
      const { asOwner, params, project } = yield* seedFixture
      const { webhook, webhookDelivery, language } = yield* clientOf(asOwner)
      const text = '{{#if activityData.modifiedEntities.Language}}no JSON{{else}}{"a": 1}{{/if}}'
      const created = yield* webhook.create({ params, payload: { url: localUrl, bodyTemplate: { kind: "OWN", text } } })
      const payload = { name: "Czech", tag: "cs", originalName: "Čeština" }
      yield* language.create({ params, payload })
      const one = { ...params, id: created.id }
      const { _embedded } = yield* webhookDelivery.list({ params: one, query: { state: ["FAILED"] } })
      const [failed] = _embedded.deliveries
      assert.deepInclude(failed, { type: "CREATE_LANGUAGE", attemptCount: 1, lastStatus: null })
      const deliveryParams = { ...one, deliveryId: failed?.id ?? 0 }
      const { attempts, requestBody } = yield* webhookDelivery.get({ params: deliveryParams })
      assert.deepInclude(JSON.parse(requestBody ?? ""), { projectId: project.id, eventType: "PROJECT_ACTIVITY" })
      assert.lengthOf(attempts, 1)
      assert.deepInclude(attempts[0], {
        requestHeaders: null,
        failure: { id: "templateFailed", params: { reason: "The body is not JSON" } }
      })
      const again = `/v2/projects/${project.id}/webhook-configs/${created.id}/deliveries`
      const mistake = error(400, "webhook_template_invalid", ["The body is not JSON", 0, 0])
      assert.deepStrictEqual(yield* send(asOwner, "POST", `${again}/${failed?.id}/redeliver`), mistake)
      assert.deepStrictEqual(yield* send(asOwner, "POST", `${again}/redeliver`, {}), {
        status: 200,
        body: { count: 0 }
      })
      assert.deepInclude(yield* webhookDelivery.get({ params: deliveryParams }), { state: "FAILED", attempts })
      const mended = {
        kind: "OWN",
        text: '{"tag": "{{activityData.modifiedEntities.Language.[0].modifications.tag.new}}"}'
      } as const
      yield* webhook.update({ params: one, payload: { url: localUrl, bodyTemplate: mended } })
      assert.deepStrictEqual(yield* send(asOwner, "POST", `${again}/redeliver`, {}), {
        status: 200,
        body: { count: 1 }
      })
      const sent = yield* webhookDelivery.get({ params: deliveryParams })
      assert.deepInclude(sent, { state: "PENDING", requestBody: '{"tag": "cs"}', attemptCount: 1 })
    })
  )

  it.effect("create one delivery of a change for each enabled configuration, each with its own id", () =>
    Effect.gen(function* () {
      const { webhook, params, create, project, owner, name } = yield* seedFixture
      const first = yield* create()
      const second = yield* create()
      const theirs = yield* (yield* seedFixture).create()
      yield* webhook.update({ params: { ...params, id: second.id }, payload: { url: localUrl, enabled: false } })
      const toFirst = yield* deliveriesOf(first.id)
      assert.deepStrictEqual(
        toFirst.map(({ activityData }) => activityData.type),
        ["WEBHOOK_CONFIG_CREATE", "WEBHOOK_CONFIG_CREATE", "WEBHOOK_CONFIG_UPDATE"]
      )
      assert.lengthOf(yield* deliveriesOf(second.id), 1)
      assert.lengthOf(yield* deliveriesOf(theirs.id), 1)
      const sql = yield* SqlClient.SqlClient
      const [revision] = yield* sql<{ id: number; createdAt: number }>`
        SELECT id, created_at FROM activity_revision WHERE project_id = ${project.id} ORDER BY id LIMIT 1`
      const [created] = toFirst
      assert.include(created?.messageId, `msg_${first.id}_${revision?.id}_`)
      assert.deepStrictEqual(created as unknown, {
        messageId: created?.messageId,
        webhookConfigId: first.id,
        projectId: project.id,
        eventType: "PROJECT_ACTIVITY",
        activityData: {
          revisionId: revision?.id,
          timestamp: revision?.createdAt,
          type: "WEBHOOK_CONFIG_CREATE",
          branch: null,
          author: { id: owner, username: `${name} owner`, name: `${name} owner`, avatar: null, deleted: false },
          modifiedEntities: {
            WebhookConfig: [
              {
                entityClass: "WebhookConfig",
                entityId: first.id,
                description: {},
                modifications: { url: { old: null, new: maskedUrl }, enabled: { old: null, new: true } },
                relations: {},
                exists: null
              }
            ]
          },
          meta: null,
          counts: null,
          params: null
        }
      })
    })
  )

  it.effect("show path, query and credentials of a URL to no reader of the activity, and to no other endpoint", () =>
    Effect.gen(function* () {
      const { create, owner, params, path, project, webhook } = yield* seedFixture
      const asOwner = yield* seed.accessToken(owner)
      const other = yield* create()
      const { id, url } = yield* create("http://hidden:hidden@127.0.0.1:8/hidden?hidden=hidden")
      assert.strictEqual(url, "http://hidden:hidden@127.0.0.1:8/hidden?hidden=hidden")
      // Only hidden parts change, and the change is recorded.
      yield* webhook.update({ params: { ...params, id }, payload: { url: "http://other:hidden@127.0.0.1:8/hidden" } })
      yield* webhook.delete({ params: { ...params, id } })
      const activity = yield* activityOf(project.id)
      const masked = "http://***@127.0.0.1:8/***"
      assert.deepStrictEqual(
        activity.slice(1).map(({ modifications }) => JSON.parse(modifications).url),
        [
          { old: null, new: masked },
          { old: masked, new: masked },
          { old: masked, new: null }
        ]
      )
      const read = yield* send(asOwner, "GET", path.replace("webhook-configs", "activity"))
      const stored = [activity, yield* deliveriesOf(id), yield* deliveriesOf(other.id)]
      for (const shown of [...stored, read]) assert.notInclude(JSON.stringify(shown), "hidden")
      assert.strictEqual(read.status, 200)
    })
  )

  it.effect("mask URLs that an earlier version recorded unmasked", () =>
    Effect.gen(function* () {
      const { create, owner, path, project } = yield* seedFixture
      const asOwner = yield* seed.accessToken(owner)
      yield* create()
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const whole = "https://user:hidden@a.example/hidden"
      yield* database.transaction(
        sql`UPDATE activity_modified_entity
          SET modifications = ${JSON.stringify({ url: { old: null, new: whole } })}, description = ${JSON.stringify({ url: whole })}
          WHERE entity_class = 'WebhookConfig' AND revision_id IN (SELECT id FROM activity_revision WHERE project_id = ${project.id})`
      )
      const activity = path.replace("webhook-configs", "activity")
      const list = yield* send(asOwner, "GET", activity)
      const [revision] = yield* sql<{ id: number }>`SELECT id FROM activity_revision WHERE project_id = ${project.id}`
      const one = yield* send(asOwner, "GET", `${activity}/revisions/${revision?.id}`)
      const entities = yield* send(asOwner, "GET", `${activity}/revisions/${revision?.id}/modified-entities`)
      for (const { status, body } of [list, one, entities]) {
        assert.strictEqual(status, 200)
        assert.include(JSON.stringify(body), "https://***@a.example/***")
        assert.notInclude(JSON.stringify(body), "hidden")
      }
    })
  )
})

// Times are those of the wall clock.
layer(layerTestServer({ webhookDispatcher: "external" }), { excludeTestServices: true })("a test call", (it) => {
  it.effect("says what the endpoint responded and how long it took, or why there was no response", () =>
    Effect.gen(function* () {
      const { webhook, create, project } = yield* seedFixture
      const receiver = yield* startReceiver
      const { id } = yield* create(receiver.url)
      const params = { projectId: project.id, id }
      const { durationMillis, ...first } = yield* webhook.test({ params })
      assert.deepStrictEqual(first, { success: true, status: 200, error: null, failure: null })
      assert.isAtLeast(durationMillis, 0)
      receiver.answerWith(503)
      assert.deepInclude(yield* webhook.test({ params }), {
        success: false,
        status: 503,
        error: "The endpoint answered 503.",
        failure: { id: "status", params: { status: 503 } }
      })
      yield* webhook.update({ params, payload: { url: localUrl } })
      const refused = yield* webhook.test({ params })
      const failure = { id: "connectionRefused", params: { code: "ECONNREFUSED" } } as const
      assert.deepInclude(refused, { success: false, status: null, failure })
      assert.isNotNull(refused.error)
      assert.deepInclude(yield* webhook.get({ params }), { lastExecuted: null, firstFailed: null })
    }).pipe(Effect.scoped)
  )
})
