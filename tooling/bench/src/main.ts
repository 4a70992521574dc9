import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { readOptions } from "./options.ts"
import { benchmarkParts, type Part, wantedParts } from "./parts.ts"
import { bundleFolder } from "./processes.ts"
import { printPart, type Result, replacePart, worseRows } from "./result.ts"

const resultsFile = fileURLToPath(new URL("../RESULTS.md", import.meta.url))
/** Number of parts that run at once if they measure no times. */
const atATime = 2

const options = readOptions(process.argv.slice(2))
const readResults = (): string => (existsSync(resultsFile) ? readFileSync(resultsFile, "utf8") : "")
const worse: Array<string> = []
const folder = mkdtempSync(join(tmpdir(), "dragoman-bench-"))
const parts = benchmarkParts(folder, options)

/** How long all of them take, one lane after the other: the next part goes to the lane that is free first. */
const secondsOf = (lanes: number, ofParts: ReadonlyArray<Part>): number => {
  const ends = Array.from({ length: lanes }, () => 0)
  for (const { plannedSeconds } of ofParts) {
    const first = ends.indexOf(Math.min(...ends))
    ends[first] = (ends[first] ?? 0) + plannedSeconds
  }
  return Math.max(...ends)
}

const minutes = (seconds: number): string => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
const say = (text: string) => process.stderr.write(`${text}\n`)

/** Runs a part, writes its table, and says how long it took. One that breaks leaves its table as it was. */
const runPart = async ({ name, plannedSeconds, run }: Part): Promise<ReadonlyArray<Result> | null> => {
  say(`${name}: begins, planned ${minutes(plannedSeconds)}`)
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  try {
    const results = await run()
    const took = `${Math.round(seconds())} s`
    const about = [
      `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`
    ]
    const printed = printPart(
      name,
      [...about, took, ...(options.note === null ? [] : [options.note])].join(", "),
      results
    )
    process.stdout.write(`${printed}\n`)
    if (options.share === 1) {
      const order = parts.map((part) => part.name)
      const file = readResults()
      worse.push(...worseRows(file, name, results))
      writeFileSync(resultsFile, replacePart(file, order, name, printed))
    }
    say(`${name}: ${minutes(seconds())}, planned ${minutes(plannedSeconds)}`)
    return results
  } catch (error) {
    say(`${name}: broke after ${minutes(seconds())}: ${error instanceof Error ? error.stack : String(error)}`)
    return null
  }
}

/** The next part begins when a lane is free. */
const runAll = async (lanes: number, ofParts: ReadonlyArray<Part>): Promise<ReadonlyArray<Result> | null> => {
  const waiting = [...ofParts]
  const found: Array<Result> = []
  let isWhole = true
  const lane = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const results = await runPart(part)
      if (results === null) isWhole = false
      else found.push(...results)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return isWhole ? found : null
}

try {
  const wanted = wantedParts(parts, options.wanted)
  const timed = wanted.filter(({ isTimed }) => isTimed)
  const counted = wanted
    .filter(({ isTimed }) => !isTimed)
    .toSorted((one, other) => other.plannedSeconds - one.plannedSeconds)
  for (const { name, plannedSeconds } of [...timed, ...counted]) say(`${name.padEnd(26)} ${minutes(plannedSeconds)}`)
  say(`${wanted.length} parts, planned ${minutes(secondsOf(1, timed) + secondsOf(atATime, counted))}`)
  if (!options.isPlan) {
    execFileSync(process.execPath, [
      fileURLToPath(new URL("../../release/src/bundle.ts", import.meta.url)),
      bundleFolder
    ])
    const startedAt = performance.now()
    const results = [await runAll(1, timed), await runAll(atATime, counted)]
    say(`${wanted.length} parts took ${minutes((performance.now() - startedAt) / 1_000)}`)
    if (worse.length > 0) say(["Worse than before by a fifth and more; is it the machine?", ...worse].join("\n  "))
    process.exitCode = results.every((found) => found?.every(({ reached }) => reached) === true) ? 0 : 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
