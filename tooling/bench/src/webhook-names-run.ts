// The measurement of `webhook-names-benchmarks.ts`, inside of a network namespace of its own. Prints it as JSON.
import { join } from "node:path"
import { startNameServer } from "./name-server.ts"
import { type IsolationMeasured, runIsolation } from "./webhook-isolation-run.ts"
import { startSink } from "./webhook-processes.ts"

export interface NamesMeasured {
  readonly alone: IsolationMeasured
  readonly disturbed: IsolationMeasured
}

const perSecond = 40

const [folder = "", dispatcher = "", silent = "", each = "", seconds = ""] = process.argv.slice(2)
const nameServer = await startNameServer()
const sink = await startSink()
try {
  const byName = (url: string, host: string) => url.replace("127.0.0.1", `${host}.example`)
  const at = (group: string) => ({
    sink,
    group,
    folder: join(folder, group),
    healthyUrls: [byName(sink.url("ok", group), "healthy")],
    perSecond,
    seconds: Number(seconds),
    dispatcher: dispatcher === "external" ? ("external" as const) : ("embedded" as const)
  })
  const alone = await runIsolation(at("alone"))
  const urls = Array.from({ length: Number(silent) }, (_, index) => byName(sink.url("ok", "silent"), `silent${index}`))
  const disturbed = await runIsolation({ ...at("disturbed"), backlog: { urls, each: Number(each) } })
  const measured: NamesMeasured = { alone, disturbed }
  process.stdout.write(JSON.stringify(measured))
} finally {
  await sink.stop()
  nameServer.close()
}
