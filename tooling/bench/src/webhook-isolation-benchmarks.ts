import { join } from "node:path"
import { makeContentDatabase } from "./content-database.ts"
import { writeTexts } from "./paced-writes.ts"
import { startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"
import { type Sink, startSink, webhookAllow } from "./webhook-processes.ts"
import type { SinkBehaviour } from "./webhook-sink.ts"
import { insertBacklog, insertWebhook, insertWebhooks, openSqlite } from "./webhook-world.ts"

const rounds = 3
/** Several times the time after which a dispatcher gives up waiting for an answer. */
const seconds = 30
const hooks = 50
const badOfEach = 10
const healthyHooks = hooks - 3 * badOfEach
const eventsPerSecond = 200
const backlog = 100_000

interface Measured {
  readonly p99Millis: number
  /** Of the changes that were made, those that had come 5 seconds after the last one. */
  readonly arrived: number
}

/** A project for each endpoint, so that each of them gets its changes apart from the others. */
const run = async (
  sink: Sink,
  folder: string,
  behaviours: ReadonlyArray<SinkBehaviour>,
  perSecond: number,
  withBacklog: boolean
): Promise<Measured> => {
  const group = folder.replaceAll("/", "-")
  const sizes = behaviours.map(() => ({ keys: 200, languages: 1 }))
  const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, sizes)
  const database = openSqlite(databaseFile)
  for (const [place, behaviour] of behaviours.entries()) {
    const url = sink.url(behaviour, behaviour === "ok" ? group : `${group}-bad`)
    await insertWebhook(database, seed.projects[place]?.projectId ?? 0, url)
  }
  if (withBacklog) {
    await insertBacklog(database, await insertWebhooks(database, [sink.url("slow", `${group}-backlog`)]), backlog)
  }
  await database.close()
  const server = await startDragoman(dataDir, webhookAllow)
  try {
    await writeTexts(server.baseUrl, seed, perSecond, seconds)
    const wanted = Math.floor(
      (perSecond * seconds * behaviours.filter((name) => name === "ok").length) / behaviours.length
    )
    await Promise.race([sink.until(group, wanted), new Promise((resolve) => setTimeout(resolve, 5_000))])
    const { deliveries, latencies } = await sink.report(group)
    return { p99Millis: percentile(latencies, 0.99), arrived: deliveries / wanted }
  } finally {
    await server.stop()
  }
}

const times = (count: number, behaviour: SinkBehaviour): ReadonlyArray<SinkBehaviour> =>
  Array.from({ length: count }, () => behaviour)

/** Endpoints that hang, fail or drip, and one with a large backlog, against the healthy ones alone. */
export const webhookIsolationBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const sink = await startSink()
  try {
    const healthy = times(healthyHooks, "ok")
    const bad = [...times(badOfEach, "hang"), ...times(badOfEach, "fail"), ...times(badOfEach, "drip")]
    const healthyPerSecond = (eventsPerSecond * healthyHooks) / hooks
    const measured: Array<{ alone: Measured; among: Measured; beside: Measured }> = []
    for (let index = 0; index < rounds; index++) {
      const place = (name: string) => join(folder, `${name}${index}`)
      measured.push({
        alone: await run(sink, place("alone"), healthy, healthyPerSecond, false),
        among: await run(sink, place("among"), [...healthy, ...bad], eventsPerSecond, false),
        beside: await run(sink, place("beside"), healthy, healthyPerSecond, true)
      })
    }
    const row = (name: string, which: "among" | "beside"): Result => {
      const ratios = measured.map((round) => round[which].p99Millis / round.alone.p99Millis)
      const arrived = Math.min(...measured.map((round) => round[which].arrived))
      return {
        name,
        measured: `p99 ${medianWithRange(ratios)} × without them, ${round(arrived * 100, 1)} % arrived in time`,
        target: "≤ 2 ×, ≥ 99 %",
        reached: median(ratios) <= 2 && arrived >= 0.99,
        detail: `p99 ${round(median(measured.map((round) => round[which].p99Millis)), 1)} ms, without them ${round(median(measured.map(({ alone }) => alone.p99Millis)), 1)} ms`
      }
    }
    return [
      row(`webhooks, ${healthyHooks} healthy endpoints among ${hooks}: 10 never answer, 10 fail, 10 drip`, "among"),
      row(`webhooks, ${healthyHooks} endpoints beside one with ${backlog} pending`, "beside")
    ]
  } finally {
    await sink.stop()
  }
}
