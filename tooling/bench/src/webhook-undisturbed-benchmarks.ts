import { join } from "node:path"
import { makeContentDatabase } from "./content-database.ts"
import { writeTexts } from "./paced-writes.ts"
import { startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"
import { startSink, webhookAllow } from "./webhook-processes.ts"
import { countPending, insertBacklog, insertWebhooks, openSqlite } from "./webhook-world.ts"

const rounds = 3
const secondsEach = 10
const writesPerSecond = 50
const endpoints = 8
/** A backlog that is larger than the deliveries sent meanwhile. */
const backlogOfEach = 80_000

/**
 * Texts written through the API while the dispatcher of the same server is idle, and while it sends a backlog of other
 * projects as fast as it can to endpoints that take 50 ms. What is written makes no deliveries of its own: the difference
 * is the dispatcher's.
 */
export const webhookUndisturbedBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const sink = await startSink()
  try {
    const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, [{ keys: 1_000, languages: 1 }])
    const seeded = openSqlite(databaseFile)
    const urls = Array.from({ length: endpoints }, () => sink.url("slow", "undisturbed"))
    await insertBacklog(seeded, await insertWebhooks(seeded, urls), backlogOfEach)
    await seeded.run("UPDATE webhook_configuration SET paused = 1")
    await seeded.close()
    const server = await startDragoman(dataDir, webhookAllow)
    const database = openSqlite(join(dataDir, "dragoman.sqlite"))
    try {
      const pause = async (paused: 0 | 1) => {
        await database.run(`UPDATE webhook_configuration SET paused = ${paused}`)
        // Waits until the dispatcher has seen it, and has sent the deliveries that it had claimed before.
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
      const measureP99 = async () =>
        percentile(await writeTexts(server.baseUrl, seed, writesPerSecond, secondsEach), 0.99)
      await measureP99()
      const measured: Array<{ idle: number; busy: number; perSecond: number }> = []
      for (let index = 0; index < rounds; index++) {
        const idle = await measureP99()
        await pause(0)
        const before = await countPending(database)
        const busy = await measureP99()
        const after = await countPending(database)
        if (after === 0) throw new Error("the backlog was too small")
        if (after === before) throw new Error("the dispatcher sent nothing")
        measured.push({ idle, busy, perSecond: (before - after) / secondsEach })
        await pause(1)
      }
      const ratios = measured.map(({ idle, busy }) => busy / idle)
      return [
        {
          name: "writing texts while the dispatcher of the same server sends a backlog: p99",
          measured: `${medianWithRange(ratios)} × idle`,
          target: "≤ 1.3 ×",
          reached: median(ratios) <= 1.3,
          detail: `${round(median(measured.map(({ busy }) => busy)), 1)} ms, idle ${round(median(measured.map(({ idle }) => idle)), 1)} ms; ${round(median(measured.map(({ perSecond }) => perSecond)), 0)} deliveries/s meanwhile`
        }
      ]
    } finally {
      await database.close()
      await server.stop()
    }
  } finally {
    await sink.stop()
  }
}
