import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The counters of a memory cgroup, of version 1 or 2. */
export interface CgroupMemory {
  readonly limitBytes: number
  /** The most that its processes had, with pages of files. */
  readonly peakBytes: number
  /** Processes that the kernel killed because the limit was reached. */
  readonly kills: number
}

const names = {
  limit: ["memory.max", "memory.limit_in_bytes"],
  peak: ["memory.peak", "memory.max_usage_in_bytes"],
  events: ["memory.events", "memory.oom_control"]
} as const

/** `folder`: of the cgroup. Fails when it is none that limits memory. */
export const readCgroupMemory = (folder: string): CgroupMemory => {
  const read = (which: keyof typeof names): string => {
    const file = names[which].map((name) => join(folder, name)).find(existsSync)
    if (file === undefined) throw new Error(`${folder} has none of ${names[which].join(", ")}`)
    return readFileSync(file, "utf8").trim()
  }
  const limitBytes = Number(read("limit"))
  if (Number.isNaN(limitBytes)) throw new Error(`${folder} has no limit of memory`)
  return {
    limitBytes,
    peakBytes: Number(read("peak")),
    kills: Number(/^oom_kill (\d+)$/m.exec(read("events"))?.[1] ?? 0)
  }
}

/** A command that starts another one inside of the cgroup. */
export const insideCgroup = (folder: string, command: ReadonlyArray<string>): ReadonlyArray<string> => [
  "/bin/sh",
  "-c",
  'echo $$ > "$0/cgroup.procs" && exec "$@"',
  folder,
  ...command
]
