import type { ActivityType } from "@dragoman/domain/activity"
import type { DeliveryState } from "@dragoman/domain/webhook"
import { assert, describe, layer, it as plainIt } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { DeletedContentRepository } from "../project/deleted-content-repository.ts"
import { deliverToAll } from "../testing/deliver-to-all.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { type DeliveryFilter, DeliveryLogRepository } from "./delivery-log-repository.ts"
import type { AttemptRow } from "./delivery-row.ts"
import { OutboxRepository } from "./outbox-repository.ts"

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

const insert = Effect.fnUntraced(function* (table: string, row: Record<string, string | number | null>) {
  const sql = yield* SqlClient.SqlClient
  const [inserted] = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
  return inserted?.id ?? 0
})

let worlds = 0

/** A project of its own with one webhook configuration. */
const seedWebhook = Effect.gen(function* () {
  const slug = `log-${++worlds}`
  const organizationId = yield* insert("organization", { name: "O", slug, created_at: 0 })
  const projectId = yield* insert("project", { organization_id: organizationId, name: "P", slug, created_at: 0 })
  const webhookId = yield* insert("webhook_configuration", {
    project_id: projectId,
    url: "http://a",
    secret: "whsec_x",
    created_at: 0
  })
  return { projectId, webhookId }
}).pipe(inTransaction)

/** A change with its delivery, committed as a server does it; the id of the delivery. */
const commit = Effect.fnUntraced(function* (
  projectId: number,
  { now = 0, type = "EDIT_LANGUAGE" }: { readonly now?: number; readonly type?: ActivityType } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const revisionId = yield* insert("activity_revision", { project_id: projectId, type, created_at: now })
  const content = (id: number) => ({ messageId: `msg_${id}_${revisionId}`, body: "{}" })
  yield* deliverToAll({ projectId, revisionId, now, activityType: type, content })
  const [row] = yield* sql<{ id: number }>`SELECT id FROM delivery WHERE revision_id = ${revisionId}`
  return row?.id ?? 0
}, inTransaction)

const end = (id: number, state: DeliveryState) => inTransaction(acknowledge({ ...attempt, deliveryId: id }, state))

const attempt = {
  number: 1,
  startedAt: 5,
  durationMillis: 6,
  status: 500,
  error: "The endpoint answered 500.",
  answer: "",
  requestHeaders: null,
  responseHeaders: null
}

/** Acknowledges as the dispatcher that has leased the delivery. */
const acknowledge = Effect.fnUntraced(function* (row: AttemptRow, state: DeliveryState) {
  const textOf = (headers: AttemptRow["requestHeaders"]) => headers && JSON.stringify(headers)
  const attempt = {
    ...row,
    requestHeaders: textOf(row.requestHeaders),
    responseHeaders: textOf(row.responseHeaders)
  }
  const outbox = yield* OutboxRepository
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE delivery SET leased_by = 'a', leased_until = 1000 WHERE id = ${attempt.deliveryId}`
  const { deliveryIds } = yield* outbox.acknowledge("a", [{ attempt, state, nextAttemptAt: 7 }], [])
  assert.lengthOf(deliveryIds, 1)
})

const everything: DeliveryFilter = { states: null, activityTypes: null, createdAfter: null, createdBefore: null }

const list = Effect.fnUntraced(function* (webhookConfigurationId: number, filter: Partial<DeliveryFilter> = {}) {
  const log = yield* DeliveryLogRepository
  const { rows, total } = yield* log.list({
    webhookConfigurationId,
    ...everything,
    ...filter,
    sort: [{ property: "id", direction: "desc" }],
    limit: 2,
    offset: 0
  })
  return { total, ids: rows.map(({ id }) => id) }
})

const portion = {
  states: ["FAILED"],
  activityTypes: null,
  createdAfter: null,
  createdBefore: null,
  afterId: 0,
  limit: 10
} as const

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("the log of deliveries on %s", (_, layerTest) => {
  const layerRepositories = Layer.mergeAll(
    DeliveryLogRepository.layer,
    OutboxRepository.layer,
    DeletedContentRepository.layer
  )
  layer(layerRepositories.pipe(Layer.provideMerge(layerTest)), { timeout: "60 seconds" })((it) => {
    it.effect("knows of each delivery what it announces, and finds it under its own configuration only", () =>
      Effect.gen(function* () {
        const log = yield* DeliveryLogRepository
        const { projectId, webhookId } = yield* seedWebhook
        const other = yield* seedWebhook
        const id = yield* commit(projectId, { now: 1_767_225_600_123, type: "SET_TRANSLATIONS" })
        const row = Option.getOrThrow(yield* log.find(webhookId, id))
        assert.deepStrictEqual(
          { ...row },
          {
            id,
            messageId: `msg_${webhookId}_${row.revisionId}`,
            state: "PENDING",
            activityType: "SET_TRANSLATIONS",
            revisionId: row.revisionId,
            createdAt: 1_767_225_600_123,
            attemptCount: 0,
            lastStatus: null,
            lastDurationMillis: null,
            nextAttemptAt: 0
          }
        )
        assert.deepStrictEqual(yield* log.find(other.webhookId, id), Option.none())
        assert.deepStrictEqual(yield* list(other.webhookId), { total: 0, ids: [] })
      })
    )

    it.effect("is filtered by state, by activity and by time, and counted beyond the page", () =>
      Effect.gen(function* () {
        const { projectId, webhookId } = yield* seedWebhook
        const pending = yield* commit(projectId, { now: 10 })
        const delivered = yield* commit(projectId, { now: 20, type: "IMPORT" })
        const failed = yield* commit(projectId, { now: 30, type: "IMPORT" })
        yield* end(delivered, "DELIVERED")
        yield* end(failed, "FAILED")
        assert.deepStrictEqual(yield* list(webhookId), { total: 3, ids: [failed, delivered] })
        for (const [filter, ids] of [
          [{ states: ["PENDING"] }, [pending]],
          [{ states: ["FAILED"] }, [failed]],
          [{ states: ["FAILED", "PENDING"] }, [failed, pending]],
          [{ states: [] }, []],
          [{ activityTypes: ["IMPORT"] }, [failed, delivered]],
          [{ activityTypes: ["IMPORT"], states: ["DELIVERED"] }, [delivered]],
          [{ activityTypes: ["no such"] }, []],
          [{ createdAfter: 20 }, [failed, delivered]],
          [{ createdBefore: 30 }, [delivered, pending]],
          [{ createdAfter: 20, createdBefore: 30 }, [delivered]],
          [{ createdAfter: Number.MAX_SAFE_INTEGER }, []]
        ] satisfies ReadonlyArray<[Partial<DeliveryFilter>, ReadonlyArray<number>]>) {
          assert.deepStrictEqual(yield* list(webhookId, filter), { total: ids.length, ids }, JSON.stringify(filter))
        }
      })
    )

    it.effect("has the attempts of a delivery in their order", () =>
      Effect.gen(function* () {
        const log = yield* DeliveryLogRepository
        const { projectId, webhookId } = yield* seedWebhook
        const deliveryId = yield* commit(projectId)
        assert.deepStrictEqual(yield* log.listAttempts(deliveryId), [])
        const attempts = [
          {
            ...attempt,
            deliveryId,
            status: null,
            error: "No address was found for the host.",
            answer: null
          },
          {
            ...attempt,
            deliveryId,
            number: 2,
            startedAt: 15,
            durationMillis: 31,
            status: 200,
            error: null,
            answer: 'á👋 "NULL", \\ {\'},\n',
            requestHeaders: { "webhook-id": "msg_1", "tolgee-signature": '{"timestamp": 1, "signature": "a"}' },
            responseHeaders: { server: "á", "x-empty": "" }
          }
        ]
        for (const row of attempts) yield* inTransaction(acknowledge(row, "PENDING"))
        assert.deepStrictEqual(
          (yield* log.listAttempts(deliveryId)).map((row) => ({ ...row })),
          attempts
        )
        const row = Option.getOrThrow(yield* log.find(webhookId, deliveryId))
        assert.deepInclude(row, { attemptCount: 2, lastStatus: 200, lastDurationMillis: 31 })
      })
    )

    it.effect("has the responses of the last three attempts of each delivery, and of the others all else", () =>
      Effect.gen(function* () {
        const log = yield* DeliveryLogRepository
        const { projectId } = yield* seedWebhook
        const [failing, other] = [yield* commit(projectId), yield* commit(projectId)]
        const failed = (deliveryId: number, number: number) => ({
          ...attempt,
          deliveryId,
          number,
          answer: `broken ${number}`,
          requestHeaders: { "webhook-id": "msg_1" },
          responseHeaders: { server: "a" }
        })
        yield* inTransaction(acknowledge(failed(other, 1), "PENDING"))
        for (const number of [1, 2, 3, 4, 5]) yield* inTransaction(acknowledge(failed(failing, number), "PENDING"))
        const withoutResponse = { answer: null, responseHeaders: null }
        assert.deepStrictEqual(
          (yield* log.listAttempts(failing)).map((row) => ({ ...row })),
          [1, 2, 3, 4, 5].map((number) => ({ ...failed(failing, number), ...(number <= 2 ? withoutResponse : {}) }))
        )
        assert.deepStrictEqual({ ...(yield* log.listAttempts(other))[0] }, failed(other, 1))
      })
    )

    it.effect("sends again what is over of some activities and within some time", () =>
      Effect.gen(function* () {
        const log = yield* DeliveryLogRepository
        const { projectId, webhookId: webhookConfigurationId } = yield* seedWebhook
        const ids: Array<number> = []
        for (const now of [10, 20, 30]) {
          for (const type of ["IMPORT", "CREATE_KEY"] as const) ids.push(yield* commit(projectId, { now, type }))
        }
        for (const id of ids) yield* end(id, "FAILED")
        const filter = { activityTypes: ["IMPORT"], createdAfter: 20, createdBefore: 30 }
        const redelivered = yield* inTransaction(log.redeliverSome({ ...portion, webhookConfigurationId, ...filter }))
        assert.deepStrictEqual(redelivered, ids.slice(2, 3))
        assert.deepStrictEqual(yield* list(webhookConfigurationId, { states: ["PENDING"] }), {
          total: 1,
          ids: redelivered
        })
      })
    )

    it.effect("has the body of a delivery, as it is sent", () =>
      Effect.gen(function* () {
        const log = yield* DeliveryLogRepository
        const { projectId } = yield* seedWebhook
        assert.strictEqual(yield* log.findBody(yield* commit(projectId)), "{}")
        assert.isNull(yield* log.findBody(987_654_321))
      })
    )

    it.effect("lets a delivery be sent again, with its attempts counted on", () =>
      Effect.gen(function* () {
        const log = yield* DeliveryLogRepository
        const { projectId, webhookId } = yield* seedWebhook
        const id = yield* commit(projectId)
        yield* end(id, "DELIVERED")
        yield* inTransaction(log.redeliver(id))
        assert.deepInclude(Option.getOrThrow(yield* log.find(webhookId, id)), {
          state: "PENDING",
          attemptCount: 1,
          nextAttemptAt: -1
        })
      })
    )

    it.effect("has a failed delivery for a body that could not be rendered, which is sent only after it is", () =>
      Effect.gen(function* () {
        const { projectId, webhookId } = yield* seedWebhook
        const log = yield* DeliveryLogRepository
        const outbox = yield* OutboxRepository
        const sql = yield* SqlClient.SqlClient
        const rendered = yield* commit(projectId)
        yield* end(rendered, "FAILED")
        const delivery = { webhookConfigurationId: webhookId, messageId: `msg_${webhookId}_x` }
        const body = { before: "{", shared: '"á":1', after: "}" }
        yield* inTransaction(
          outbox.insert({
            revisionId: 1,
            activityType: "IMPORT",
            now: 5,
            deliveries: [
              { ...delivery, body, templateMistake: "No end" },
              { ...delivery, messageId: `msg_${webhookId}_y`, body }
            ]
          })
        )
        const [row] = yield* sql<{ id: number }>`SELECT id FROM delivery WHERE message_id = ${delivery.messageId}`
        const id = row?.id ?? 0
        assert.deepInclude(Option.getOrThrow(yield* log.find(webhookId, id)), { state: "FAILED", attemptCount: 1 })
        const [attempted] = yield* log.listAttempts(id)
        assert.deepInclude(attempted, { number: 1, startedAt: 5, status: null, requestHeaders: null })
        assert.include(attempted?.error ?? "", "(No end)")
        const portion = { webhookConfigurationId: webhookId, ...everything, afterId: 0, upToId: null, limit: 10 }
        assert.deepStrictEqual(yield* log.listUnrendered(portion), [{ id, body: '{"á":1}' }])
        assert.deepStrictEqual(yield* log.listUnrendered({ ...portion, upToId: id - 1 }), [])
        yield* inTransaction(log.redeliver(id))
        assert.deepInclude(Option.getOrThrow(yield* log.find(webhookId, id)), { state: "FAILED" })
        assert.deepStrictEqual(yield* inTransaction(log.redeliverSome({ ...portion, states: ["FAILED"] })), [rendered])
        yield* inTransaction(log.setBodies([{ id, body: '"č"' }]))
        assert.deepStrictEqual(yield* log.listUnrendered(portion), [])
        assert.strictEqual(yield* log.findBody(id), '"č"')
        assert.deepStrictEqual(yield* inTransaction(log.redeliverSome({ ...portion, states: ["FAILED"] })), [id])
        assert.deepStrictEqual(yield* sql`SELECT body_bytes FROM delivery WHERE id = ${id}`, [{ bodyBytes: 4 }])
      })
    )

    it.effect("leaves what is just being sent alone", () =>
      Effect.gen(function* () {
        const log = yield* DeliveryLogRepository
        const sql = yield* SqlClient.SqlClient
        const { projectId } = yield* seedWebhook
        const id = yield* commit(projectId)
        yield* inTransaction(
          sql`UPDATE delivery SET leased_until = 51, leased_by = 'a', next_attempt_at = 7 WHERE id = ${id}`
        )
        yield* inTransaction(log.redeliver(id))
        const found = yield* sql`SELECT leased_by, next_attempt_at FROM delivery WHERE id = ${id}`
        assert.deepStrictEqual({ ...found[0] }, { leasedBy: "a", nextAttemptAt: 7 })
      })
    )

    it.effect("sends again what is over, of one configuration, in portions", () =>
      Effect.gen(function* () {
        const log = yield* DeliveryLogRepository
        const { projectId, webhookId: webhookConfigurationId } = yield* seedWebhook
        const other = yield* seedWebhook
        const theirs = yield* commit(other.projectId)
        yield* end(theirs, "FAILED")
        const ids: Array<number> = []
        for (const now of [10, 20, 30, 40]) ids.push(yield* commit(projectId, { now }))
        for (const id of ids.slice(0, 3)) yield* end(id, "FAILED")
        const redeliver = (change: object) =>
          inTransaction(log.redeliverSome({ ...portion, webhookConfigurationId, ...change }))
        assert.deepStrictEqual(yield* redeliver({ states: ["DELIVERED", "DROPPED"] }), [])
        assert.deepStrictEqual(yield* redeliver({ states: [] }), [])
        assert.deepStrictEqual(yield* redeliver({ activityTypes: ["no such"] }), [])
        assert.deepStrictEqual(yield* redeliver({ activityTypes: [] }), [])
        assert.deepStrictEqual(yield* redeliver({ createdBefore: 10 }), [])
        assert.deepStrictEqual(yield* redeliver({ createdAfter: 20, limit: 1 }), ids.slice(1, 2))
        assert.deepStrictEqual(yield* redeliver({ afterId: ids[1] ?? 0 }), ids.slice(2, 3))
        assert.deepStrictEqual(yield* list(webhookConfigurationId, { states: ["FAILED"] }), {
          total: 1,
          ids: ids.slice(0, 1)
        })
        assert.deepStrictEqual(yield* list(other.webhookId, { states: ["FAILED"] }), { total: 1, ids: [theirs] })
      })
    )

    it.effect("is erased in pieces when the project is deleted, and then the configurations", () =>
      Effect.gen(function* () {
        const deleted = yield* DeletedContentRepository
        const sql = yield* SqlClient.SqlClient
        const { projectId, webhookId } = yield* seedWebhook
        const remaining = yield* seedWebhook
        for (const project of [projectId, projectId, remaining.projectId]) yield* commit(project)
        assert.isFalse(yield* deleted.isLeft)
        yield* inTransaction(sql`UPDATE project SET deleted_at = 1 WHERE id = ${projectId}`)
        for (let round = 0; round < 3; round++) {
          assert.isTrue(yield* deleted.isLeft)
          assert.strictEqual((yield* list(webhookId)).total, 2 - round)
          yield* inTransaction(deleted.eraseSome(1))
        }
        assert.isFalse(yield* deleted.isLeft)
        assert.deepStrictEqual(yield* sql`SELECT id FROM webhook_configuration WHERE id = ${webhookId}`, [])
        assert.strictEqual((yield* list(remaining.webhookId)).total, 1)
      })
    )
  })
})

plainIt("the log of 50,000 deliveries is read and counted by its indexes", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { webhookId } = yield* seedWebhook
    yield* inTransaction(
      sql.unsafe(`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
        INSERT INTO delivery (message_id, webhook_configuration_id, revision_id, state, next_attempt_at, created_at)
        SELECT 'm' || i, ${webhookId}, i, CASE WHEN i % 2 = 0 THEN 'DELIVERED' ELSE 'PENDING' END, i, i FROM n`)
    )
    const statements: Array<readonly [string, ReadonlyArray<unknown>]> = []
    const noting = new Proxy(sql, {
      apply: (target, _, [strings, ...values]) => {
        const statement = Reflect.apply(target, undefined, [strings, ...values])
        statements.push(statement.compile())
        return statement
      }
    })
    const filters: ReadonlyArray<Partial<DeliveryFilter>> = [
      {},
      { states: ["DELIVERED"] },
      { states: ["FAILED"] },
      { states: ["DELIVERED", "FAILED", "PENDING"] },
      { activityTypes: ["x"] },
      { createdAfter: 5 }
    ]
    for (const filter of filters) {
      yield* list(webhookId, filter).pipe(
        Effect.provide(Layer.fresh(DeliveryLogRepository.layer)),
        Effect.provideService(SqlClient.SqlClient, noting)
      )
    }
    const whole = statements.filter(([text]) => /^\s*SELECT (?!count)/.test(text))
    assert.lengthOf(whole, 2 * filters.length)
    for (const [text, values] of whole) {
      const plan = yield* sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values)
      const reads = plan.map(({ detail }) => detail).filter((detail) => /\bdelivery\b|TEMP/.test(detail))
      assert.isNotEmpty(reads, text)
      for (const read of reads) {
        assert.match(read, /^SEARCH delivery USING (COVERING )?INDEX delivery_(log|log_state|configuration_due) /, text)
        if (text.includes("count(*)")) assert.match(read, /COVERING/, text)
      }
    }
  }).pipe(
    Effect.provide(OutboxRepository.layer.pipe(Layer.provideMerge(layerTestSqlite))),
    Effect.scoped,
    Effect.runPromise
  )
)
