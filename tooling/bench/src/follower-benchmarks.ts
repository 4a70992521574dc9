import { copyFileSync, cpSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import BetterSqlite3 from "better-sqlite3"
import { makeContentDatabase } from "./content-database.ts"
import { bundleFolder, processorMillis, runToEnd, serverBundle, startDragoman } from "./processes.ts"
import { pushScript, writeLanguageFile } from "./push-benchmarks.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const bundleScript = fileURLToPath(new URL("./bundle-without-followers.ts", import.meta.url))

const rounds = 3
const keyCount = 100_000

const maxima = { checks: 1.15, followers: 1.1 } as const

interface PushCost {
  /** Processor time of the server until it answers. */
  readonly processor: number
  readonly elapsed: number
}

interface Variant {
  readonly checks: boolean
  /** The program without any follower of content. */
  readonly isBare?: boolean
}

/** Time of imports of 100,000 keys in three languages with all checks of a new project, against imports without checks. */
export const importsWithChecks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const keys = Math.round(keyCount * share)
  const { one, other } = await pushByTurns(folder, keys, ["en", "l1", "l2"], { checks: true }, { checks: false })
  return [
    resultOf(
      `import of ${keys} keys × 3 languages with all checks of a new project`,
      "without checks",
      maxima.checks,
      one,
      other
    )
  ]
}

/** Time of pushes with all followers of content at work, against a program without them. */
export const followerBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const keys = Math.round(keyCount * share)
  const bare = { checks: false, isBare: true }
  const { one, other } = await pushByTurns(folder, keys, ["en"], { checks: true }, bare)
  return [
    resultOf(`push of ${keys} keys with all followers of content`, "without followers", maxima.followers, one, other)
  ]
}

/** Pushes with each variant in turn; each push has a server and a copy of the same database for itself. */
const pushByTurns = async (
  folder: string,
  keys: number,
  tags: ReadonlyArray<string>,
  oneVariant: Variant,
  otherVariant: Variant
) => {
  const { databaseFile, seed } = await makeContentDatabase(join(folder, "empty"), [{ keys: 0, languages: 3 }])
  const files = tags.map((tag) => writeLanguageFile(folder, keys, tag))
  const bareFolder = join(folder, "without-followers")
  if (otherVariant.isBare === true) {
    await runToEnd([bundleScript, bareFolder])
    // Files beside the program.
    cpSync(bundleFolder, bareFolder, { recursive: true, force: false })
  }
  let pushes = 0
  const push = async ({ checks, isBare }: Variant): Promise<PushCost> => {
    const dataDir = join(folder, `push-${pushes++}`)
    mkdirSync(dataDir)
    const copy = join(dataDir, "dragoman.sqlite")
    copyFileSync(databaseFile, copy)
    const database = new BetterSqlite3(copy)
    database.prepare("UPDATE project SET uses_quality_checks = ?").run(checks ? 1 : 0)
    database.close()
    const server = await startDragoman(dataDir, {}, (command) =>
      command.map((word) => (isBare === true && word === serverBundle ? join(bareFolder, "main.js") : word))
    )
    try {
      const url = `${server.baseUrl}/v2/projects/${seed.projects[0]?.projectId}/single-step-import`
      const before = processorMillis(server.pid)
      const elapsed = Number(await runToEnd([pushScript, url, seed.apiKeys[0] ?? "", ...files]))
      return { processor: processorMillis(server.pid) - before, elapsed }
    } finally {
      await server.stop()
    }
  }
  const one: Array<PushCost> = []
  const other: Array<PushCost> = []
  for (let turn = 0; turn < rounds; turn++) {
    one.push(await push(oneVariant))
    other.push(await push(otherVariant))
  }
  return { one, other }
}

const resultOf = (
  name: string,
  baseline: string,
  max: number,
  one: ReadonlyArray<PushCost>,
  other: ReadonlyArray<PushCost>
): Result => {
  const ratios = one.map(({ processor }, index) => processor / (other[index]?.processor ?? Number.NaN))
  const seconds = (costs: ReadonlyArray<PushCost>, cost: keyof PushCost) =>
    round(median(costs.map((each) => each[cost])) / 1_000, 1)
  return {
    name,
    measured: `${medianWithRange(ratios)} × ${baseline}, in processor time`,
    target: `≤ ${max} ×`,
    reached: median(ratios) <= max,
    detail: `${seconds(one, "processor")} s of processor time, ${baseline} ${seconds(other, "processor")} s; elapsed ${seconds(one, "elapsed")} s, ${seconds(other, "elapsed")} s`
  }
}
