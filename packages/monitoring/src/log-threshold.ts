import { Context, type LogLevel } from "effect"

/** Levels from the most to the least that is logged. */
export const logLevels = ["debug", "info", "warn", "error"] as const

export type LogLevelName = (typeof logLevels)[number]

/** Events below the level of their place here are not written. */
const placeOf: Readonly<Record<LogLevel.LogLevel, number>> = {
  All: 0,
  Trace: -1,
  Debug: 0,
  Info: 1,
  Warn: 2,
  Error: 3,
  Fatal: 4,
  None: Number.POSITIVE_INFINITY
}

/**
 * The least severe level that is logged, which can change while the program runs. Effect keeps its own minimum in each fiber, so
 * a change would reach new ones only. Threads of the process share a threshold through its memory.
 */
export class LogThreshold {
  readonly memory: SharedArrayBuffer
  readonly #place: Int32Array

  constructor(level: LogLevelName | SharedArrayBuffer) {
    this.memory = typeof level === "string" ? new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) : level
    this.#place = new Int32Array(this.memory)
    if (typeof level === "string") this.level = level
  }

  get level(): LogLevelName {
    return logLevels[Atomics.load(this.#place, 0)] ?? "info"
  }

  set level(level: LogLevelName) {
    Atomics.store(this.#place, 0, logLevels.indexOf(level))
  }

  /** Says whether events of this level are written. */
  lets(level: LogLevel.LogLevel): boolean {
    return placeOf[level] >= Atomics.load(this.#place, 0)
  }
}

/** The threshold of the program; one that lets everything through where none is set. */
export const CurrentLogThreshold = Context.Reference<LogThreshold>("@dragoman/monitoring/CurrentLogThreshold", {
  defaultValue: () => new LogThreshold("debug")
})
