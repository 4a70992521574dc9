import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { dispatcherConnection } from "@dragoman/delivery"
import { Database, layerPostgres, layerSqlite, OutboxRepository } from "@dragoman/store"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, percentile, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"
import { insertBacklog, insertWebhooks, openSqlite, type WebhookDatabase } from "./webhook-world.ts"

const pending = 1_000_000
const manyHooks = 1_000
const claims = 200
/** The limits with which the dispatcher claims. */
const limits = { limit: 256, perEndpointLimit: 768, perFailingEndpointLimit: 4 }
const leaseMillis = 60_000

interface ClaimTimes {
  /** Milliseconds of the statements of each claim. */
  readonly statements: ReadonlyArray<number>
  /** The same from looking to the commit. */
  readonly whole: ReadonlyArray<number>
}

/** One claim after the other; in between all leases are given back. */
const timeClaims = Effect.gen(function* () {
  const database = yield* Database
  const outbox = yield* OutboxRepository
  const times = { statements: [] as number[], whole: [] as number[] }
  let claimed = 0
  for (let index = 0; index < claims; index++) {
    const startedAt = performance.now()
    const now = Date.now()
    const endpoints = yield* outbox.listDue({ now, ...limits })
    if (endpoints.length > 0) {
      const request = { now, ...limits, endpoints, owner: "bench", leasedUntil: now + leaseMillis }
      const lookedMillis = performance.now() - startedAt
      const deliveries = yield* database.autocommit(
        Effect.suspend(() => {
          const claimStartedAt = performance.now()
          return Effect.map(outbox.claim(request), (claimed) => {
            times.statements.push(lookedMillis + performance.now() - claimStartedAt)
            return claimed
          })
        })
      )
      times.whole.push(performance.now() - startedAt)
      claimed += deliveries.length
      const ids = deliveries.map(({ id }) => id)
      yield* database.transaction(outbox.releaseLeases("bench", ids))
    }
  }
  if (claimed < claims * (limits.limit / 2)) throw new Error(`only ${claimed} deliveries were claimed`)
  const measured: ClaimTimes = times
  return measured
})

const timeOn = (client: Layer.Layer<SqlClient.SqlClient>) =>
  Effect.runPromise(
    timeClaims.pipe(
      Effect.provide(Layer.mergeAll(OutboxRepository.layer, Database.layer).pipe(Layer.provideMerge(client))),
      Effect.withTracerEnabled(false)
    )
  )

/** How long a claim takes with a million of deliveries pending: all of one configuration, and of a thousand of them. */
export const webhookClaimBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const postgres = await startPostgres()
  try {
    const rows: Array<Result> = []
    const fill = async (database: WebhookDatabase, hooks: number) => {
      const urls = Array.from({ length: hooks }, (_, index) => `http://127.0.0.1/${index}`)
      await insertBacklog(database, await insertWebhooks(database, urls), pending / hooks)
      await database.run("ANALYZE")
      await database.close()
    }
    const add = (engine: string, hooks: number, { statements, whole }: ClaimTimes) =>
      rows.push({
        name: `claim with ${pending} deliveries pending for ${hooks === 1 ? "one configuration" : `${hooks} configurations`}, ${engine}`,
        measured: `median ${round(median(statements), 1)} ms, p99 ${round(percentile(statements, 0.99), 1)} ms`,
        target: "median ≤ 2 ms",
        reached: median(statements) <= 2,
        detail: `${limits.limit} deliveries each time; with begin and commit ${round(median(whole), 1)} ms`
      })
    for (const hooks of [1, manyHooks]) {
      const dataDir = join(folder, `claim${hooks}`)
      mkdirSync(dataDir, { recursive: true })
      await (await startDragoman(dataDir, { DRAGOMAN_WEBHOOK_DISPATCHER: "external" })).stop()
      const filename = join(dataDir, "dragoman.sqlite")
      await fill(openSqlite(filename), hooks)
      add("SQLite", hooks, await timeOn(layerSqlite({ filename, ...dispatcherConnection })))

      const name = `claim${hooks}`
      await postgres.create(name)
      const env = { DRAGOMAN_DATABASE_URL: postgres.url(name), DRAGOMAN_WEBHOOK_DISPATCHER: "external" }
      await (await startDragoman(join(folder, `${name}-postgres`), env)).stop()
      await fill(await postgres.open(name), hooks)
      add("PostgreSQL", hooks, await timeOn(Layer.orDie(layerPostgres(postgres.url(name), dispatcherConnection))))
    }
    return rows
  } finally {
    await postgres.stop()
  }
}
