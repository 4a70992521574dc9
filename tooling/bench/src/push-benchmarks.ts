import { copyFileSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { makeContentDatabase } from "./content-database.ts"
import { keyNameOf, textOf } from "./content-seed.ts"
import { residentBytes, runToEnd, startDragoman } from "./processes.ts"
import { sampleProjectList } from "./project-list-sample.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"

export const pushScript = fileURLToPath(new URL("./push-files.ts", import.meta.url))
const bareScript = fileURLToPath(new URL("./bare-push.ts", import.meta.url))

const rounds = 3
const idleRequests = 300
const megabyte = 1024 * 1024

/** One JSON file of a language, as the CLI uploads it. */
export const writeLanguageFile = (folder: string, keys: number, tag: string): string => {
  const texts = Array.from({ length: keys }, (_, index) => [keyNameOf(index), textOf(index, tag)] as const)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${tag}.json`)
  writeFileSync(file, JSON.stringify(Object.fromEntries(texts), null, 1))
  return file
}

interface PushTimes {
  readonly bare: ReadonlyArray<number>
  readonly bareWithActivity: ReadonlyArray<number>
  readonly first: ReadonlyArray<number>
  readonly unchanged: ReadonlyArray<number>
  readonly small: ReadonlyArray<number>
  readonly mostBytes: ReadonlyArray<number>
}

/** Pushes into empty projects: the first ones of the database are for one language, the last one for three. */
export const pushBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const empty = { keys: 0, languages: 10 }
  const places = Array.from({ length: rounds * 2 + 1 }, () => empty)
  const { dataDir, databaseFile, seed } = await makeContentDatabase(folder, places)
  const file = writeLanguageFile(folder, 100_000, "en")
  const others = ["l1", "l2"].map((tag) => writeLanguageFile(folder, 100_000, tag))
  const smallFile = writeLanguageFile(join(folder, "small"), 10_000, "en")
  const push = async (baseUrl: string, place: number, files: ReadonlyArray<string>): Promise<number> => {
    const url = `${baseUrl}/v2/projects/${seed.projects[place]?.projectId}/single-step-import`
    return Number(await runToEnd([pushScript, url, seed.apiKeys[place] ?? "", ...files]))
  }
  const pushBare = async (number: number, withActivity: boolean): Promise<number> => {
    const copy = join(folder, `bare-${number}-${withActivity}.sqlite`)
    copyFileSync(join(folder, "empty.sqlite"), copy)
    const projectId = String(seed.projects[0]?.projectId)
    return Number(await runToEnd([bareScript, copy, projectId, withActivity ? "activity" : "", file]))
  }
  copyFileSync(databaseFile, join(folder, "empty.sqlite"))

  const times = { bare: [], bareWithActivity: [], first: [], unchanged: [], small: [], mostBytes: [] } as {
    [name in keyof PushTimes]: Array<number>
  }
  for (let index = 0; index < rounds; index++) {
    times.bare.push(await pushBare(index, false))
    // A server of its own for each round: the most memory that it ever took is that of the push.
    const server = await startDragoman(dataDir)
    try {
      times.first.push(await push(server.baseUrl, index, [file]))
      times.mostBytes.push(residentBytes(server.pid, "most"))
      times.unchanged.push(await push(server.baseUrl, index, [file]))
      times.small.push(await push(server.baseUrl, rounds + index, [smallFile]))
    } finally {
      await server.stop()
    }
    times.bareWithActivity.push(await pushBare(index, true))
  }

  const server = await startDragoman(dataDir)
  try {
    let count = 0
    const idle = await sampleProjectList(server, seed.userId, () => count++ >= idleRequests)
    let isDone = false
    const sampled = sampleProjectList(server, seed.userId, () => isDone)
    const threeLanguages = await push(server.baseUrl, rounds * 2, [file, ...others]).finally(() => {
      isDone = true
    })
    const busy = await sampled
    const mostBytes = residentBytes(server.pid, "most")
    return [...pushRows(times, statSync(file).size), ...busyRows(threeLanguages, idle, busy, mostBytes)]
  } finally {
    await server.stop()
  }
}

const ratios = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): ReadonlyArray<number> =>
  left.map((value, index) => value / (right[index] ?? Number.NaN))

const pushRows = (times: PushTimes, fileBytes: number): ReadonlyArray<Result> => {
  const toBare = ratios(times.first, times.bare)
  const toBareWithActivity = ratios(times.first, times.bareWithActivity)
  const toUnchanged = ratios(times.unchanged, times.first)
  const growth = ratios(times.first, times.small).map((ratio) => ratio / 10)
  const most = median(times.mostBytes) / megabyte
  return [
    {
      name: "push of 100,000 keys, from upload to applied",
      measured: `${medianWithRange(toBareWithActivity)} × parse + bare insert of the same rows`,
      target: "≤ 3 ×",
      reached: median(toBareWithActivity) <= 3,
      detail: `${round(median(times.first) / 1000, 1)} s, bare ${round(median(times.bareWithActivity) / 1000, 1)} s, ${round(fileBytes / megabyte, 1)} MB`
    },
    {
      name: "the same against parse + bare insert of keys and texts alone, without activity",
      measured: `${medianWithRange(toBare)} ×`,
      target: "≤ 3 ×",
      reached: median(toBare) <= 3,
      detail: `bare ${round(median(times.bare) / 1000, 1)} s`,
      dominatedBy: "SQL, of which the rows of the activity are half; reading and deciding are a quarter"
    },
    {
      name: "push of 100,000 keys: memory of the whole process, at most",
      measured: `${round(most, 0)} MB`,
      target: "≤ 300 MB",
      reached: most <= 300,
      detail: "resident",
      dominatedBy:
        "the idle server 130 MB; the rest is the import thread: its program, the file as keys and texts, pages of SQLite"
    },
    {
      name: "push with nothing changed",
      measured: `${medianWithRange(toUnchanged)} × the first`,
      target: "≤ 0.25 ×",
      reached: median(toUnchanged) <= 0.25,
      detail: `${round(median(times.unchanged) / 1000, 1)} s`,
      dominatedBy: "reading the file, and the rows of its keys and texts"
    },
    {
      name: "push of 100,000 keys against 10,000, for each key",
      measured: `${medianWithRange(growth)} ×`,
      target: "≤ 1.5 ×",
      reached: median(growth) <= 1.5,
      detail: `10,000 keys in ${round(median(times.small) / 1000, 1)} s`
    }
  ]
}

const busyRows = (
  millis: number,
  idle: ReadonlyArray<number>,
  busy: ReadonlyArray<number>,
  mostBytes: number
): ReadonlyArray<Result> => {
  const [idle99, busy99] = [percentile(idle, 0.99), percentile(busy, 0.99)]
  const slowest = Math.max(...busy)
  return [
    {
      name: "push of 100,000 keys × 3 languages",
      measured: `${round(millis / 1000, 1)} s`,
      target: "< 45 s",
      reached: millis < 45_000,
      detail: `${round(mostBytes / megabyte, 0)} MB at most`
    },
    {
      name: "project list meanwhile: slowest",
      measured: `${round(slowest, 0)} ms`,
      target: "≤ 100 ms",
      reached: slowest <= 100,
      detail: `${busy.length} requests`
    },
    {
      name: "project list meanwhile: p99",
      measured: `${round(busy99 / idle99)} × idle`,
      target: "≤ 2 ×",
      reached: busy99 <= 2 * idle99,
      detail: `${round(busy99, 1)} ms, idle ${round(idle99, 1)} ms`
    }
  ]
}
