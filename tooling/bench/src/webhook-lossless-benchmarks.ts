import { type ReceivedComparison, runDeletion, runEdits, runInvented, runLossless } from "@dragoman/compat/webhook-runs"
import type { Result } from "./result.ts"
import { round } from "./statistics.ts"
import { onEachEngine, type WebhookEngine } from "./webhook-engines.ts"

const duplicateShareMax = 0.002
const deletionMillisMax = 1_000

/** Not speeds: whether each change that was acknowledged arrives, and nothing else. `share`: less than 1 to try it out. */
export const webhookLosslessBenchmarks = (folder: string, share = 1): Promise<ReadonlyArray<Result>> =>
  onEachEngine(folder, async (engine) => [
    ...(await killed(engine, share)),
    await unharmed(engine, share),
    await invented(engine, share),
    await edited(engine, share),
    await deleted(engine, share)
  ])

const killed = async ({ name, fresh }: WebhookEngine, share: number): Promise<ReadonlyArray<Result>> => {
  const report = await runLossless({
    ...(await fresh()),
    changes: 20_000 * share,
    kills: Math.ceil(200 * share),
    overMillis: 400_000 * share,
    endLeases: false
  })
  const { changes, deliveries, serverKills, dispatcherKills, missing, forgotten, duplicates } = report
  const kills = `${serverKills + dispatcherKills} SIGKILL`
  return [
    {
      name: `webhooks on ${name}, ${kills} of server and dispatcher, 5 hooks: deliveries lost`,
      measured: `${missing + forgotten} of ${deliveries}`,
      target: "0",
      reached: missing + forgotten + report.pending + report.invented + report.unequal === 0,
      detail: `${changes} changes, ${serverKills} kills of the server, ${dispatcherKills} of the dispatcher; ${othersOf(report)}; ${round(report.seconds, 0)} s, of them ${round(report.drainSeconds, 0)} s until the last leases had ended`
    },
    {
      name: `the same: deliveries that came twice`,
      measured: `${round((100 * duplicates) / deliveries)} %`,
      target: "≤ 0.2 %, with equal bytes",
      reached: duplicates <= deliveries * duplicateShareMax && report.unequal === 0,
      detail: `${duplicates}, of them ${report.unequal} with other bytes`
    }
  ]
}

const unharmed = async ({ name, fresh }: WebhookEngine, share: number): Promise<Result> => {
  const load = { changes: 2_000 * share, kills: 0, overMillis: 20_000 * share, endLeases: false }
  const report = await runLossless({ ...(await fresh()), ...load })
  return {
    name: `webhooks on ${name}, no kill: deliveries lost, twice`,
    measured: `${report.missing + report.forgotten}, ${report.duplicates} of ${report.deliveries}`,
    target: "0, 0",
    reached: isEach(report) && report.forgotten === 0,
    detail: othersOf(report)
  }
}

const invented = async ({ name, fresh }: WebhookEngine, share: number): Promise<Result> => {
  const load = { changes: 2_000 * share, rolledBack: 10_000 * share, refused: 2_000 * share }
  const report = await runInvented({ ...(await fresh()), ...load })
  return {
    name: `webhooks on ${name}: sent for changes that were rolled back or refused; not readable when they came`,
    measured: `${report.invented}, ${report.unreadable} of ${report.deliveries}`,
    target: "0, 0",
    reached: isEach(report) && report.unreadable === 0,
    detail: `${report.rolledBack} rolled back, ${report.refused} refused; ${othersOf(report)}`
  }
}

const edited = async ({ name, fresh }: WebhookEngine, share: number): Promise<Result> => {
  const report = await runEdits({ ...(await fresh()), changes: 2_000 * share, edits: 1_000 * share })
  return {
    name: `webhooks on ${name}, ${report.edits} edits while ${report.pending} are pending: lost, twice`,
    measured: `${report.missing}, ${report.duplicates}`,
    target: "0, 0",
    reached: isEach(report),
    detail: `${report.before} came to the first address, ${report.after} to the other one; ${round(report.seconds, 0)} s`
  }
}

const deleted = async ({ name, fresh }: WebhookEngine, share: number): Promise<Result> => {
  const report = await runDeletion({ ...(await fresh()), changes: Math.max(400, 2_000 * share) })
  return {
    name: `webhooks on ${name}: from the answer to DELETE to the last request`,
    measured: `${round(Math.max(0, report.lastAfterMillis), 0)} ms`,
    target: "< 1 s",
    reached: report.lastAfterMillis < deletionMillisMax,
    detail: `${report.pending} were pending`
  }
}

const isEach = ({ missing, invented, duplicates, unequal }: ReceivedComparison & { readonly missing: number }) =>
  missing + invented + duplicates + unequal === 0

const othersOf = ({ invented, duplicates, unequal }: ReceivedComparison): string =>
  `${duplicates} twice, ${unequal} with other bytes, ${invented} unexpected`
