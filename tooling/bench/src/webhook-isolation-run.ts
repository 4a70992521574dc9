import { setTimeout as pause } from "node:timers/promises"
import { makeContentDatabase } from "./content-database.ts"
import { writeTexts } from "./paced-writes.ts"
import { startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"
import { type Sink, startDispatcher, webhookAllow } from "./webhook-processes.ts"
import { insertBacklog, insertWebhook, insertWebhooks, openSqlite } from "./webhook-world.ts"

export interface IsolationRun {
  readonly sink: Sink
  /** Folder for the data. */
  readonly folder: string
  /** Group of the sink that receives all deliveries to the healthy endpoints. */
  readonly group: string
  readonly healthyUrls: ReadonlyArray<string>
  /** These get as many changes as the healthy ones. */
  readonly otherUrls?: ReadonlyArray<string>
  /** Endpoints of another project, each with so many deliveries that are due when the dispatcher starts. */
  readonly backlog?: { readonly urls: ReadonlyArray<string>; readonly each: number }
  /** Changes of each project that is changed. */
  readonly perSecond: number
  readonly seconds: number
  readonly dispatcher?: "embedded" | "external"
}

export interface IsolationMeasured {
  /** p99 of deliveries that came after the warm-up; the whole waiting time when none came. */
  readonly p99Millis: number
  /** The latest one of the warm-up. */
  readonly warmUpMillis: number
  /** Deliveries to healthy endpoints that had come 5 seconds after the last change. */
  readonly arrived: number
}

const lateMillis = 5_000

/**
 * Changes of the first seconds count as arrived, and their latency is told apart: a dispatcher that has just started
 * connects to all endpoints, and does not know yet which of them are slow.
 */
const warmUpSeconds = 4

/** A project for each endpoint, so that each of them gets its changes apart from the others. */
export const runIsolation = async (options: IsolationRun): Promise<IsolationMeasured> => {
  const { sink, folder, group, healthyUrls, otherUrls = [], backlog, seconds, dispatcher = "embedded" } = options
  const urls = [...healthyUrls, ...otherUrls]
  const sizes = urls.map(() => ({ keys: 200, languages: 1 }))
  const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, sizes)
  const database = openSqlite(databaseFile)
  for (const [place, url] of urls.entries()) {
    await insertWebhook(database, seed.projects[place]?.projectId ?? 0, url)
  }
  if (backlog !== undefined) await insertBacklog(database, await insertWebhooks(database, backlog.urls), backlog.each)
  await database.close()
  const server = await startDragoman(dataDir, { ...webhookAllow, DRAGOMAN_WEBHOOK_DISPATCHER: dispatcher })
  const apart = dispatcher === "external" ? await startDispatcher({ DRAGOMAN_DATA_DIR: dataDir }) : null
  try {
    const perSecond = options.perSecond * urls.length
    await writeTexts(server.baseUrl, seed, perSecond, warmUpSeconds + seconds)
    const healthyPerSecond = (perSecond * healthyUrls.length) / urls.length
    const wanted = Math.floor(healthyPerSecond * (warmUpSeconds + seconds))
    await Promise.race([sink.until(group, wanted), pause(lateMillis)])
    const { deliveries, latencies } = await sink.report(group)
    const counted = latencies.slice(healthyPerSecond * warmUpSeconds)
    const p99Millis = counted.length > 0 ? percentile(counted, 0.99) : seconds * 1_000 + lateMillis
    const warmUpMillis = Math.max(0, ...latencies.slice(0, healthyPerSecond * warmUpSeconds))
    return { p99Millis, warmUpMillis, arrived: deliveries / wanted }
  } finally {
    // Kills the programs: a clean stop would wait for hanging attempts.
    await Promise.all([server.kill(), apart?.kill()])
  }
}

/** The healthy endpoints among or beside others, against themselves alone, round by round. */
export const isolationRow = (
  name: string,
  ratioMax: number,
  rounds: ReadonlyArray<{ readonly alone: IsolationMeasured; readonly disturbed: IsolationMeasured }>
): Result => {
  if (rounds.some(({ alone }) => alone.arrived < 0.99)) throw new Error(`${name}: changes were late without them too`)
  const ratios = rounds.map(({ alone, disturbed }) => disturbed.p99Millis / alone.p99Millis)
  const arrived = Math.min(...rounds.map(({ disturbed }) => disturbed.arrived))
  const millis = (which: "alone" | "disturbed") =>
    `${round(median(rounds.map((measured) => measured[which].p99Millis)), 1)} ms`
  const warmUp = round(Math.max(...rounds.map(({ disturbed }) => disturbed.warmUpMillis)))
  return {
    name,
    measured: `p99 ${medianWithRange(ratios)} × without them, ${round(arrived * 100, 1)} % arrived in time`,
    target: `≤ ${ratioMax} ×, ≥ 99 %`,
    reached: median(ratios) <= ratioMax && arrived >= 0.99,
    detail: `p99 ${millis("disturbed")}, without them ${millis("alone")}; in the ${warmUpSeconds} s after the start at most ${warmUp} ms`
  }
}
