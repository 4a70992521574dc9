import {
  type ReceivedComparison,
  runDatabaseAway,
  runRollingRestarts,
  runStalled,
  runStop,
  runTakeOver
} from "@dragoman/compat/webhook-runs"
import type { Result } from "./result.ts"
import { round } from "./statistics.ts"
import { onEachEngine, type WebhookEngine } from "./webhook-engines.ts"

const attemptMillis = 2_000
/** Three attempts and half a minute: as the engine has it. */
const leaseMillis = 3 * attemptMillis + 30_000
const takeOverMillis = leaseMillis + 5_000
const recoveryMillisMax = 10_000

/** Not speeds: stops, restarts and standstills of dispatchers, and databases that go away. `share`: less than 1 to try it out. */
export const webhookGracefulBenchmarks = (folder: string, share = 1): Promise<ReadonlyArray<Result>> =>
  onEachEngine(folder, async (engine) => [
    await stopped(engine),
    await restarted(engine, share),
    ...(engine.name === "PostgreSQL" ? [await takenOver(engine), await stalled(engine, share)] : []),
    await away(engine, share, "external"),
    await away(engine, share, "embedded")
  ])

const stopped = async ({ name, fresh }: WebhookEngine): Promise<Result> => {
  const report = await runStop({ ...(await fresh()), changes: 2_000 })
  return {
    name: `dispatcher on ${name}, SIGTERM at full load: requests begun later than 100 ms`,
    measured: `${report.late}`,
    target: "0; what runs is finished and noted, exit code 0",
    reached: report.late === 0 && report.exitCode === 0 && report.received === report.delivered && report.leased === 0,
    detail: `${report.received} sent, ${report.delivered} noted, ${report.leased} still leased, exit code ${report.exitCode}, ${round(report.stopMillis, 0)} ms`
  }
}

const restarted = async ({ name, fresh }: WebhookEngine, share: number): Promise<Result> => {
  const restarts = Math.ceil(100 * share)
  const load = { changes: 10_000 * share, overMillis: 110_000 * share, restarts }
  const report = await runRollingRestarts({ ...(await fresh()), ...load })
  return {
    name: `dispatchers on ${name}, ${restarts} rolling restarts: lost, twice`,
    measured: `${report.missing}, ${report.duplicates} of ${report.deliveries}`,
    target: "0, 0",
    reached: isEach(report) && report.badEnds === 0,
    detail: `${name === "SQLite" ? "one dispatcher" : "two dispatchers"}, ${report.badEnds} ended with an error`
  }
}

const takenOver = async ({ name, fresh }: WebhookEngine): Promise<Result> => {
  const report = await runTakeOver({ ...(await fresh()), changes: 2_000, timeoutMillis: attemptMillis })
  return {
    name: `dispatcher on ${name} killed: until another one has sent what it held`,
    measured: `${round(report.afterMillis / 1_000, 1)} s`,
    target: `≤ ${takeOverMillis / 1_000} s, the lease and 5 s`,
    reached: report.missing === 0 && report.afterMillis <= takeOverMillis,
    detail: `${report.held} held, ${report.missing} lost, ${report.duplicates} twice`
  }
}

const stalled = async ({ name, fresh }: WebhookEngine, share: number): Promise<Result> => {
  const stalledMillis = 8_000 * share
  const report = await runStalled({ ...(await fresh()), changes: 2_000, stalledMillis })
  return {
    name: `dispatcher on ${name} that stands still for ${stalledMillis / 1_000} s: lost, twice`,
    measured: `${report.missing}, ${report.duplicates}`,
    target: "0, 0",
    reached: isEach(report),
    detail: `${report.held} held`
  }
}

const away = async (
  { name, fresh, whileAway }: WebhookEngine,
  share: number,
  dispatcher: "embedded" | "external"
): Promise<Result> => {
  const awayMillis = 60_000 * share
  const load = { awayMillis, changes: Math.max(60, 2_000 * share) }
  const report = await runDatabaseAway({ ...(await fresh()), ...load, whileAway, dispatcher })
  const what = name === "SQLite" ? "locked" : "stopped and started"
  return {
    name: `${name} ${what} for ${awayMillis / 1_000} s, dispatcher ${dispatcher}: until a new change had come`,
    measured: `${round(report.recoveryMillis / 1_000, 1)} s`,
    target: "≤ 10 s, nothing lost, ≤ 1 line of log a second",
    reached:
      report.recoveryMillis <= recoveryMillisMax &&
      report.missing + report.forgotten + report.invented + report.ended === 0 &&
      report.linesPerSecond <= 1,
    detail: `${report.missing + report.forgotten} of ${report.deliveries} lost, ${report.duplicates} twice, ${round(report.linesPerSecond, 1)} lines of log a second`
  }
}

const isEach = ({ missing, invented, duplicates, unequal }: ReceivedComparison & { readonly missing: number }) =>
  missing + invented + duplicates + unequal === 0
