import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { batchBenchmarks } from "./batch-benchmarks.ts"
import { contentBenchmarks } from "./content-benchmarks.ts"
import { hostileBodiesBenchmarks } from "./hostile-bodies-benchmarks.ts"
import { icuBenchmarks } from "./icu-benchmarks.ts"
import { importBenchmarks } from "./import-benchmarks.ts"
import { killBenchmarks } from "./kill-benchmarks.ts"
import { permissionBenchmarks } from "./permission-benchmarks.ts"
import { bundleFolder, startDragoman } from "./processes.ts"
import { realtimeBenchmarks } from "./realtime-benchmarks.ts"
import { requestBenchmarks } from "./request-benchmarks.ts"
import { printResults, type Result } from "./result.ts"
import { seed } from "./seed.ts"
import { startBenchmarks } from "./start-benchmarks.ts"
import { webhookClaimBenchmarks } from "./webhook-claim-benchmarks.ts"
import { webhookGracefulBenchmarks } from "./webhook-graceful-benchmarks.ts"
import { webhookHostileBenchmarks } from "./webhook-hostile-benchmarks.ts"
import { webhookIsolationBenchmarks } from "./webhook-isolation-benchmarks.ts"
import { webhookLatencyBenchmarks } from "./webhook-latency-benchmarks.ts"
import { webhookLosslessBenchmarks } from "./webhook-lossless-benchmarks.ts"
import { webhookScheduleBenchmarks } from "./webhook-schedule-benchmarks.ts"
import { webhookThroughputBenchmarks } from "./webhook-throughput-benchmarks.ts"
import { webhookUndisturbedBenchmarks } from "./webhook-undisturbed-benchmarks.ts"
import { webhookWayInBenchmarks } from "./webhook-way-in-benchmarks.ts"

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-bench-"))
const databaseFile = join(dataDir, "dragoman.sqlite")
const resultsFile = fileURLToPath(new URL("../RESULTS.md", import.meta.url))

try {
  execFileSync(process.execPath, [fileURLToPath(new URL("../../release/src/bundle.ts", import.meta.url)), bundleFolder])
  // The product makes the database; the rows come after it has stopped.
  await (await startDragoman(dataDir)).stop()
  const seeded = seed(databaseFile)
  const benchmarks: Readonly<Record<string, () => Promise<ReadonlyArray<Result>>>> = {
    permission: async () => permissionBenchmarks(),
    icu: async () => icuBenchmarks(),
    request: () => requestBenchmarks(dataDir, databaseFile, seeded),
    start: () => startBenchmarks(dataDir, databaseFile),
    import: () => importBenchmarks(dataDir, seeded),
    content: () => contentBenchmarks(join(dataDir, "content")),
    batch: () => batchBenchmarks(join(dataDir, "batch")),
    realtime: () => realtimeBenchmarks(join(dataDir, "realtime")),
    "hostile-bodies": () => hostileBodiesBenchmarks(join(dataDir, "hostile-bodies")),
    kill: () => killBenchmarks(join(dataDir, "killed")),
    "way-in": webhookWayInBenchmarks,
    hostile: () => webhookHostileBenchmarks(join(dataDir, "hostile")),
    schedule: webhookScheduleBenchmarks,
    lossless: () => webhookLosslessBenchmarks(join(dataDir, "lossless")),
    graceful: () => webhookGracefulBenchmarks(join(dataDir, "graceful")),
    "webhook-latency": () => webhookLatencyBenchmarks(join(dataDir, "latency")),
    "webhook-throughput": () => webhookThroughputBenchmarks(join(dataDir, "throughput")),
    "webhook-isolation": () => webhookIsolationBenchmarks(join(dataDir, "isolation")),
    "webhook-claim": () => webhookClaimBenchmarks(join(dataDir, "claim")),
    "webhook-undisturbed": () => webhookUndisturbedBenchmarks(join(dataDir, "undisturbed"))
  }
  const wanted = process.argv.slice(2)
  const results: Array<Result> = []
  for (const [name, run] of Object.entries(benchmarks)) {
    if (wanted.length === 0 || wanted.includes(name)) results.push(...(await run()))
  }
  const about = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}.`
  const text = printResults(results, about)
  // A part of them replaces nothing: the file is one run of all.
  if (wanted.length === 0) writeFileSync(resultsFile, text)
  process.stdout.write(text)
  process.exitCode = results.every(({ reached }) => reached) ? 0 : 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
