import { readdirSync } from "node:fs"
import BetterSqlite3 from "better-sqlite3"
import { makeContentDatabase } from "./content-database.ts"
import { type MixedTarget, sendMixed } from "./mixed-requests.ts"
import { type RunningServer, residentBytes, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { round } from "./statistics.ts"
import { startSink, webhookAllow } from "./webhook-processes.ts"
import { insertWebhook, openSqlite } from "./webhook-world.ts"

const perSecond = 20
const minuteSeconds = 60
const megabyte = 1024 * 1024
const megabytesMax = 300
const admin = { DRAGOMAN_ADMIN_USERNAME: "admin", DRAGOMAN_ADMIN_PASSWORD: "benchmark-password" }

/** Measures the memory of a server under a few requests of every kind, minute by minute. */
export const memoryBenchmarks = async (folder: string, seconds: number): Promise<ReadonlyArray<Result>> => {
  const sink = await startSink()
  const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, [{ keys: 1_300, languages: 3 }], admin)
  const projectId = seed.projects[0]?.projectId ?? 0
  const database = openSqlite(databaseFile)
  await insertWebhook(database, projectId, sink.url("ok", "memory"))
  await database.close()
  const keyIds = new BetterSqlite3(databaseFile, { readonly: true })
    .prepare("SELECT id FROM translation_key WHERE project_id = ? AND deleted_at IS NULL")
    .pluck()
    .all(projectId) as ReadonlyArray<number>
  const server = await startDragoman(dataDir, { ...webhookAllow, ...admin })
  try {
    const target: MixedTarget = {
      baseUrl: server.baseUrl,
      projectId,
      apiKey: seed.apiKeys[0] ?? "",
      username: admin.DRAGOMAN_ADMIN_USERNAME,
      password: admin.DRAGOMAN_ADMIN_PASSWORD,
      keyIds
    }
    const minutes = [residentBytes(server.pid)]
    const failures: Array<string> = []
    let requests = 0
    process.stderr.write(`minute 0: ${await memoryText(server)}\n`)
    for (let left = seconds; left > 0; left -= minuteSeconds) {
      const sent = await sendMixed(target, perSecond, Math.min(minuteSeconds, left), requests)
      requests += sent.requests
      failures.push(...sent.failures)
      minutes.push(residentBytes(server.pid))
      process.stderr.write(`minute ${minutes.length - 1}: ${await memoryText(server)}, ${failures.length} failures\n`)
    }
    const { deliveries } = await sink.report("memory")
    const most = residentBytes(server.pid, "most") / megabyte
    return [
      {
        name: `memory of the whole process, ${perSecond} mixed requests/s with a webhook, ${round(seconds / minuteSeconds, 0)} minutes: at most`,
        measured: `${round(most, 0)} MB`,
        target: `≤ ${megabytesMax} MB, no request fails`,
        reached: most <= megabytesMax && failures.length === 0,
        detail: [
          `resident, each minute: ${minutes.map((bytes) => round(bytes / megabyte, 0)).join(", ")}`,
          `${requests} requests, ${failures.length} failed, ${deliveries} webhook deliveries`,
          ...failures.slice(0, 3)
        ].join("; ")
      }
    ]
  } finally {
    await server.stop()
    await sink.stop()
  }
}

/** Resident memory, and each heap of which the metrics of the server know. */
const memoryText = async ({ baseUrl, pid }: RunningServer): Promise<string> => {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  const heaps = [...metrics.matchAll(/^dragoman_(\w*heap\w*)(\{[^}]*\})? ([\d.e+]+)$/gm)].map(
    ([, name, labels = "", bytes]) => `${name}${labels} ${round(Number(bytes) / megabyte, 0)} MB`
  )
  return [
    `${round(residentBytes(pid) / megabyte, 0)} MB, at most ${round(residentBytes(pid, "most") / megabyte, 0)} MB`,
    `${readdirSync(`/proc/${pid}/task`).length} threads`,
    ...heaps
  ].join(", ")
}
