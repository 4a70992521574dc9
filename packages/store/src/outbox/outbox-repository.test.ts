import { PgClient } from "@effect/sql-pg"
import { assert, describe, layer, it as plainIt } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Queue, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { deliveryChannel, deliveryWakeUps } from "../database/channel.ts"
import { Database } from "../database/database.ts"
import { claimDue } from "../testing/claim-due.ts"
import { deliverToAll } from "../testing/deliver-to-all.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { loggedAttempts } from "../testing/logged-attempts.ts"

import { smallBodyBytes } from "./claim-deliveries.ts"
import { DeliveryLogRepository } from "./delivery-log-repository.ts"
import type {
  AcknowledgedAttempt,
  ClaimedDelivery,
  DueRequest,
  EndpointCapacity,
  NewAttemptRow
} from "./delivery-row.ts"
import { claimEndpointsMax } from "./list-due-endpoints.ts"
import { OutboxRepository } from "./outbox-repository.ts"

type Repositories = Database | OutboxRepository | SqlClient.SqlClient

const leaseMillis = 1_000

/** Says whether the owner may still acknowledge the delivery after so many attempts; changes nothing. */
const isHeld = Effect.fnUntraced(function* (owner: string, deliveryId: number, attemptCount: number) {
  const number = attemptCount + 1
  const rolledBack = Effect.flatMap(acknowledgeAs(owner, [acknowledgement({ deliveryId, number })]), (ids) =>
    Effect.fail(ids.length === 1)
  )
  return yield* Effect.flip(inTransaction(rolledBack))
})

/** A success, unless something else is given. */
const acknowledgement = (
  attempt: Partial<NewAttemptRow> & Pick<NewAttemptRow, "deliveryId">,
  result: Partial<AcknowledgedAttempt> = {}
): AcknowledgedAttempt => ({
  state: "DELIVERED",
  nextAttemptAt: 0,
  ...result,
  attempt: {
    number: 1,
    startedAt: 1,
    durationMillis: 2,
    status: 204,
    error: null,
    answer: null,
    requestHeaders: null,
    responseHeaders: null,
    ...attempt
  }
})

/** An own project, so that tests share nothing; `urls` gives one enabled configuration each. */
const seedProject = Effect.fnUntraced(function* (...urls: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* sql`DELETE FROM delivery`
      yield* sql`DELETE FROM webhook_configuration`
      const slug = `s${yield* countOf("organization")}`
      const [organization] = yield* sql<{
        id: number
      }>`INSERT INTO organization ${sql.insert({ name: "O", slug, created_at: 0 })} RETURNING id`
      const [project] = yield* sql<{
        id: number
      }>`INSERT INTO project ${sql.insert({ organization_id: organization?.id, name: "P", slug, created_at: 0 })} RETURNING id`
      const projectId = project?.id ?? 0
      const webhookIds: Array<number> = []
      for (const url of urls) {
        const [row] = yield* sql<{ id: number }>`
          INSERT INTO webhook_configuration ${sql.insert({ project_id: projectId, url, secret: "whsec_x", created_at: 0 })} RETURNING id`
        webhookIds.push(row?.id ?? 0)
      }
      return { projectId, webhookIds }
    })
  )
})

const countOf = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ count: number }>`SELECT COUNT(*) AS count FROM ${sql.literal(table)}`
  return row?.count ?? 0
})

/** One revision; the messages are named after the revision and the configuration. */
const commit = Effect.fnUntraced(function* (projectId: number, revisionId: number, now = 0) {
  const database = yield* Database
  return yield* database.transaction(
    deliverToAll({
      projectId,
      revisionId,
      now,
      content: (id) => ({ messageId: `msg_${id}_${revisionId}`, body: `{"text":"${revisionId} 'á👋'"}` })
    })
  )
})

interface NotedStatement {
  readonly text: string
  readonly size: number
}

/** The client, which also notes the statements whose text begins so, with the number of characters of their parameters. */
const noting = (sql: SqlClient.SqlClient, noted: Array<NotedStatement>) =>
  new Proxy(sql, {
    apply: (target, _, [strings, ...values]) => {
      const statement = Reflect.apply(target, undefined, [strings, ...values])
      const [text, parameters] = statement.compile()
      // Fragments are none of these.
      if (/^\s*(WITH|INSERT|UPDATE) /.test(text)) {
        noted.push({ text, size: parameters.reduce((sum: number, each: unknown) => sum + String(each).length, 0) })
      }
      return statement
    }
  })

const isDue = (request: DueRequest) =>
  Effect.map(
    Effect.flatMap(OutboxRepository, (outbox) => outbox.listDue(request)),
    (due) => due.length > 0
  )

const claim = (request: Partial<Parameters<typeof claimDue>[0]> = {}) => {
  const now = request.now ?? 0
  return claimDue({
    owner: "a",
    now,
    leasedUntil: now + leaseMillis,
    limit: 100,
    perEndpointLimit: 100,
    perFailingEndpointLimit: 1,
    ...request
  })
}

/** Acknowledges as the owner of leases, with configurations that do not matter here; returns the ids. */
const acknowledgeAs = (owner: string, attempts: ReadonlyArray<AcknowledgedAttempt>) =>
  Effect.map(
    Effect.flatMap(OutboxRepository, (outbox) => outbox.acknowledge(owner, attempts, [])),
    ({ deliveryIds }) => deliveryIds
  )

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

const execute = Effect.fnUntraced(function* (statement: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(statement)
}, inTransaction)

const textOf = ({ body }: Pick<ClaimedDelivery, "body">) => Buffer.from(body).toString()

const messagesOf = (claimed: ReadonlyArray<ClaimedDelivery>) => claimed.map(({ messageId }) => messageId)

const statesOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ state: string }>`SELECT state FROM delivery ORDER BY id`
  return rows.map((row) => row.state)
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("the outbox on %s", (engine, layerTest) => {
  layer(OutboxRepository.layer.pipe(Layer.provideMerge(layerTest)), { timeout: "60 seconds" })((it) => {
    it.effect("a change gives one delivery to each enabled configuration of its project, and none to others", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://a", "http://b", "http://off")
        yield* execute(`UPDATE webhook_configuration SET enabled = 0 WHERE id = ${webhookIds[2]}`)
        const headers = [{ name: "X-Own", value: "1" }]
        yield* execute(
          `UPDATE webhook_configuration SET headers = '${JSON.stringify(headers)}' WHERE id = ${webhookIds[1]}`
        )
        assert.strictEqual(yield* commit(projectId, 7), 2)
        assert.strictEqual(yield* commit(projectId + 1_000_000, 8), 0)
        const claimed = yield* claim({ now: 5 })
        assert.deepStrictEqual(
          claimed.map(({ id: _, ...delivery }) => ({ ...delivery, body: textOf(delivery) })),
          [webhookIds[0], webhookIds[1]].map((id, index) => ({
            messageId: `msg_${id}_7`,
            webhookConfigurationId: id ?? 0,
            body: `{"text":"7 'á👋'"}`,
            attemptCount: 0,
            url: index === 0 ? "http://a" : "http://b",
            secrets: { secret: "whsec_x", previousSecret: null, previousSecretUntil: null },
            headers: index === 0 ? [] : headers,
            leasedUntil: 5 + leaseMillis
          }))
        )
      })
    )

    it.effect("a change that rolls back leaves no delivery", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a")
        yield* Effect.exit(inTransaction(Effect.andThen(commit(projectId, 1), Effect.fail("refused"))))
        assert.deepStrictEqual([yield* countOf("delivery"), yield* countOf("delivery_content")], [0, 0])
      })
    )

    it.effect("only configurations that send now are listed with their address", () =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const { webhookIds } = yield* seedProject(
          "http://a",
          "http://off",
          "http://paused",
          "http://held",
          "http://gone"
        )
        const [sending = 0, off, paused, held, gone] = webhookIds
        yield* execute(`UPDATE webhook_configuration SET enabled = 0 WHERE id = ${off}`)
        yield* execute(`UPDATE webhook_configuration SET paused = 1 WHERE id = ${paused}`)
        yield* execute(`UPDATE webhook_configuration SET held_until = 11 WHERE id = ${held}`)
        yield* execute(`DELETE FROM webhook_configuration WHERE id = ${gone}`)
        const endpoints = yield* outbox.listSendingEndpoints(webhookIds, 10)
        assert.deepStrictEqual(
          endpoints.map((endpoint) => ({ ...endpoint })),
          [{ id: sending, url: "http://a", secret: "whsec_x" }]
        )
        assert.lengthOf(yield* outbox.listSendingEndpoints(webhookIds, 11), 2)
      })
    )

    it.effect("what the bodies of a revision have in common goes to the database once", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://a", "http://b", "http://c", "http://d")
        const sql = yield* SqlClient.SqlClient
        const noted: Array<NotedStatement> = []
        const sharedOf = (index: number) => (index < 3 ? `"á👋'\\ ${"x".repeat(100_000)}"` : '"few"')
        const deliveries = webhookIds.map((webhookConfigurationId, index) => ({
          webhookConfigurationId,
          messageId: `msg_${webhookConfigurationId}_1`,
          body: { before: `{"id":${index},"activity":`, shared: sharedOf(index), after: "}" }
        }))
        yield* Effect.flatMap(OutboxRepository, (outbox) =>
          inTransaction(outbox.insert({ revisionId: 1, activityType: "EDIT_PROJECT", now: 0, deliveries }))
        ).pipe(
          Effect.provide(Layer.fresh(OutboxRepository.layer)),
          Effect.provideService(SqlClient.SqlClient, noting(sql, noted))
        )
        assert.isBelow(
          noted.reduce((sum, { size }) => sum + size, 0),
          110_000
        )
        assert.strictEqual(yield* commit(projectId, 2), 4)
        assert.deepStrictEqual(
          (yield* claim()).filter(({ messageId }) => messageId.endsWith("_1")).map(textOf),
          webhookIds.map((_, index) => `{"id":${index},"activity":${sharedOf(index)}}`)
        )
      })
    )

    it.effect("a delivery that is not due yet is neither seen nor claimed", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a")
        yield* commit(projectId, 1)
        yield* execute(`UPDATE delivery SET next_attempt_at = 500`)
        assert.isFalse(yield* isDue({ now: 499 }))
        assert.deepStrictEqual(yield* claim({ now: 499 }), [])
        assert.isTrue(yield* isDue({ now: 500 }))
        assert.strictEqual((yield* claim({ now: 500 })).length, 1)
      })
    )

    it.effect("a leased delivery is not claimed again until the lease ends", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a")
        yield* commit(projectId, 1)
        const [first] = yield* claim({ owner: "a" })
        assert.deepStrictEqual(yield* claim({ owner: "b", now: leaseMillis - 1 }), [])
        assert.isFalse(yield* isDue({ now: leaseMillis - 1 }))
        const [second] = yield* claim({ owner: "b", now: leaseMillis })
        assert.strictEqual(second?.id, first?.id)
        assert.deepStrictEqual(
          [yield* isHeld("a", first?.id ?? 0, 0), yield* isHeld("b", first?.id ?? 0, 0)],
          [false, true]
        )
      })
    )

    it.effect("an owner does not hold a delivery whose number of attempts has moved, or that is over", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a")
        yield* commit(projectId, 1)
        const [{ id } = { id: 0 }] = yield* claim()
        assert.deepStrictEqual([yield* isHeld("a", id, 0), yield* isHeld("a", id, 1)], [true, false])
        yield* execute(`UPDATE delivery SET state = 'DROPPED'`)
        assert.isFalse(yield* isHeld("a", id, 0))
      })
    )

    it.effect("attempts of deliveries that were taken over change nothing, beside others that count", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { projectId } = yield* seedProject("http://a")
        for (const revision of [1, 2, 3]) yield* commit(projectId, revision)
        const claimed = yield* claim()
        const [first = 0, second = 0, third = 0] = claimed.map(({ id }) => id)
        // All were tried before; the second one is taken over.
        yield* execute(`UPDATE delivery SET attempt_count = 1, last_started_at = 1, last_duration_millis = 1`)
        yield* execute(`UPDATE delivery SET leased_by = 'b' WHERE id = ${second}`)
        const batch = [third, second, first].map((deliveryId) => acknowledgement({ deliveryId, number: 2 }))
        assert.sameMembers([...(yield* inTransaction(acknowledgeAs("a", batch)))], [first, third])
        const moved = yield* sql`SELECT delivery_id, number FROM delivery_attempt ORDER BY delivery_id`
        assert.deepStrictEqual(
          moved.map((row) => ({ ...row })),
          [first, third].map((deliveryId) => ({ deliveryId, number: 1 }))
        )
        assert.deepStrictEqual(yield* statesOf, ["DELIVERED", "PENDING", "DELIVERED"])
        assert.isTrue(yield* isHeld("b", second, 1))
        assert.deepStrictEqual(yield* inTransaction(acknowledgeAs("a", batch)), [])
        assert.strictEqual(yield* countOf("delivery_attempt"), 2)
      })
    )

    it.effect("a backlog of one endpoint does not push others out of a batch", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://busy")
        for (let revision = 1; revision <= 30; revision++) yield* commit(projectId, revision, revision)
        const quiet = yield* execute(
          `INSERT INTO webhook_configuration (project_id, url, secret, created_at) VALUES (${projectId}, 'http://quiet', 's', 0)`
        ).pipe(Effect.andThen(commit(projectId, 31, 31)), Effect.as("msg"))
        assert.strictEqual(quiet, "msg")
        const claimed = yield* claim({ now: 100, limit: 4 })
        const busy = claimed.filter(({ webhookConfigurationId }) => webhookConfigurationId === webhookIds[0])
        assert.deepStrictEqual(
          messagesOf(busy),
          [1, 2].map((revision) => `msg_${webhookIds[0]}_${revision}`)
        )
        assert.strictEqual(claimed.length - busy.length, 1)
      })
    )

    it.effect.each([
      ["", "UPDATE delivery SET body_bytes = body_bytes"],
      [", also of deliveries of older servers", "UPDATE delivery SET body_bytes = NULL WHERE id % 2 = 0"]
    ] as const)(
      "of each configuration no more is leased than the dispatcher has capacity for, oldest first%s; the rest stays free",
      ([, statement]) =>
        Effect.gen(function* () {
          const { projectId, webhookIds } = yield* seedProject("http://a", "http://b")
          for (let revision = 1; revision <= 4; revision++) yield* commit(projectId, revision)
          yield* execute(statement)
          // Small ones are limited by their number only.
          yield* execute(`UPDATE delivery_content SET body = body || '${"á".repeat(smallBodyBytes)}'`)
          yield* execute(`UPDATE delivery SET body_bytes = body_bytes + 2 * ${smallBodyBytes}`)
          const [first = 0, second = 0] = webhookIds
          const bytes = Buffer.byteLength('{"text":"1 \'á👋\'"}') + 2 * smallBodyBytes
          const all = 100 * bytes
          const leasedWith = Effect.fnUntraced(function* (capacity: EndpointCapacity) {
            const claimed = yield* claim({ capacity })
            yield* execute("UPDATE delivery SET leased_until = NULL, leased_by = NULL")
            return messagesOf(claimed)
          })
          const messages = (...revisions: ReadonlyArray<number>) =>
            webhookIds.flatMap((id) => revisions.map((revision) => `msg_${id}_${revision}`))
          assert.sameMembers(yield* leasedWith({ count: 2, bytes: all, bytesInAll: all }), messages(1, 2))
          assert.deepStrictEqual(yield* leasedWith({ count: 0, bytes: all, bytesInAll: all }), [])
          // The one that exceeds the size is the last one.
          assert.sameMembers(yield* leasedWith({ count: 4, bytes: bytes + 1, bytesInAll: all }), messages(1, 2))
          assert.sameMembers(yield* leasedWith({ count: 4, bytes, bytesInAll: all }), messages(1))
          assert.deepStrictEqual(yield* leasedWith({ count: 4, bytes: 0, bytesInAll: all }), [])
          assert.deepStrictEqual(yield* leasedWith({ count: 4, bytes: all, bytesInAll: 2 * bytes + 1 }), [
            `msg_${first}_1`,
            `msg_${second}_1`,
            `msg_${first}_2`
          ])
          assert.deepStrictEqual(yield* leasedWith({ count: 4, bytes: all, bytesInAll: -1 }), [])
          assert.lengthOf(yield* claim({ capacity: { count: 1, bytes: all, bytesInAll: all } }), 2)
          assert.sameMembers(messagesOf(yield* claim({ owner: "b" })), messages(2, 3, 4))
        })
    )

    it.effect("a small body is leased without capacity for bodies, also behind a large one, which is not", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://a")
        for (let revision = 1; revision <= 4; revision++) yield* commit(projectId, revision)
        yield* execute(`UPDATE delivery SET body_bytes = ${smallBodyBytes + 1} WHERE revision_id = 1`)
        yield* execute(`UPDATE delivery SET body_bytes = ${smallBodyBytes} WHERE revision_id = 2`)
        const claimed = yield* claim({ capacity: { count: 3, bytes: 0, bytesInAll: -1 } })
        assert.deepStrictEqual(
          messagesOf(claimed),
          [2, 3].map((revision) => `msg_${webhookIds[0]}_${revision}`)
        )
      })
    )

    it.effect("a configuration that was paused, disabled or deleted since it was polled gets nothing", () =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const { projectId, webhookIds } = yield* seedProject("http://a", "http://b", "http://c", "http://d")
        yield* commit(projectId, 1)
        const due = yield* outbox.listDue({ now: 0 })
        assert.deepStrictEqual(
          due,
          webhookIds.map((id) => ({ id, isEnabled: true }))
        )
        yield* execute(`UPDATE webhook_configuration SET paused = 1 WHERE id = ${webhookIds[0]}`)
        yield* execute(`UPDATE webhook_configuration SET enabled = 0 WHERE id = ${webhookIds[1]}`)
        yield* execute(`UPDATE webhook_configuration SET deleted_at = 1 WHERE id = ${webhookIds[2]}`)
        const claimed = yield* inTransaction(
          outbox.claim({ owner: "a", now: 0, leasedUntil: leaseMillis, limit: 10, endpoints: due })
        )
        assert.deepStrictEqual(messagesOf(claimed), [`msg_${webhookIds[3]}_1`])
        assert.deepStrictEqual(yield* statesOf, ["PENDING", "PENDING", "PENDING", "PENDING"])
      })
    )

    it.effect("no more than the limit of one endpoint is leased at a time, over all owners", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a", "http://b")
        for (let revision = 1; revision <= 10; revision++) yield* commit(projectId, revision)
        assert.strictEqual((yield* claim({ owner: "a", perEndpointLimit: 3 })).length, 6)
        assert.deepStrictEqual(yield* claim({ owner: "b", perEndpointLimit: 3 }), [])
        assert.strictEqual((yield* claim({ owner: "b", perEndpointLimit: 5 })).length, 4)
      })
    )

    it.effect("an endpoint whose latest attempt failed has a smaller limit", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://failing", "http://well")
        yield* execute(`UPDATE webhook_configuration SET first_failed_at = 0 WHERE id = ${webhookIds[0]}`)
        for (let revision = 1; revision <= 10; revision++) yield* commit(projectId, revision)
        const claimed = yield* claim({ perFailingEndpointLimit: 2 })
        const failing = claimed.filter(({ webhookConfigurationId }) => webhookConfigurationId === webhookIds[0])
        assert.deepStrictEqual([failing.length, claimed.length - failing.length], [2, 10])
      })
    )

    it.effect("due deliveries of a disabled configuration are dropped, those of a deleted one disappear", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://off", "http://deleted", "http://on")
        yield* commit(projectId, 1)
        yield* execute(`UPDATE webhook_configuration SET enabled = 0 WHERE id = ${webhookIds[0]}`)
        yield* execute(`DELETE FROM webhook_configuration WHERE id = ${webhookIds[1]}`)
        assert.deepStrictEqual(messagesOf(yield* claim()), [`msg_${webhookIds[2]}_1`])
        assert.deepStrictEqual(yield* statesOf, ["DROPPED", "PENDING"])
      })
    )

    it.effect("a backlog of a disabled configuration is dropped in portions", () =>
      Effect.gen(function* () {
        const { webhookIds } = yield* seedProject("http://off")
        yield* execute(`UPDATE webhook_configuration SET enabled = 0 WHERE id = ${webhookIds[0]}`)
        yield* execute(`
          INSERT INTO delivery (message_id, webhook_configuration_id, revision_id, next_attempt_at, created_at)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
          SELECT 'm' || i, ${webhookIds[0]}, i, 0, 0 FROM n`)
        const dropped = Effect.map(statesOf, (states) => states.filter((state) => state === "DROPPED").length)
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* dropped, 200)
        assert.isTrue(yield* isDue({ now: 0 }))
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* dropped, 300)
        assert.isFalse(yield* isDue({ now: 0 }))
      })
    )

    it.effect("claims go round when more configurations have something than one claim reads", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject(
          ...Array.from({ length: claimEndpointsMax + 6 }, (_, index) => `http://${index}`)
        )
        yield* commit(projectId, 1)
        yield* commit(projectId, 2)
        const idsOf = (claimed: ReadonlyArray<ClaimedDelivery>) =>
          [...new Set(claimed.map(({ webhookConfigurationId }) => webhookConfigurationId))].toSorted((a, b) => a - b)
        const first = yield* claim({ limit: claimEndpointsMax })
        assert.deepStrictEqual(idsOf(first), webhookIds.slice(0, claimEndpointsMax))
        const second = yield* claim({ after: webhookIds[claimEndpointsMax - 1] ?? 0 })
        assert.deepStrictEqual(idsOf(second), webhookIds.slice(claimEndpointsMax))
        assert.lengthOf(second, 12)
        const without = webhookIds.slice(1)
        assert.deepStrictEqual(idsOf(yield* claim({ without })), webhookIds.slice(0, 1))
      })
    )

    it.effect("a change makes no delivery to a configuration whose filter leaves it out", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://all", "http://web")
        yield* execute(
          `UPDATE webhook_configuration SET event_filter = '{"namespaces":["web"]}' WHERE id = ${webhookIds[1]}`
        )
        const asked: Array<unknown> = []
        const commitFor = (revisionId: number, isWanted: (namespaces: ReadonlyArray<string>) => boolean) =>
          inTransaction(
            deliverToAll({
              projectId,
              revisionId,
              now: 0,
              content: (id, filter) => {
                asked.push(filter)
                return isWanted(filter?.namespaces ?? []) ? { messageId: `msg_${id}_${revisionId}`, body: "{}" } : null
              }
            })
          )
        assert.strictEqual(yield* commitFor(1, (namespaces) => namespaces.length === 0), 1)
        assert.strictEqual(yield* commitFor(2, () => false), 0)
        assert.deepStrictEqual(asked, [null, { namespaces: ["web"] }, null, { namespaces: ["web"] }])
        assert.deepStrictEqual(messagesOf(yield* claim()), [`msg_${webhookIds[0]}_1`])
      })
    )

    it.effect("deliveries of a paused configuration wait, and all of them go when it is no longer paused", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://paused", "http://on")
        yield* execute(`UPDATE webhook_configuration SET paused = 1 WHERE id = ${webhookIds[0]}`)
        for (const revision of [1, 2]) assert.strictEqual(yield* commit(projectId, revision), 2)
        const claimed = yield* claim()
        assert.deepStrictEqual(
          messagesOf(claimed),
          [1, 2].map((revision) => `msg_${webhookIds[1]}_${revision}`)
        )
        // Else the dispatcher would try again and again, with the write lock.
        assert.isFalse(yield* isDue({ now: 0 }))
        assert.deepStrictEqual(yield* statesOf, ["PENDING", "PENDING", "PENDING", "PENDING"])
        yield* execute(`UPDATE webhook_configuration SET paused = 0 WHERE id = ${webhookIds[0]}`)
        assert.isTrue(yield* isDue({ now: 0 }))
        assert.deepStrictEqual(
          messagesOf(yield* claim()),
          [1, 2].map((revision) => `msg_${webhookIds[0]}_${revision}`)
        )
      })
    )

    it.effect("deliveries of a paused configuration are dropped when it is disabled", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://a")
        yield* commit(projectId, 1)
        yield* execute(`UPDATE webhook_configuration SET paused = 1, enabled = 0 WHERE id = ${webhookIds[0]}`)
        assert.isTrue(yield* isDue({ now: 0 }))
        assert.deepStrictEqual(yield* claim(), [])
        assert.deepStrictEqual(yield* statesOf, ["DROPPED"])
      })
    )

    it.effect("an endpoint on hold gets nothing until its time, others are not held up", () =>
      Effect.gen(function* () {
        const { projectId, webhookIds } = yield* seedProject("http://held", "http://on")
        yield* execute(`UPDATE webhook_configuration SET held_until = 500 WHERE id = ${webhookIds[0]}`)
        yield* commit(projectId, 1)
        assert.deepStrictEqual(messagesOf(yield* claim({ now: 499 })), [`msg_${webhookIds[1]}_1`])
        assert.isFalse(yield* isDue({ now: 499 }))
        assert.isTrue(yield* isDue({ now: 500 }))
        assert.deepStrictEqual(messagesOf(yield* claim({ now: 500 })), [`msg_${webhookIds[0]}_1`])
      })
    )

    it.effect("a claimed delivery has both secrets of a rotation", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a")
        yield* execute(`UPDATE webhook_configuration SET previous_secret = 'whsec_old', previous_secret_until = 7`)
        yield* commit(projectId, 1)
        const [claimed] = yield* claim()
        assert.deepStrictEqual(claimed?.secrets, {
          secret: "whsec_x",
          previousSecret: "whsec_old",
          previousSecretUntil: 7
        })
      })
    )

    it.effect("an acknowledged delivery keeps its log, is not claimed again and holds no lease", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { projectId, webhookIds } = yield* seedProject("http://a", "http://b")
        yield* commit(projectId, 1)
        const claimed = yield* claim()
        const [delivered, failed] = claimed.map(({ id }) => id)
        yield* inTransaction(
          acknowledgeAs("a", [
            acknowledgement({ deliveryId: delivered ?? 0 }),
            acknowledgement(
              { deliveryId: failed ?? 0, durationMillis: 3, status: 500, error: "č", answer: "it's" },
              { state: "PENDING", nextAttemptAt: 5_000 }
            )
          ])
        )
        assert.deepStrictEqual(yield* claim({ now: 4_999 }), [])
        const again = yield* claim({ now: 5_000 })
        assert.deepStrictEqual(
          again.map(({ webhookConfigurationId, attemptCount }) => [webhookConfigurationId, attemptCount]),
          [[webhookIds[1] ?? 0, 1]]
        )
        assert.deepStrictEqual(yield* statesOf, ["DELIVERED", "PENDING"])
        const attempts = yield* sql`
          SELECT number, status, error, answer FROM ${sql.literal(loggedAttempts)} a ORDER BY delivery_id`
        assert.deepStrictEqual(
          attempts.map((row) => ({ ...row })),
          [
            { number: 1, status: 204, error: null, answer: null },
            { number: 1, status: 500, error: "č", answer: "it's" }
          ]
        )
      })
    )

    it.effect("an acknowledgement that fails in the middle changes nothing", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a")
        yield* commit(projectId, 1)
        const [claimed] = yield* claim()
        const id = claimed?.id ?? 0
        const failing = Effect.andThen(acknowledgeAs("a", [acknowledgement({ deliveryId: id })]), Effect.fail("broken"))
        yield* Effect.exit(inTransaction(failing))
        assert.deepStrictEqual(yield* statesOf, ["PENDING"])
        assert.isTrue(yield* isHeld("a", id, 0))
      })
    )

    it.effect("webhook states come back as they were written; configurations that are gone are left out", () =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const { webhookIds } = yield* seedProject("http://a", "http://b")
        const [first = 0, second = 0] = webhookIds
        const states = [
          {
            id: first,
            enabled: false,
            autoDisabled: true,
            firstFailedAt: 1,
            lastExecutedAt: 1767225600123,
            lastSucceededAt: 1767225600122,
            failingMillis: 259200000,
            warnedAt: 3,
            heldUntil: 1767225600124
          },
          {
            id: second,
            enabled: true,
            autoDisabled: false,
            firstFailedAt: null,
            lastExecutedAt: 5,
            lastSucceededAt: null,
            failingMillis: 0,
            warnedAt: null,
            heldUntil: null
          }
        ]
        yield* inTransaction(outbox.updateWebhookStates(states))
        const { webhookStates: read } = yield* inTransaction(
          outbox.acknowledge("a", [], [second, first, second + 1_000])
        )
        assert.deepStrictEqual(
          read.map((row) => ({ ...row })),
          states
        )
      })
    )

    it.effect("released leases can be claimed at once; those of others are left alone", () =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const { projectId } = yield* seedProject("http://a")
        for (const revision of [1, 2, 3]) yield* commit(projectId, revision)
        const [one] = yield* claim({ owner: "a" })
        const ids = [one?.id ?? 0, (one?.id ?? 0) + 1, (one?.id ?? 0) + 2]
        yield* inTransaction(outbox.releaseLeases("b", ids))
        assert.strictEqual((yield* claim({ owner: "b" })).length, 0)
        yield* inTransaction(outbox.releaseLeases("a", [one?.id ?? 0]))
        assert.strictEqual((yield* claim({ owner: "b" })).length, 1)
        yield* inTransaction(outbox.releaseLeases("a", ids))
        assert.strictEqual((yield* claim({ owner: "b" })).length, 2)
      })
    )

    it.effect("the log is listed by id, and finished deliveries are removed, pending ones never", () =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const { projectId } = yield* seedProject("http://a", "http://b")
        for (const revision of [1, 2, 3]) yield* commit(projectId, revision, revision * 10)
        yield* execute(`UPDATE delivery SET state = 'FAILED' WHERE revision_id <> 3`)
        const first = yield* outbox.listLog(0, 4)
        const rest = yield* outbox.listLog(first.at(-1)?.id ?? 0, 4)
        const listed = [...first, ...rest].map(({ createdAt, state }) => [createdAt, state])
        assert.deepStrictEqual(
          listed,
          [10, 10, 20, 20, 30, 30].map((time) => [time, time === 30 ? "PENDING" : "FAILED"])
        )
        yield* inTransaction(outbox.removeFinished([...first, ...rest].map(({ id }) => id)))
        assert.deepStrictEqual(yield* outbox.listLog(0, 10), rest)
      })
    )

    it.effect("a new delivery is due whatever time it is", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a")
        yield* commit(projectId, 1, 1_767_225_600_000)
        assert.strictEqual((yield* claim({ now: 0 })).length, 1)
      })
    )

    it.effect("times beyond the latest possible one are reset in portions, others and those of what is over stay", () =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const sql = yield* SqlClient.SqlClient
        const { projectId } = yield* seedProject("http://a", "http://b")
        for (const revision of [1, 2, 3]) yield* commit(projectId, revision)
        yield* execute(`UPDATE delivery SET next_attempt_at = 99 + revision_id`)
        yield* execute(`UPDATE delivery SET state = 'DELIVERED' WHERE webhook_configuration_id % 2 = 0`)
        yield* execute(`UPDATE webhook_configuration SET held_until = 100 + id % 2`)
        const reset = inTransaction(outbox.resetTimesBeyond(100, 1))
        assert.deepStrictEqual([yield* reset, yield* reset, yield* reset], [1, 1, 0])
        const deliveries = yield* sql`SELECT state, next_attempt_at FROM delivery ORDER BY state, revision_id`
        assert.deepStrictEqual(
          deliveries.map((row) => Object.values(row)),
          [
            ["DELIVERED", 100],
            ["DELIVERED", 101],
            ["DELIVERED", 102],
            ["PENDING", 100],
            ["PENDING", -1],
            ["PENDING", -1]
          ]
        )
        const held = yield* sql`SELECT held_until FROM webhook_configuration ORDER BY id % 2`
        assert.deepStrictEqual(
          held.map(({ heldUntil }) => heldUntil),
          [100, null]
        )
      })
    )

    it.effect("a lease longer than the longest possible one counts as expired", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a")
        yield* commit(projectId, 1)
        const twentyMinutes = 20 * 60_000
        yield* claim({ leasedUntil: twentyMinutes })
        assert.isFalse(yield* isDue({ now: 0 }))
        assert.deepStrictEqual(yield* claim({ owner: "b", now: 0 }), [])
        yield* execute(`UPDATE delivery SET leased_until = ${twentyMinutes + 1}`)
        assert.isTrue(yield* isDue({ now: 0 }))
        assert.lengthOf(yield* claim({ owner: "b", now: 0 }), 1)
      })
    )

    it.effect("statistics count what is pending and due, and know since when", () =>
      Effect.gen(function* () {
        const outbox = yield* OutboxRepository
        const { projectId } = yield* seedProject("http://a")
        assert.deepStrictEqual(
          { ...(yield* outbox.statistics(0)) },
          { pendingCount: 0, dueCount: 0, oldestPendingAt: null, heldEndpointCount: 0 }
        )
        for (const at of [20, 30, 90]) yield* commit(projectId, at, at)
        yield* execute(`UPDATE delivery SET next_attempt_at = 60 WHERE revision_id = 20`)
        for (const [index, heldUntil] of [51, 50, 51].entries()) {
          const enabled = index === 2 ? 0 : 1
          yield* execute(`INSERT INTO webhook_configuration (project_id, url, secret, created_at, held_until, enabled)
            VALUES (${projectId}, 'http://held', 's', 0, ${heldUntil}, ${enabled})`)
        }
        for (const sliceSize of [1, 2, 3, 100]) {
          assert.deepStrictEqual(
            yield* outbox.statistics(50, { sliceSize }),
            { pendingCount: 3, dueCount: 2, oldestPendingAt: 20, heldEndpointCount: 1 },
            `in slices of ${sliceSize}`
          )
        }
        // One is read: the others are estimated, where the engine knows more than that.
        if (engine === "PostgreSQL") yield* execute("ANALYZE delivery")
        const few = yield* outbox.statistics(50, { sliceSize: 1, max: 1 })
        const estimated = engine === "PostgreSQL" ? 3 : 1
        assert.deepStrictEqual(few, { pendingCount: estimated, dueCount: 1, oldestPendingAt: 30, heldEndpointCount: 1 })
      })
    )

    it.effect("claims at the same time give each delivery to one owner only, and none is lost", () =>
      Effect.gen(function* () {
        const { projectId } = yield* seedProject("http://a", "http://b", "http://c")
        for (let revision = 1; revision <= 20; revision++) yield* commit(projectId, revision)
        const drain = (owner: string): Effect.Effect<ReadonlyArray<number>, never, Database | OutboxRepository> =>
          Effect.gen(function* () {
            const mine: Array<number> = []
            for (;;) {
              const claimed = yield* claim({ owner, limit: 7 })
              if (claimed.length > 0) mine.push(...claimed.map(({ id }) => id))
              // Rows that another claim has locked are skipped: empty is not yet the end.
              else if (!(yield* isDue({ now: 0 }))) return mine
            }
          })
        const shares = yield* Effect.all(["a", "b", "c"].map(drain), { concurrency: 3 })
        const all = shares.flat()
        assert.strictEqual(all.length, 60)
        assert.strictEqual(new Set(all).size, 60)
      })
    )

    if (engine === "PostgreSQL") {
      it.effect("the commit of deliveries wakes every listener", () =>
        Effect.gen(function* () {
          const { projectId } = yield* seedProject("http://a")
          const woken = yield* Deferred.make<void>()
          const listener = yield* Effect.forkChild(
            Stream.runForEach(deliveryWakeUps, () => Deferred.succeed(woken, undefined))
          )
          // Whether it listens already cannot be asked: commit until it wakes.
          const committing = yield* Effect.forkChild(
            Effect.gen(function* () {
              for (let revision = 1; !(yield* Deferred.isDone(woken)); revision++) yield* commit(projectId, revision)
            })
          )
          yield* Deferred.await(woken)
          yield* Fiber.join(committing)
          yield* Fiber.interrupt(listener)
        })
      )

      it.effect("new and repeated deliveries are announced behind their commit, in a transaction of its own", () =>
        Effect.gen(function* () {
          const { projectId, webhookIds } = yield* seedProject("http://a")
          const log = yield* DeliveryLogRepository
          const sql = yield* SqlClient.SqlClient
          const heard = yield* Effect.flatMap(PgClient.PgClient, (client) => client.listen(deliveryChannel))
          /** NOTIFY inside of a transaction is sent by its connection. */
          const writeAs = Effect.fnUntraced(function* (write: Effect.Effect<unknown, SqlError.SqlError, Repositories>) {
            const writer = yield* inTransaction(
              Effect.gen(function* () {
                yield* write
                const [row] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
                return row?.pid
              })
            )
            const { processId } = yield* Queue.take(heard)
            assert.notStrictEqual(processId, writer)
          })
          yield* writeAs(commit(projectId, 1))
          const [delivery] = yield* sql<{ id: number }>`SELECT id FROM delivery`
          yield* writeAs(log.redeliver(delivery?.id ?? 0))
          yield* execute("UPDATE delivery SET state = 'FAILED'")
          const portion = { webhookConfigurationId: webhookIds[0] ?? 0, states: null, activityTypes: null }
          yield* writeAs(
            log.redeliverSome({ ...portion, createdAfter: null, createdBefore: null, afterId: 0, limit: 10 })
          )
        }).pipe(Effect.scoped, Effect.provide(DeliveryLogRepository.layer))
      )

      it.effect("a claim and an acknowledgement take one statement each, which finds deliveries by their key", () =>
        Effect.gen(function* () {
          const { projectId, webhookIds } = yield* seedProject("http://a", "http://b")
          for (let revision = 1; revision <= 20; revision++) yield* commit(projectId, revision)
          const sql = yield* SqlClient.SqlClient
          const statements: Array<NotedStatement> = []
          const noted = noting(sql, statements)
          const repeated = (deliveryId: number) =>
            acknowledgement({ deliveryId, number: 2, status: 500, error: "No" }, { state: "PENDING" })
          yield* execute(`UPDATE delivery SET attempt_count = 1, last_started_at = 1, last_duration_millis = 1`)
          yield* Effect.gen(function* () {
            const outbox = yield* OutboxRepository
            const claimed = yield* claim()
            assert.lengthOf(claimed, 40)
            const attempts = claimed.map(({ id }) => repeated(id))
            const { deliveryIds, webhookStates } = yield* inTransaction(outbox.acknowledge("a", attempts, webhookIds))
            assert.lengthOf(deliveryIds, 40)
            assert.lengthOf(webhookStates, 2)
          }).pipe(
            Effect.provide(Layer.fresh(OutboxRepository.layer)),
            Effect.provideService(SqlClient.SqlClient, noted)
          )
          assert.strictEqual(yield* countOf("delivery_attempt"), 40)
          // The poll, the claim, the acknowledgement.
          assert.lengthOf(statements, 3)
          // In statistics nothing is leased: the planner must not look through all that is pending, nor compare all with all.
          yield* execute("ANALYZE delivery")
          const acknowledging = statements[2]?.text ?? ""
          const values = Array.from({ length: new Set(acknowledging.match(/\$\d+/g)).size }, () => null)
          const plan = yield* sql.unsafe<{ queryPlan: string }>(`EXPLAIN (GENERIC_PLAN) ${acknowledging}`, values)
          const lines = plan.map((row) => Object.values(row).join(""))
          const updating = lines.slice(lines.findIndex((line) => line.includes("Update on delivery ")))
          assert.include(
            updating.find((line) => line.includes(" on delivery ") && !line.includes("Update")),
            "delivery_pkey"
          )
          assert.include(
            updating.find((line) => line.includes("Index Cond")),
            "(id = input.id)"
          )
        })
      )

      it.effect("deliveries of a configuration that is enabled during a claim are not dropped by it", () =>
        Effect.gen(function* () {
          const { projectId, webhookIds } = yield* seedProject("http://a")
          yield* commit(projectId, 1)
          yield* execute(`UPDATE webhook_configuration SET enabled = 0 WHERE id = ${webhookIds[0]}`)
          const sql = yield* SqlClient.SqlClient
          const context = yield* Effect.context<Repositories>()
          const enabling = inTransaction(
            Effect.andThen(
              sql`UPDATE webhook_configuration SET enabled = 1 WHERE id = ${webhookIds[0]}`,
              commit(projectId, 2)
            )
          )
          const enabledBeforeDropping = new Proxy(sql, {
            apply: (target, _, [strings, ...values]) => {
              const statement = Reflect.apply(target, undefined, [strings, ...values])
              return statement.compile()[0].includes("SET state = 'DROPPED'")
                ? Effect.andThen(
                    Effect.promise(() => Effect.runPromiseWith(context)(enabling)),
                    statement
                  )
                : statement
            }
          })
          yield* claim().pipe(
            Effect.provide(Layer.fresh(OutboxRepository.layer)),
            Effect.provideService(SqlClient.SqlClient, enabledBeforeDropping)
          )
          assert.deepStrictEqual(yield* statesOf, ["PENDING", "PENDING"])
        })
      )
    }
  })
})

plainIt(
  "polling and claiming from a backlog of 50,000 deliveries reads by index only, whatever is paused, held or disabled",
  () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { webhookIds } = yield* seedProject("http://a", "http://paused", "http://held", "http://off")
      yield* execute(`UPDATE webhook_configuration SET paused = 1 WHERE id = ${webhookIds[1]}`)
      yield* execute(`UPDATE webhook_configuration SET held_until = 100000 WHERE id = ${webhookIds[2]}`)
      yield* execute(`UPDATE webhook_configuration SET enabled = 0 WHERE id = ${webhookIds[3]}`)
      yield* execute(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 17000)
      INSERT INTO delivery (message_id, webhook_configuration_id, revision_id, next_attempt_at, created_at)
      SELECT 'm' || c.id || '_' || i, c.id, i, i, i FROM n, webhook_configuration c`)
      yield* execute("INSERT INTO delivery_content (delivery_id, body) SELECT id, '' FROM delivery")
      const explained: Array<string> = []
      const explain = new Proxy(sql, {
        apply: (target, _, [strings, ...values]) => {
          const statement = Reflect.apply(target, undefined, [strings, ...values])
          const [text] = statement.compile()
          // Fragments are none of these.
          if (/^\s*(WITH|UPDATE) /.test(text)) explained.push(text)
          return statement
        }
      })
      const due = yield* inTransaction(
        Effect.gen(function* () {
          const repository = yield* OutboxRepository
          const limits = { now: 99_999, limit: 64, perEndpointLimit: 64, perFailingEndpointLimit: 1 }
          const endpoints = yield* repository.listDue(limits)
          yield* repository.claim({ ...limits, owner: "a", leasedUntil: 1e6, endpoints })
          return endpoints
        }).pipe(
          Effect.provide(Layer.fresh(OutboxRepository.layer)),
          Effect.provideService(SqlClient.SqlClient, explain)
        )
      )
      assert.deepStrictEqual(due, [
        { id: webhookIds[0] ?? 0, isEnabled: true },
        { id: webhookIds[3] ?? 0, isEnabled: false }
      ])
      // Polling, dropping, choosing, leasing.
      assert.lengthOf(explained, 4)
      for (const text of explained) {
        const placeholders = Array.from({ length: text.split("?").length - 1 }, () => 1)
        const plan = yield* sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, placeholders)
        const reads = plan.map((row) => row.detail).filter((detail) => /^(SCAN|SEARCH) (d|w|n|delivery)\b/.test(detail))
        assert.isNotEmpty(reads, text)
        for (const read of reads) {
          assert.match(read, /^SEARCH .* (INTEGER PRIMARY KEY|INDEX delivery_configuration_due) /, text)
        }
        // The found rows may be sorted, by their places too; a backlog lies in the order of the index.
        const sorted = plan.flatMap((row) => (row.detail.includes("TEMP B-TREE FOR ORDER BY") ? [text] : []))
        assert.isAtMost(sorted.length, text.includes("ROW_NUMBER()") ? 3 : 1, text)
      }
    }).pipe(
      Effect.provide(OutboxRepository.layer.pipe(Layer.provideMerge(layerTestSqlite))),
      Effect.scoped,
      Effect.runPromise
    )
)
