import { createHmac } from "node:crypto"
import type { RedeliverBody } from "@dragoman/api"
import type { DeliveryState } from "@dragoman/domain/webhook"
import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clientOf } from "../../testing/client.ts"
import { startReceiver } from "../../testing/receiver.ts"
import { type SeedPermission, seed } from "../../testing/seed.ts"
import { error, send } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"

let fixtures = 0

const seedProject = Effect.gen(function* () {
  const name = `Deliveries ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["webhooks.manage"] })
  const { webhookDelivery, webhook: configurations } = yield* clientOf(key)
  return { owner, organization, project, key, webhookDelivery, configurations }
})

/** With a webhook configuration that has no receiver. */
const seedFixture = Effect.gen(function* () {
  const fixture = yield* seedProject
  const projectId = fixture.project.id
  const webhook = yield* seed.webhook({ project: projectId })
  const path = `/v2/projects/${projectId}/webhook-configs/${webhook}/deliveries`
  return { ...fixture, webhook, path, params: { projectId, id: webhook } }
})

const disable = Effect.fnUntraced(function* ({ configurations, params }: Effect.Success<typeof seedFixture>) {
  const { url } = yield* configurations.get({ params })
  yield* configurations.update({ params, payload: { url, enabled: false } })
})

/** The parts of a page that differ between lists. */
const idsOf = (page: { readonly _embedded: { readonly deliveries: ReadonlyArray<{ readonly id: number }> } }) =>
  page._embedded.deliveries.map(({ id }) => id)

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

const webhookDisabled = error(400, "webhook_config_disabled")

/** Fields of attempts that an earlier version logged. */
const noHeaders = { requestHeaders: null, responseHeaders: null }

// No dispatcher runs, so deliveries stay pending.
layer(layerTestServer({ webhookDispatcher: "external" }))("webhook deliveries", (it) => {
  it.effect("require webhooks.manage", () =>
    Effect.gen(function* () {
      const { owner, project, webhook, path } = yield* seedFixture
      const id = yield* seed.delivery({ webhook, state: "FAILED" })
      const fewScopes = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["activity.view"] })
      for (const [method, url, body] of [
        ["GET", path],
        ["GET", `${path}/${id}`],
        ["POST", `${path}/${id}/redeliver`],
        ["POST", `${path}/redeliver`, { states: ["FAILED"] }]
      ] as const) {
        assert.deepStrictEqual(yield* send(null, method, url, body), error(401, "unauthenticated"))
        assert.deepStrictEqual(
          yield* send(fewScopes, method, url, body),
          error(403, "operation_not_permitted", ["webhooks.manage"])
        )
      }
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT state FROM delivery WHERE id = ${id}`, [{ state: "FAILED" }])
    })
  )

  it.effect("are listed newest first, and filtered", () =>
    Effect.gen(function* () {
      const { webhook, webhookDelivery, params, key, path } = yield* seedFixture
      const first = yield* seed.delivery({ webhook, createdAt: 10, type: "IMPORT" })
      const second = yield* seed.delivery({ webhook, createdAt: 20, state: "FAILED" })
      const third = yield* seed.delivery({ webhook, createdAt: 30, state: "PENDING", type: "IMPORT" })
      const list = (query: Parameters<typeof webhookDelivery.list>[0]["query"]) =>
        Effect.map(webhookDelivery.list({ params, query }), idsOf)
      assert.deepStrictEqual(yield* list({}), [third, second, first])
      assert.deepStrictEqual(yield* list({ sort: [{ property: "id", direction: "asc" }], size: 2 }), [first, second])
      assert.deepStrictEqual(yield* list({ state: ["FAILED", "PENDING"] }), [third, second])
      assert.deepStrictEqual(yield* list({ type: ["IMPORT"] }), [third, first])
      assert.deepStrictEqual(yield* list({ createdAfter: 20, createdBefore: 30 }), [second])
      assert.deepStrictEqual(yield* send(key, "GET", `${path}?state=FAILED`), {
        status: 200,
        body: {
          _embedded: {
            deliveries: [
              {
                id: second,
                messageId: (yield* webhookDelivery.get({ params: { ...params, deliveryId: second } })).messageId,
                state: "FAILED",
                type: "EDIT_LANGUAGE",
                revisionId: 1,
                createdAt: 20,
                attemptCount: 1,
                lastStatus: 200,
                lastDurationMillis: 7,
                nextAttemptAt: null
              }
            ]
          },
          page: { size: 20, totalElements: 1, totalPages: 1, number: 0 }
        }
      })
    })
  )

  it.effect("are listed and counted in a thread when there are many", () =>
    Effect.gen(function* () {
      const { webhook, key, path } = yield* seedFixture
      const sql = yield* SqlClient.SqlClient
      yield* inTransaction(sql`
        INSERT INTO delivery
          (message_id, webhook_configuration_id, revision_id, state, next_attempt_at, created_at, activity_type)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20001)
        SELECT 'many' || i, ${webhook}, i, 'DELIVERED', 0, i, CASE WHEN i % 2 = 0 THEN 'IMPORT' ELSE 'CREATE_KEY' END
        FROM n`)
      const { body } = yield* send(key, "GET", `${path}?type=IMPORT&size=1`)
      const { _embedded, page } = body as {
        _embedded: { deliveries: ReadonlyArray<{ messageId: string }> }
        page: { totalElements: number }
      }
      assert.deepStrictEqual([_embedded.deliveries[0]?.messageId, page.totalElements], ["many20000", 10_000])
    })
  )

  it.effect.each([
    ["state=LOST", "state"],
    ["createdAfter=yesterday", "createdAfter"],
    ["createdBefore=-1", "createdBefore"],
    ["createdBefore=", "createdBefore"]
  ] as const)("are not listed by %s", ([query, parameter]) =>
    Effect.gen(function* () {
      const { key, path } = yield* seedFixture
      assert.deepStrictEqual(yield* send(key, "GET", `${path}?${query}`), error(400, "wrong_param_type", [parameter]))
    })
  )

  it.effect("of a time beyond the range of numbers are none", () =>
    Effect.gen(function* () {
      const { key, path, webhook } = yield* seedFixture
      yield* seed.delivery({ webhook })
      const { status, body } = yield* send(key, "GET", `${path}?createdAfter=${"9".repeat(400)}`)
      assert.deepStrictEqual([status, (body as { page: { totalElements: number } }).page.totalElements], [200, 0])
    })
  )

  it.effect("are returned with their attempts", () =>
    Effect.gen(function* () {
      const { webhook, webhookDelivery, params } = yield* seedFixture
      const id = yield* seed.delivery({ webhook })
      const { attempts } = yield* webhookDelivery.get({ params: { ...params, deliveryId: id } })
      assert.deepStrictEqual(attempts, [
        {
          number: 1,
          startedAt: 5,
          durationMillis: 7,
          status: 200,
          answer: "given",
          error: null,
          failure: null,
          ...noHeaders
        }
      ])
    })
  )

  it.effect("show their body only to callers who may view the translations of all languages", () =>
    Effect.gen(function* () {
      const { webhook, path, project } = yield* seedFixture
      const id = yield* seed.delivery({ webhook })
      const sql = yield* SqlClient.SqlClient
      yield* inTransaction(sql`
        INSERT INTO delivery_content (delivery_id, body) VALUES (${id}, 'the body')
        ON CONFLICT (delivery_id) DO UPDATE SET body = 'the body'`)
      const [language] = yield* sql<{ id: number }>`SELECT id FROM language WHERE project_id = ${project.id}`
      const bodyFor = Effect.fnUntraced(function* (permission: SeedPermission) {
        const user = yield* seed.user({ username: `reader ${JSON.stringify(permission)} ${project.id}` })
        yield* seed.directPermission({ project: project.id, user, permission })
        const response = yield* send(yield* seed.accessToken(user), "GET", `${path}/${id}`)
        assert.strictEqual(response.status, 200)
        return (response.body as { requestBody: string | null }).requestBody
      })
      assert.strictEqual(yield* bodyFor(["webhooks.manage", "translations.view"]), "the body")
      assert.isNull(yield* bodyFor(["webhooks.manage"]))
      assert.isNull(
        yield* bodyFor({
          type: null,
          scopes: ["webhooks.manage", "translations.view"],
          viewLanguageIds: [language?.id ?? 0]
        })
      )
    })
  )

  it.effect("are sent again by activity type and by an upper limit of time", () =>
    Effect.gen(function* () {
      const { key, webhook, webhookDelivery, path, params } = yield* seedFixture
      const sql = yield* SqlClient.SqlClient
      for (const [createdAt, type] of [
        [10, "IMPORT"],
        [20, "IMPORT"],
        [20, "CREATE_KEY"],
        [30, "IMPORT"]
      ] as const) {
        const id = yield* seed.delivery({ webhook, state: "FAILED", createdAt })
        yield* inTransaction(sql`UPDATE delivery SET activity_type = ${type} WHERE id = ${id}`)
      }
      const redeliver = (payload: RedeliverBody) => webhookDelivery.redeliverAll({ params, payload })
      assert.deepStrictEqual(yield* redeliver({ types: [] }), { count: 0 })
      assert.deepStrictEqual(yield* redeliver({ types: ["KEY_NAME_EDIT"] }), { count: 0 })
      assert.deepStrictEqual(yield* redeliver({ types: ["IMPORT"], createdAfter: 20, createdBefore: 30 }), { count: 1 })
      assert.deepStrictEqual(yield* redeliver({ createdBefore: 30 }), { count: 2 })
      assert.deepStrictEqual(yield* redeliver({}), { count: 1 })
      const { status, body } = yield* send(key, "POST", `${path}/redeliver`, { types: ["NO_SUCH"] })
      assert.deepStrictEqual([status, (body as { code: string }).code], [400, "request_parse_error"])
    })
  )

  it.effect("are not sent again while the configuration is disabled", () =>
    Effect.gen(function* () {
      const fixture = yield* seedFixture
      const { key, path, webhook } = fixture
      const id = yield* seed.delivery({ webhook, state: "FAILED" })
      yield* disable(fixture)
      assert.deepStrictEqual(yield* send(key, "POST", `${path}/${id}/redeliver`), webhookDisabled)
      assert.deepStrictEqual(yield* send(key, "POST", `${path}/redeliver`, { states: ["FAILED"] }), webhookDisabled)
      // 404 comes before the state of the configuration.
      assert.deepStrictEqual(yield* send(key, "POST", `${path}/987654321/redeliver`), error(404, "resource_not_found"))
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT state FROM delivery WHERE id = ${id}`, [{ state: "FAILED" }])
    })
  )

  it.effect("that are pending can be sent again only one by one", () =>
    Effect.gen(function* () {
      const { key, path } = yield* seedFixture
      const { status, body } = yield* send(key, "POST", `${path}/redeliver`, { states: ["PENDING"] })
      assert.deepStrictEqual([status, (body as { code: string }).code], [400, "request_parse_error"])
    })
  )

  it.effect("are sent again by state and time, in any number, and no others", () =>
    Effect.gen(function* () {
      const { webhook, webhookDelivery, params, project } = yield* seedFixture
      const sql = yield* SqlClient.SqlClient
      const count = 1_200
      yield* inTransaction(sql`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
        INSERT INTO delivery (message_id, webhook_configuration_id, revision_id, state, next_attempt_at, created_at)
        SELECT 'many ' || i, ${webhook}, 1, 'FAILED', 0, 20 FROM n`)
      const others = yield* Effect.forEach(
        [
          { webhook, state: "FAILED", createdAt: 19 },
          { webhook, state: "DELIVERED", createdAt: 20 },
          { webhook: yield* seed.webhook({ project: project.id }), state: "FAILED", createdAt: 20 }
        ] as const,
        seed.delivery
      )
      const redeliver = (payload: RedeliverBody) => webhookDelivery.redeliverAll({ params, payload })
      assert.deepStrictEqual(yield* redeliver({ states: [], createdAfter: 20 }), { count: 0 })
      assert.deepStrictEqual(yield* redeliver({ states: ["DROPPED"] }), { count: 0 })
      assert.deepStrictEqual(yield* redeliver({ createdAfter: 20 }), { count })
      assert.deepStrictEqual(yield* redeliver({ createdAfter: 20 }), { count: 0 })
      const states = yield* sql<{ state: DeliveryState }>`SELECT state FROM delivery WHERE ${sql.in("id", others)}`
      assert.notInclude(
        states.map(({ state }) => state),
        "PENDING"
      )
      const pending = yield* webhookDelivery.list({ params, query: { state: ["PENDING"], size: 1 } })
      assert.strictEqual(pending.page.totalElements, count)
      // Due at once: the response has a time in the past.
      assert.strictEqual(pending._embedded.deliveries[0]?.nextAttemptAt, 20)
      // It does not change the project and creates no delivery.
      assert.deepStrictEqual(yield* sql`SELECT id FROM activity_revision WHERE project_id = ${project.id}`, [])
    })
  )

  it.effect("are deleted with their project or its organization, and none is sent meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ofProject = yield* seedFixture
      const ofOrganization = yield* seedFixture
      const kept = yield* seedFixture
      const clientOfOwner = Effect.fnUntraced(function* ({ owner }: typeof kept) {
        return yield* clientOf(yield* seed.accessToken(owner, { super: true }))
      })
      yield* (yield* clientOfOwner(ofProject)).project.delete({ params: { projectId: ofProject.project.id } })
      yield* (yield* clientOfOwner(ofOrganization)).organization.delete({
        params: { organization: String(ofOrganization.organization.id) }
      })
      const enabled = yield* sql<{ id: number }>`
        SELECT id FROM webhook_configuration WHERE enabled = 1
        AND ${sql.in("id", [ofProject.webhook, ofOrganization.webhook, kept.webhook])}`
      assert.deepStrictEqual(
        enabled.map(({ id }) => id),
        [kept.webhook]
      )
    })
  )
})

layer(layerTestServer(), { excludeTestServices: true })("a webhook delivery that is sent again", (it) => {
  it.effect("has the same id and body, and its attempts are counted on and measured", () =>
    Effect.gen(function* () {
      const { configurations, webhookDelivery, project, owner } = yield* seedProject
      const receiver = yield* startReceiver
      receiver.answerWith(200, { "x-receiver": "yes", "set-cookie": "session=hidden" })
      const url = receiver.url.replace("://", "://user:hidden@")
      const content = {
        headers: [{ name: "X-Token", value: "hidden-token" }],
        bodyTemplate: { kind: "OWN", text: '{"text": "{{summary}}"}' }
      } as const
      const created = yield* configurations.create({ params: { projectId: project.id }, payload: { url, ...content } })
      const { id } = created
      const params = { projectId: project.id, id }
      const first = yield* receiver.next
      const name = `Deliveries ${fixtures}`
      assert.deepStrictEqual(JSON.parse(first.body), {
        text: `${name} owner in ${name}: webhook config create (WebhookConfig 1)`
      })
      assert.strictEqual(first.headers["x-token"], "hidden-token")
      const { timestamp, signature } = JSON.parse(String(first.headers["tolgee-signature"]))
      const digest = createHmac("sha256", created.webhookSecret).update(`${timestamp}.${first.body}`).digest("hex")
      assert.strictEqual(signature, digest)
      assert.isTrue((yield* configurations.test({ params })).success)
      const test = yield* receiver.next
      assert.deepStrictEqual(JSON.parse(test.body), { text: `Test of a webhook of ${name}` })
      assert.strictEqual(test.headers["x-token"], "hidden-token")
      const untilDelivered = Effect.fnUntraced(function* (attemptCount: number) {
        for (;;) {
          const { _embedded } = yield* webhookDelivery.list({ params, query: { state: ["DELIVERED"] } })
          const [delivery] = _embedded.deliveries
          if (delivery?.attemptCount === attemptCount) return delivery
        }
      })
      const delivered = yield* untilDelivered(1)
      assert.deepStrictEqual(
        [delivered.type, delivered.messageId],
        ["WEBHOOK_CONFIG_CREATE", first.headers["webhook-id"]]
      )
      const one = { ...params, deliveryId: delivered.id }
      assert.deepInclude(yield* webhookDelivery.redeliver({ params: one }), { id: delivered.id, state: "PENDING" })
      const second = yield* receiver.next
      assert.deepStrictEqual([second.body, second.headers["webhook-id"]], [first.body, first.headers["webhook-id"]])
      yield* untilDelivered(2)
      const { attempts } = yield* webhookDelivery.get({ params: one })
      const asOwner = yield* clientOf(yield* seed.accessToken(owner))
      const { requestBody } = yield* asOwner.webhookDelivery.get({ params: one })
      assert.strictEqual(requestBody, first.body)
      for (const [index, webhook] of [first, second].entries()) {
        const sent = attempts[index]?.requestHeaders ?? {}
        assert.containsAllKeys(sent, ["webhook-signature", "tolgee-signature", "webhook-timestamp", "authorization"])
        assert.strictEqual(sent["authorization"], "Basic ***")
        assert.strictEqual(sent["x-token"], "***")
        for (const name of [
          "webhook-id",
          "webhook-signature",
          "webhook-timestamp",
          "tolgee-signature",
          "content-type"
        ]) {
          assert.strictEqual(sent[name], webhook.headers[name])
        }
        assert.deepInclude(attempts[index]?.responseHeaders, { "x-receiver": "yes", "set-cookie": "***" })
      }
      assert.notInclude(JSON.stringify(attempts), created.webhookSecret)
      assert.deepStrictEqual(
        attempts.map(({ number, status, error, answer }) => ({ number, status, error, answer })),
        [1, 2].map((number) => ({ number, status: 200, error: null, answer: "" }))
      )
      const { baseUrl } = yield* TestServer
      const untilMeasured = Effect.gen(function* () {
        for (;;) {
          const text = yield* Effect.promise(async () => (await fetch(`${baseUrl}/metrics`)).text())
          if (/^dragoman_webhook_attempts_total\{result="2xx"\} 2$/m.test(text)) return
        }
      })
      yield* untilMeasured
    }).pipe(Effect.scoped)
  )
})
