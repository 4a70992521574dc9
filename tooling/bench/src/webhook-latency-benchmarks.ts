import { join } from "node:path"
import { makeContentDatabase } from "./content-database.ts"
import { writeTexts } from "./paced-writes.ts"
import { type RunningServer, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { percentile, round } from "./statistics.ts"
import { startDispatcher, startSink, webhookAllow } from "./webhook-processes.ts"
import { insertWebhook, openSqlite } from "./webhook-world.ts"

const secondsEach = 15
const warmUpWrites = 200

const quantiles = (latencies: ReadonlyArray<number>) => {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share)) as [number, number, number]
  return { p50, p95, p99, text: `p50 ${round(p50, 1)}, p95 ${round(p95, 1)}, p99 ${round(p99, 1)} ms` }
}

/**
 * From the time that the server notes just before the commit to the receipt, for texts written through the API: with the
 * dispatcher inside the server, and with one in a process of its own, which nothing wakes on SQLite.
 */
export const webhookLatencyBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const sink = await startSink()
  try {
    let number = 0
    const measure = async (server: RunningServer, dataDir: string, seed: Parameters<typeof writeTexts>[1]) => {
      const measureAt = async (perSecond: number, seconds: number) => {
        const group = `latency${++number}`
        const database = openSqlite(join(dataDir, "dragoman.sqlite"))
        await database.run(`UPDATE webhook_configuration SET url = '${sink.url("ok", group)}'`)
        await database.close()
        await writeTexts(server.baseUrl, seed, perSecond, seconds)
        await sink.until(group, perSecond * seconds)
        return quantiles((await sink.report(group)).latencies)
      }
      await measureAt(warmUpWrites, 1)
      return { slow: await measureAt(50, secondsEach), fast: await measureAt(200, secondsEach) }
    }
    const prepare = async (name: string) => {
      const made = await makeContentDatabase(join(folder, name), [{ keys: 1_000, languages: 1 }])
      const database = openSqlite(made.databaseFile)
      await insertWebhook(database, made.seed.projects[0]?.projectId ?? 0, sink.url("ok", "none"))
      await database.close()
      return made
    }

    const inside = await prepare("inside")
    const server = await startDragoman(inside.dataDir, webhookAllow)
    const woken = await measure(server, inside.dataDir, inside.seed).finally(server.stop)

    const outside = await prepare("outside")
    const alone = await startDragoman(outside.dataDir, { DRAGOMAN_WEBHOOK_DISPATCHER: "external" })
    const dispatcher = await startDispatcher({ DRAGOMAN_DATA_DIR: outside.dataDir })
    const polled = await measure(alone, outside.dataDir, outside.seed).finally(() =>
      Promise.all([alone.stop(), dispatcher.stop()])
    )

    const woke = ({ p50, p95, p99, text }: ReturnType<typeof quantiles>, perSecond: number): Result => ({
      name: `webhooks, from commit to receipt at ${perSecond} events/s`,
      measured: text,
      target: "p50 ≤ 15, p95 ≤ 50, p99 ≤ 100 ms",
      reached: p50 <= 15 && p95 <= 50 && p99 <= 100,
      detail: "texts written through the API, dispatcher in the server"
    })
    return [
      woke(woken.slow, 50),
      woke(woken.fast, 200),
      {
        name: "the same without a wake-up",
        measured: `50 events/s: ${polled.slow.text}; 200 events/s: ${polled.fast.text}`,
        target: "p95 ≤ 350 ms",
        reached: polled.slow.p95 <= 350 && polled.fast.p95 <= 350,
        detail: "dispatcher in another process on the same SQLite file"
      }
    ]
  } finally {
    await sink.stop()
  }
}
