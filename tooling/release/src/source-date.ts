import { spawnSync } from "node:child_process"
import { repository } from "./repository.ts"

/**
 * The time that archives carry, in seconds: `SOURCE_DATE_EPOCH`, or the time of the last commit, so that the same sources give the same
 * bytes. 0 outside a clone.
 */
export const sourceDate = (environment: Readonly<Record<string, string | undefined>> = process.env): number => {
  const given = environment["SOURCE_DATE_EPOCH"]
  if (given !== undefined && given !== "") {
    if (!/^\d{1,10}$/.test(given)) throw new Error(`SOURCE_DATE_EPOCH has to be a number of seconds, not ${given}.`)
    return Number(given)
  }
  const { status, stdout } = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: repository, encoding: "utf8" })
  return status === 0 ? Number(stdout) : 0
}
