import { getEnvironmentData, setEnvironmentData } from "node:worker_threads"

/** Counters of every thread of a process, from its start. */
const counters = [
  "logLines.debug",
  "logLines.info",
  "logLines.warn",
  "logLines.error",
  "databaseErrors.conflict",
  "databaseErrors.connection",
  "databaseErrors.constraint",
  "databaseErrors.lock_timeout",
  "databaseErrors.other",
  "databaseTransactions",
  "databaseReruns",
  "databaseLockWaits",
  "databaseWaitSeconds.read",
  "databaseWaitSeconds.write",
  "databaseReplicaReads.replica",
  "databaseReplicaReads.behind",
  "databaseReplicaReads.failed",
  "webhookDeliveries.delivered",
  "webhookDeliveries.given_up",
  "webhookAutoDisabled"
] as const

/** Levels of this moment: they go up and down, and end with their thread. */
const levels = [
  "databaseConnections.read",
  "databaseConnections.write",
  "databaseConnectionsInUse.read",
  "databaseConnectionsInUse.write",
  "databaseConnectionsWaiting.read",
  "databaseConnectionsWaiting.write",
  "databaseReplicaLag"
] as const

export type CounterName = (typeof counters)[number]
export type LevelName = (typeof levels)[number]

const names: ReadonlyArray<CounterName | LevelName> = [...counters, ...levels]
const indexByName = new Map(names.map((name, index) => [name, index]))
const bytes = names.length * Float64Array.BYTES_PER_ELEMENT

/** Key of the environment data with the figures of a thread that is being started. */
const figuresKey = "dragoman.threadFigures"

const given = getEnvironmentData(figuresKey)

/** Figures that only this thread writes; the main thread reads. A double is written whole. */
const own = new Float64Array(given instanceof SharedArrayBuffer ? given : new SharedArrayBuffer(bytes))

/** Figures of running threads, as the main thread knows them. */
const others = new Set<Float64Array>()

/** Counts of threads that have ended. */
const ended = new Float64Array(names.length)

/** Adds to a figure of this thread: a nanosecond or two, so it may be done for each statement. */
export const addToFigure = (name: CounterName | LevelName, by = 1): void => {
  const index = indexByName.get(name) ?? 0
  own[index] = (own[index] ?? 0) + by
}

/** Returns the sum over all threads of this process, ended ones included. For the main thread. */
export const figureOf = (name: CounterName | LevelName): number => {
  const index = indexByName.get(name) ?? 0
  let sum = (own[index] ?? 0) + (ended[index] ?? 0)
  for (const figures of others) sum += figures[index] ?? 0
  return sum
}

/**
 * Starts a thread whose figures count here. Returns the thread, and what to call when it has ended: its counts stay, and its
 * levels are gone with it, however it ended.
 */
export const startCounted = <A>(start: () => A): readonly [A, () => void] => {
  const buffer = new SharedArrayBuffer(bytes)
  const figures = new Float64Array(buffer)
  setEnvironmentData(figuresKey, buffer)
  try {
    const thread = start()
    others.add(figures)
    return [
      thread,
      () => {
        if (!others.delete(figures)) return
        for (const [index] of counters.entries()) ended[index] = (ended[index] ?? 0) + (figures[index] ?? 0)
      }
    ]
  } finally {
    // A thread copies the data when it is constructed.
    setEnvironmentData(figuresKey, undefined)
  }
}
