import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"
import { type Sink, sendRaw, startDispatcher, startSink } from "./webhook-processes.ts"
import type { SinkBehaviour } from "./webhook-sink.ts"
import { insertBacklog, insertWebhooks, openSqlite, type WebhookDatabase } from "./webhook-world.ts"

const rounds = 3
/** Attempts that a dispatcher makes at a time to one endpoint. */
const concurrency = 64
const sizes: Readonly<Record<"ok" | "slow", number>> = { ok: 30_000, slow: 4_000 }

/** Deliveries per second between the first and the last receipt; all are there, each exactly once, and signed. */
const measure = async (sink: Sink, group: string, total: number, send: () => Promise<void>): Promise<number> => {
  await send()
  const { requests, deliveries, unsigned, firstAt, lastAt } = await sink.report(group)
  if (requests !== total || deliveries !== total || unsigned > 0) {
    throw new Error(`${group}: ${requests} requests, ${deliveries} of ${total} deliveries, ${unsigned} not signed`)
  }
  return ((total - 1) / (lastAt - firstAt)) * 1_000
}

const untilAcknowledged = async (database: WebhookDatabase): Promise<void> => {
  while ((await database.run("SELECT 1 FROM delivery WHERE state = 'PENDING' LIMIT 1")).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The ways that a round measures, in deliveries per second. */
type Way = "bare" | "sqlite" | "postgres" | "bareSlow" | "sqliteSlow" | "postgresSlow" | "postgresSlowTwo"

/** Where the deliveries of one round lie. */
interface Prepared {
  readonly env: Readonly<Record<string, string>>
  readonly open: () => Promise<WebhookDatabase>
}

const drain = async (sink: Sink, prepared: Prepared, group: string, total: number, dispatchers: number) => {
  const running = await Promise.all(Array.from({ length: dispatchers }, () => startDispatcher(prepared.env)))
  try {
    await sink.until(group, total)
    const database = await prepared.open()
    await untilAcknowledged(database)
    await database.close()
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
  }
}

/** Sending a backlog to one endpoint against a bare loop, on both engines, with one dispatcher and with two. */
export const webhookThroughputBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const sink = await startSink()
  const postgres = await startPostgres()
  try {
    let number = 0
    const newGroup = () => `round${++number}`

    mkdirSync(join(folder, "empty"), { recursive: true })
    await (await startDragoman(join(folder, "empty"))).stop()
    const onSqlite = async (behaviour: SinkBehaviour, group: string, total: number): Promise<Prepared> => {
      const dataDir = join(folder, group)
      mkdirSync(dataDir)
      const file = join(dataDir, "dragoman.sqlite")
      copyFileSync(join(folder, "empty", "dragoman.sqlite"), file)
      const database = openSqlite(file)
      await insertBacklog(database, await insertWebhooks(database, [sink.url(behaviour, group)]), total)
      await database.close()
      return { env: { DRAGOMAN_DATA_DIR: dataDir }, open: async () => openSqlite(file) }
    }
    await postgres.create("empty")
    const migrating = { DRAGOMAN_DATABASE_URL: postgres.url("empty"), DRAGOMAN_WEBHOOK_DISPATCHER: "external" }
    await (await startDragoman(join(folder, "migrating"), migrating)).stop()
    const onPostgres = async (behaviour: SinkBehaviour, group: string, total: number): Promise<Prepared> => {
      await postgres.create(group, "empty")
      const database = await postgres.open(group)
      await insertBacklog(database, await insertWebhooks(database, [sink.url(behaviour, group)]), total)
      await database.run("ANALYZE")
      await database.close()
      return { env: { DRAGOMAN_DATABASE_URL: postgres.url(group) }, open: () => postgres.open(group) }
    }

    const sendBare = async (behaviour: "ok" | "slow"): Promise<number> => {
      const group = newGroup()
      const total = sizes[behaviour]
      return measure(sink, group, total, () => sendRaw(sink.url(behaviour, group), total, concurrency))
    }
    const sendByEngine = async (
      prepare: typeof onSqlite,
      behaviour: "ok" | "slow",
      dispatchers = 1
    ): Promise<number> => {
      const group = newGroup()
      const total = sizes[behaviour] * dispatchers
      const prepared = await prepare(behaviour, group, total)
      return measure(sink, group, total, () => drain(sink, prepared, group, total, dispatchers))
    }

    const measured: Array<Readonly<Record<Way, number>>> = []
    for (let index = 0; index < rounds; index++) {
      measured.push({
        bare: await sendBare("ok"),
        sqlite: await sendByEngine(onSqlite, "ok"),
        postgres: await sendByEngine(onPostgres, "ok"),
        bareSlow: await sendBare("slow"),
        sqliteSlow: await sendByEngine(onSqlite, "slow"),
        postgresSlow: await sendByEngine(onPostgres, "slow"),
        postgresSlowTwo: await sendByEngine(onPostgres, "slow", 2)
      })
    }
    const row = (
      name: string,
      against: string,
      least: number,
      rateOf: (rates: Readonly<Record<Way, number>>) => readonly [number, number]
    ): Result => {
      const ratios = measured.map((round) => rateOf(round)[0] / rateOf(round)[1])
      const rate = (which: 0 | 1) => round(median(measured.map((round) => rateOf(round)[which])), 0)
      return {
        name,
        measured: `${medianWithRange(ratios)} × ${against}`,
        target: `≥ ${least} ×`,
        reached: median(ratios) >= least,
        detail: `${rate(0)} of ${rate(1)} deliveries/s`
      }
    }
    const loop = "bare signed undici loop"
    return [
      row("webhooks, SQLite FULL, one attempt row each", loop, 0.7, ({ sqlite, bare }) => [sqlite, bare]),
      row("the same, receiver takes 50 ms", loop, 0.95, ({ sqliteSlow, bareSlow }) => [sqliteSlow, bareSlow]),
      row("webhooks, PostgreSQL, one dispatcher", loop, 0.55, ({ postgres: rate, bare }) => [rate, bare]),
      row("the same, receiver takes 50 ms", loop, 0.95, ({ postgresSlow, bareSlow }) => [postgresSlow, bareSlow]),
      row(
        "two dispatchers on PostgreSQL, receiver takes 50 ms, no delivery sent twice",
        "one dispatcher",
        1.7,
        ({ postgresSlowTwo, postgresSlow }) => [postgresSlowTwo, postgresSlow]
      )
    ]
  } finally {
    await Promise.all([sink.stop(), postgres.stop()])
  }
}
