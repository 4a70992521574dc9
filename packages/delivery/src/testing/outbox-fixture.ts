import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { WebhookSecrets } from "@dragoman/domain/webhook"
import { Database, layerSqlite, migrate, OutboxRepository, PeriodicWorkRepository } from "@dragoman/store"
import { deliverToAll } from "@dragoman/store/testing/deliver-to-all"
import { Clock, Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"

/** The secret of every webhook configuration in the fixture. */
export const testSecret = "whsec_0123456789abcdef0123456789abcdef"

/** The secrets in the shape that an attempt takes. */
export const testSecrets: WebhookSecrets = { secret: testSecret, previousSecret: null, previousSecretUntil: null }

const temporaryFile = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-delivery-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
).pipe(Effect.map((folder) => join(folder, "dragoman.sqlite")))

/** An empty, migrated SQLite file with the outbox on it. */
const layerOutbox = Layer.merge(OutboxRepository.layer, PeriodicWorkRepository.layer).pipe(
  Layer.provideMerge(Database.layer),
  Layer.tap(() => migrate({ now: 0, beforeFirst: () => Effect.void })),
  Layer.provideMerge(Layer.unwrap(Effect.map(temporaryFile, (filename) => layerSqlite({ filename })))),
  Layer.orDie
)

/** Runs a test on a database of its own, without a log; everything that the test starts is stopped before the database is closed. */
export const withOutbox = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  test.pipe(Effect.scoped, Effect.provide(layerOutbox), Effect.provideService(References.MinimumLogLevel, "None"))

/** In a transaction of its own, committed at the end. */
export const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

/** A project with one enabled configuration per URL; those of the first project have ids from 1 on. */
export const seedWebhooks = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, projectId = 1) {
  const sql = yield* SqlClient.SqlClient
  const [named, organizationId] = [{ id: projectId, name: "P", slug: `p${projectId}`, created_at: 0 }, projectId]
  yield* sql`INSERT INTO organization ${sql.insert(named)}`
  yield* sql`INSERT INTO project ${sql.insert({ ...named, organization_id: organizationId })}`
  for (const [index, url] of urls.entries()) {
    const id = (projectId - 1) * 1_000_000 + index + 1
    const row = { id, project_id: projectId, url, secret: testSecret, created_at: 0 }
    yield* sql`INSERT INTO webhook_configuration ${sql.insert(row)}`
  }
}, inTransaction)

/** One change with its deliveries, as a server commits it. */
export const commitRevision = (revisionId: number, projectId = 1) => inTransaction(makeRevision(revisionId, projectId))

/** Changes from 1 on with their deliveries, in one transaction: a backlog in a moment. */
export const commitBacklog = (count: number) =>
  inTransaction(
    Effect.forEach(
      Array.from({ length: count }, (_, index) => index + 1),
      (revisionId) => makeRevision(revisionId, 1),
      { discard: true }
    )
  )

const makeRevision = Effect.fnUntraced(function* (revisionId: number, projectId: number) {
  const now = yield* Clock.currentTimeMillis
  return yield* deliverToAll({
    projectId,
    revisionId,
    now,
    content: (id) => ({ messageId: `msg_${id}_${revisionId}`, body: JSON.stringify({ id, revisionId, text: "á👋" }) })
  })
})

export interface DeliveryRow {
  readonly messageId: string
  readonly state: string
  readonly attemptCount: number
  readonly nextAttemptAt: number
  readonly leasedBy: string | null
}

/** All deliveries, in the order in which they were committed. */
export const deliveryRows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<DeliveryRow>`SELECT message_id, state, attempt_count, next_attempt_at, leased_by FROM delivery ORDER BY id`
)

/** Reads again, without a pause, until the condition is met: for the effects of a commit of the engine. */
export const untilDeliveries = (isSo: (rows: ReadonlyArray<DeliveryRow>) => boolean) =>
  Effect.gen(function* () {
    for (;;) {
      const rows = yield* deliveryRows
      if (isSo(rows)) return rows
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
  })

/** The state of one webhook configuration, as it is stored. */
export const webhookRow = (id: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{
        enabled: number
        autoDisabled: number
        firstFailedAt: number | null
        lastExecutedAt: number | null
      }>`SELECT enabled, auto_disabled, first_failed_at, last_executed_at FROM webhook_configuration WHERE id = ${id}`
  ).pipe(Effect.map(([row]) => ({ ...row })))
