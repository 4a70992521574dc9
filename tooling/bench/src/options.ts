import { parseArgs } from "node:util"

/** How the benchmarks are run: `npm run bench -- [part …] [--share=0.1] [--minutes=30] [--cgroup=FOLDER] [--note=TEXT] [--plan]`. */
export interface BenchOptions {
  /** Names of parts, or of several that begin alike; none: all parts. */
  readonly wanted: ReadonlyArray<string>
  /** Factor on sizes and times that a part allows to be smaller; below 1 it is a try, which writes nothing. */
  readonly share: number
  /** How long `memory` asks its mixed requests. */
  readonly minutes: number
  /** Folder of an empty memory cgroup with a limit, in which `ceiling` starts its server. */
  readonly cgroup: string | null
  /** Written beside the day and the machine. */
  readonly note: string | null
  /** Shows the parts and how long each takes, and runs none. */
  readonly isPlan: boolean
}

const defaultMinutes = 10

export const readOptions = (args: ReadonlyArray<string>): BenchOptions => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      share: { type: "string", default: "1" },
      minutes: { type: "string", default: String(defaultMinutes) },
      cgroup: { type: "string" },
      note: { type: "string" },
      plan: { type: "boolean", default: false }
    }
  })
  const positive = (name: "share" | "minutes"): number => {
    const value = Number(values[name])
    if (!(value > 0)) throw new Error(`--${name}=${values[name]} is not a number above 0`)
    return value
  }
  return {
    wanted: positionals,
    share: positive("share"),
    minutes: positive("minutes"),
    cgroup: values.cgroup ?? null,
    note: values.note ?? null,
    isPlan: values.plan
  }
}
