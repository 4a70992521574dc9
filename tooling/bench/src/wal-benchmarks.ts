import { statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import BetterSqlite3 from "better-sqlite3"
import { makeContentDatabase } from "./content-database.ts"
import { writeTexts } from "./paced-writes.ts"
import { runToEnd, startDragoman } from "./processes.ts"
import { pushScript, writeLanguageFile } from "./push-benchmarks.ts"
import type { Result } from "./result.ts"
import { percentile, round } from "./statistics.ts"

const importedKeys = 100_000
const writesPerSecond = 20
const idleSeconds = 5
const afterSeconds = 10
const settleMillis = 5_000
const commitMillisMax = 100
const megabyte = 1024 * 1024
const walBytesMax = 64 * megabyte

/**
 * A reader keeps a snapshot, as a long export does, while imports write: the log of SQLite can only grow meanwhile. Then
 * the reader ends, and single texts are written: none of them should pay for all that has gathered.
 */
export const walBenchmarks = async (folder: string, share = 1): Promise<ReadonlyArray<Result>> => {
  const keys = Math.ceil(importedKeys * share)
  const sizes = [
    { keys: 1_000, languages: 1 },
    { keys: 0, languages: 3 }
  ]
  const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, sizes)
  const [written, imported] = seed.projects
  if (written === undefined || imported === undefined) throw new Error("a project is missing")
  const texts = { projects: [written], apiKeys: seed.apiKeys.slice(0, 1) }
  const files = ["en", "l1", "l2"].map((tag) => writeLanguageFile(folder, keys, tag))
  const walBytes = () => statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const server = await startDragoman(dataDir)
  const reader = new BetterSqlite3(join(dataDir, "dragoman.sqlite"), { readonly: true })
  try {
    const write = (seconds: number) => writeTexts(server.baseUrl, texts, writesPerSecond, seconds)
    await write(1)
    const idle = await write(idleSeconds)
    reader.exec("BEGIN")
    reader.prepare("SELECT COUNT(*) FROM translation_key").get()
    const url = `${server.baseUrl}/v2/projects/${imported.projectId}/single-step-import`
    await runToEnd([pushScript, url, seed.apiKeys[1] ?? "", ...files])
    const during = await write(1)
    const grown = walBytes()
    reader.exec("COMMIT")
    const after = await write(afterSeconds)
    await pause(settleMillis)
    const left = walBytes()
    const slowest = Math.max(...after, ...during)
    return [
      {
        name: `SQLite, ${keys} keys × 3 imported under a snapshot: slowest write of a text then, and after its end`,
        measured: `${round(slowest, 0)} ms`,
        target: `≤ ${commitMillisMax} ms`,
        reached: slowest <= commitMillisMax,
        detail: `p99 ${round(percentile(after, 0.99), 1)} ms; before: p99 ${round(percentile(idle, 0.99), 1)} ms, slowest ${round(Math.max(...idle), 0)} ms`
      },
      {
        name: "the same: write-ahead log some seconds after the end of the snapshot",
        measured: `${round(left / megabyte, 0)} MB`,
        target: `≤ ${walBytesMax / megabyte} MB`,
        reached: left <= walBytesMax,
        detail: `${round(grown / megabyte, 0)} MB while the snapshot was open`
      }
    ]
  } finally {
    reader.close()
    await server.stop()
  }
}
