import { join } from "node:path"
import type { Result } from "./result.ts"
import { type IsolationMeasured, isolationRow, runIsolation } from "./webhook-isolation-run.ts"
import { startSink } from "./webhook-processes.ts"
import type { SinkBehaviour } from "./webhook-sink.ts"

const rounds = 2
/** Several times the time after which a dispatcher gives up waiting for an answer. */
const seconds = 22
const perSecond = 4
const healthyHooks = 20
const badOfEach = 10
const badBehaviours: ReadonlyArray<SinkBehaviour> = ["hang", "fail", "drip"]
const backlog = 100_000
const ratioMax = 1.4

/** Endpoints that hang, fail or drip, and one with a large backlog, against the healthy ones alone. */
export const webhookIsolationBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const sink = await startSink()
  try {
    const measured: Array<Readonly<Record<"alone" | "among" | "beside", IsolationMeasured>>> = []
    for (let index = 0; index < rounds; index++) {
      const at = (name: string) => {
        const group = `${name}${index}`
        const healthyUrls = Array.from({ length: healthyHooks }, () => sink.url("ok", group))
        return { sink, folder: join(folder, group), group, healthyUrls, perSecond, seconds }
      }
      const bad = badBehaviours.flatMap((name) => Array.from({ length: badOfEach }, () => sink.url(name, "bad")))
      measured.push({
        alone: await runIsolation(at("alone")),
        among: await runIsolation({ ...at("among"), otherUrls: bad }),
        beside: await runIsolation({
          ...at("beside"),
          backlog: { urls: [sink.url("slow", "backlog")], each: backlog }
        })
      })
    }
    const row = (name: string, which: "among" | "beside"): Result =>
      isolationRow(
        name,
        ratioMax,
        measured.map(({ alone, [which]: disturbed }) => ({ alone, disturbed }))
      )
    return [
      row(
        `webhooks, ${healthyHooks} healthy endpoints among ${healthyHooks + badBehaviours.length * badOfEach}: 10 never answer, 10 fail, 10 drip`,
        "among"
      ),
      row(`webhooks, ${healthyHooks} endpoints beside one with ${backlog} pending`, "beside")
    ]
  } finally {
    await sink.stop()
  }
}
