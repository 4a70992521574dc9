import { mkdirSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import { killBatchJobs } from "@dragoman/compat/kill-batch-jobs"
import { killRounds } from "@dragoman/compat/kill-rounds"
import { serverBundle } from "./processes.ts"
import type { Result } from "./result.ts"

const kills = 50
const killedJobs = 20

/** Not a speed: whether a killed server leaves all of an import or nothing of it. The tests kill less often. */
export const killBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  mkdirSync(folder, { recursive: true })
  const rounds = await killRounds({ main: serverBundle, folder, kills })
  const jobs = await killBatchJobs({
    main: serverBundle,
    folder: mkdtempSync(join(folder, "jobs-")),
    kills: killedJobs
  })
  const resumed = jobs.filter(({ broken }) => broken.length === 0)
  const whole = rounds.filter(({ broken }) => broken.length === 0)
  const count = (found: "all" | "nothing") => rounds.filter((round) => round.found === found).length
  return [
    {
      name: "SIGKILL at random moments of imports and exports: all of the work is there, or nothing",
      measured: `${whole.length} of ${rounds.length}`,
      target: "each",
      reached: whole.length === rounds.length,
      detail: `all ${count("all")}, nothing ${count("nothing")}${rounds.flatMap(({ broken }) => broken).map((text) => `; ${text}`)}`
    },
    {
      name: "SIGKILL at random moments of batch jobs: each is gone on with, and nothing is done twice",
      measured: `${resumed.length} of ${jobs.length}`,
      target: "each",
      reached: resumed.length === jobs.length,
      detail: `${jobs.filter(({ doneBefore }) => doneBefore > 0).length} after the first keys${jobs.flatMap(({ broken }) => broken).map((text) => `; ${text}`)}`
    }
  ]
}
