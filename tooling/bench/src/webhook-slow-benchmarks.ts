import { join } from "node:path"
import type { Result } from "./result.ts"
import { isolationRow, runIsolation } from "./webhook-isolation-run.ts"
import { startSink } from "./webhook-processes.ts"

/** Endpoints that respond with 200, but late. */
const slowGroups = [
  { endpoints: 8, millis: 9_000 },
  { endpoints: 20, millis: 3_000 },
  { endpoints: 200, millis: 1_000 }
] as const
const pendingEach = 10_000
const aloneSeconds = 20
/** Several times the slowest response. */
const besideSeconds = 27
/** Enough for a p99: with a quarter of them it was the third-slowest delivery, and the same code had ratios of 1.4 and of 4.1. */
const perSecond = 40
const ratioMax = 1.5

/** Endpoints with a backlog that respond late and well, beside a healthy one. */
export const webhookSlowBenchmarks = async (folder: string, share = 1): Promise<ReadonlyArray<Result>> => {
  const sink = await startSink()
  try {
    const each = Math.ceil(pendingEach * share)
    const at = (group: string, seconds: number) => ({
      sink,
      group,
      folder: join(folder, group),
      healthyUrls: [sink.url("ok", group)],
      perSecond,
      seconds
    })
    const alone = await runIsolation(at("alone", aloneSeconds))
    const rows: Array<Result> = []
    for (const { endpoints, millis } of slowGroups) {
      const urls = Array.from({ length: endpoints }, () => sink.url(`after${millis}`, `late${millis}`))
      const beside = at(`beside${millis}`, besideSeconds)
      const disturbed = await runIsolation({ ...beside, backlog: { urls, each } })
      const name = `webhooks, an endpoint beside ${endpoints} that respond with 200 after ${millis / 1_000} s, ${each} pending each`
      rows.push(isolationRow(name, ratioMax, [{ alone, disturbed }]))
    }
    return rows
  } finally {
    await sink.stop()
  }
}
