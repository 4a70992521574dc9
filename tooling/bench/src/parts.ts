import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { batchBenchmarks } from "./batch-benchmarks.ts"
import { branchBenchmarks } from "./branch-benchmarks.ts"
import { ceilingBenchmarks } from "./ceiling-benchmarks.ts"
import { checksBenchmarks } from "./checks-benchmarks.ts"
import { clusterBenchmarks } from "./cluster-benchmarks.ts"
import { consoleBenchmarks } from "./console-benchmarks.ts"
import { contentBenchmarks } from "./content-benchmarks.ts"
import { contentDeliveryBenchmarks } from "./content-delivery-benchmarks.ts"
import { editorBenchmarks } from "./editor-benchmarks.ts"
import { followerBenchmarks } from "./follower-benchmarks.ts"
import { formatBenchmarks } from "./format-benchmarks.ts"
import { hostileBodiesBenchmarks } from "./hostile-bodies-benchmarks.ts"
import { icuBenchmarks } from "./icu-benchmarks.ts"
import { importBenchmarks } from "./import-benchmarks.ts"
import { killBenchmarks } from "./kill-benchmarks.ts"
import { machineBenchmarks } from "./machine-benchmarks.ts"
import { memoryBenchmarks } from "./memory-benchmarks.ts"
import { memorySearchBenchmarks } from "./memory-search-benchmarks.ts"
import { mergeBenchmarks } from "./merge-benchmarks.ts"
import { observingBenchmarks } from "./observing-benchmarks.ts"
import type { BenchOptions } from "./options.ts"
import { partitionBenchmarks } from "./partition-benchmarks.ts"
import { permissionBenchmarks } from "./permission-benchmarks.ts"
import { postgresLockBenchmarks } from "./postgres-lock-benchmarks.ts"
import { startDragoman } from "./processes.ts"
import { publishBenchmarks } from "./publish-benchmarks.ts"
import { realtimeBenchmarks } from "./realtime-benchmarks.ts"
import { requestBenchmarks } from "./request-benchmarks.ts"
import type { Result } from "./result.ts"
import { revertBenchmarks } from "./revert-benchmarks.ts"
import { scaleBenchmarks } from "./scale-benchmarks.ts"
import { type Seed, seed } from "./seed.ts"
import { sizingBenchmarks } from "./sizing-benchmarks.ts"
import { startBenchmarks } from "./start-benchmarks.ts"
import { termsBenchmarks } from "./terms-benchmarks.ts"
import { textSearchBenchmarks } from "./text-search-benchmarks.ts"
import { walBenchmarks } from "./wal-benchmarks.ts"
import { webhookClaimBenchmarks } from "./webhook-claim-benchmarks.ts"
import { webhookDeadBenchmarks } from "./webhook-dead-benchmarks.ts"
import { webhookGracefulBenchmarks } from "./webhook-graceful-benchmarks.ts"
import { webhookHostileBenchmarks } from "./webhook-hostile-benchmarks.ts"
import { webhookIsolationBenchmarks } from "./webhook-isolation-benchmarks.ts"
import { webhookLatencyBenchmarks } from "./webhook-latency-benchmarks.ts"
import { webhookLosslessBenchmarks } from "./webhook-lossless-benchmarks.ts"
import { webhookNamesBenchmarks } from "./webhook-names-benchmarks.ts"
import { webhookScheduleBenchmarks } from "./webhook-schedule-benchmarks.ts"
import { webhookSlowBenchmarks } from "./webhook-slow-benchmarks.ts"
import { webhookThroughputBenchmarks } from "./webhook-throughput-benchmarks.ts"
import { webhookUndisturbedBenchmarks } from "./webhook-undisturbed-benchmarks.ts"
import { webhookWayInBenchmarks } from "./webhook-way-in-benchmarks.ts"

/** A part of the benchmarks that can run alone and has its own table in the results. */
export interface Part {
  readonly name: string
  /** Duration with full sizes on two idle cores; those of long parts are estimates from CPU time and waiting. */
  readonly plannedSeconds: number
  /** Measures times: nothing else runs meanwhile. The others look at counts and sizes, and run two at a time. */
  readonly isTimed: boolean
  readonly run: () => Promise<ReadonlyArray<Result>>
}

/** The parts in the order of the results. `folder`: for data; it is there. */
export const benchmarkParts = (folder: string, { share, minutes, cgroup }: BenchOptions): ReadonlyArray<Part> => {
  const place = (name: string) => join(folder, name)
  const timed = (name: string, plannedSeconds: number, run: Part["run"]): Part => ({
    name,
    plannedSeconds,
    isTimed: true,
    run
  })
  const counted = (...all: [name: string, plannedSeconds: number, run: Part["run"]]): Part => ({
    ...timed(...all),
    isTimed: false
  })
  const seeded = seededOnce(place("seeded"))
  return [
    timed("permission", 14, async () => permissionBenchmarks()),
    timed("icu", 25, async () => icuBenchmarks()),
    timed("checks", 150, () => checksBenchmarks(place("checks"), share)),
    timed("terms", 8, async () => termsBenchmarks()),
    timed("formats", 60, async () => formatBenchmarks()),
    timed("request", 60, async () => {
      const { dataDir, databaseFile, seed } = await seeded()
      return requestBenchmarks(dataDir, databaseFile, seed)
    }),
    timed("observing", 130, async () => {
      const { dataDir, seed } = await seeded()
      return observingBenchmarks(place("observing"), dataDir, seed)
    }),
    timed("content-delivery", 70, async () => {
      const { dataDir, seed } = await seeded()
      return contentDeliveryBenchmarks(place("content-delivery"), dataDir, seed)
    }),
    timed("content-publish", 90, () => publishBenchmarks(place("content-publish"), share)),
    timed("start", 85, async () => {
      const { dataDir, databaseFile } = await seeded()
      return startBenchmarks(dataDir, databaseFile)
    }),
    timed("import", 50, async () => {
      const { dataDir, seed } = await seeded()
      return importBenchmarks(dataDir, seed)
    }),
    timed("content", 210, () => contentBenchmarks(place("content"))),
    timed("followers", 90, () => followerBenchmarks(place("followers"), share)),
    timed("branch", 90, () => branchBenchmarks(place("branch"), share)),
    timed("merge", 60, () => mergeBenchmarks(place("merge"), share)),
    timed("revert", 30, () => revertBenchmarks(place("revert"), share)),
    timed("memory-search", 600, () => memorySearchBenchmarks(place("memory-search"), share)),
    timed("text-search", 600, () => textSearchBenchmarks(place("text-search"), share)),
    timed("console", 150, () => consoleBenchmarks(place("console"), share)),
    timed("batch", 100, () => batchBenchmarks(place("batch"))),
    timed("machine", 60, () => machineBenchmarks(place("machine"), share)),
    timed("realtime", 90, () => realtimeBenchmarks(place("realtime"))),
    timed("hostile-bodies", 230, () => hostileBodiesBenchmarks(place("hostile-bodies"))),
    timed("wal", 40, () => walBenchmarks(place("wal"), share)),
    timed("partition", 600, () => partitionBenchmarks(place("partition"), share)),
    timed("postgres-lock", 45, () => postgresLockBenchmarks(place("postgres-lock"), share)),
    timed("editors", 300, () => editorBenchmarks(place("editors"), share)),
    timed("cluster", 75, () => clusterBenchmarks(place("cluster"))),
    timed("scale", 1_500, () => scaleBenchmarks(place("scale"), share)),
    counted("memory", minutes * 60 + 20, () => memoryBenchmarks(place("memory"), minutes * 60 * share)),
    counted("sizing", 240, () => sizingBenchmarks(place("sizing"), share)),
    counted("ceiling", 120, () => ceilingBenchmarks(place("ceiling"), share, cgroup)),
    counted("kill", 150, () => killBenchmarks(place("killed"))),
    counted("way-in", 15, webhookWayInBenchmarks),
    counted("hostile", 100, () => webhookHostileBenchmarks(place("hostile"), share)),
    counted("schedule", 30, webhookScheduleBenchmarks),
    counted("lossless", 540, () => webhookLosslessBenchmarks(place("lossless"), share)),
    counted("graceful", 290, () => webhookGracefulBenchmarks(place("graceful"), share)),
    timed("webhook-latency", 80, () => webhookLatencyBenchmarks(place("latency"))),
    timed("webhook-throughput", 100, () => webhookThroughputBenchmarks(place("throughput"))),
    timed("webhook-isolation-bad", 170, () => webhookIsolationBenchmarks(place("isolation"))),
    timed("webhook-isolation-names", 65, () => webhookNamesBenchmarks(place("names"), share)),
    timed("webhook-isolation-slow", 175, () => webhookSlowBenchmarks(place("slow"), share)),
    counted("webhook-isolation-dead", 135, () => webhookDeadBenchmarks(place("dead"), share)),
    timed("webhook-claim", 130, () => webhookClaimBenchmarks(place("claim"))),
    timed("webhook-undisturbed", 100, () => webhookUndisturbedBenchmarks(place("undisturbed")))
  ]
}

/** Those of these names; `webhook-isolation`, which is no part, stands for all whose names go on behind it. None: all. */
export const wantedParts = (parts: ReadonlyArray<Part>, wanted: ReadonlyArray<string>): ReadonlyArray<Part> => {
  const named = wanted.flatMap((name) => {
    const same = parts.filter((part) => part.name === name)
    const found = same.length > 0 ? same : parts.filter((part) => part.name.startsWith(`${name}-`))
    if (found.length === 0) throw new Error(`${name} is no part: ${parts.map((part) => part.name).join(", ")}`)
    return found
  })
  return wanted.length === 0 ? parts : parts.filter((part) => named.includes(part))
}

/** Projects, members and issues, made when the first part needs them. */
const seededOnce = (dataDir: string) => {
  let made: Promise<{ readonly dataDir: string; readonly databaseFile: string; readonly seed: Seed }> | null = null
  const make = async () => {
    const databaseFile = join(dataDir, "dragoman.sqlite")
    mkdirSync(dataDir, { recursive: true })
    // The product makes the database; the rows come after it has stopped.
    await (await startDragoman(dataDir)).stop()
    return { dataDir, databaseFile, seed: seed(databaseFile) }
  }
  return () => {
    made ??= make()
    return made
  }
}
