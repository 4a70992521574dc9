import { setFlagsFromString } from "node:v8"

/** A row of jobs that has taken so long is a long one. Requests that need a thread for a moment are none. */
const longMillis = 200
/** The jobs of one worker that follow so soon are in the same row: the pieces of a batch job, for example. */
const gapMillis = 20
/** A long row ends after this time: the next job may follow. */
const calmMillis = 500

/** `growing`: V8 takes memory where that saves time. `small`: it takes time where that saves memory. */
type HeapMode = "growing" | "small"

/** The jobs of a worker. */
export interface JobRow {
  readonly jobBegins: () => void
  readonly jobEnds: () => void
}

/**
 * Heaps stay small until jobs of threads take long. Both have their place: requests leave little behind and are no slower
 * with small heaps, but a long job would collect garbage for half of its time. ADR 72 has the measurements.
 */
export const makeHeapGrowth = (setMode: (mode: HeapMode) => void) => {
  let isKeptSmall = false
  let longRows = 0

  const changeLongRows = (by: 1 | -1): void => {
    const wasGrowing = longRows > 0
    longRows += by
    if (isKeptSmall && longRows > 0 !== wasGrowing) setMode(longRows > 0 ? "growing" : "small")
  }

  return {
    /** Before it heaps are as V8 has them, and jobs change nothing. */
    keepSmall: (): void => {
      isKeptSmall = true
      if (longRows === 0) setMode("small")
    },
    makeJobRow: (): JobRow => {
      let runningCount = 0
      let isLong = false
      let becomingLong: NodeJS.Timeout | undefined
      let ending: NodeJS.Timeout | undefined

      const becomeLong = (): void => {
        isLong = true
        changeLongRows(1)
      }
      const end = (): void => {
        clearTimeout(becomingLong)
        becomingLong = undefined
        if (isLong) changeLongRows(-1)
        isLong = false
      }
      return {
        jobBegins: () => {
          runningCount++
          clearTimeout(ending)
          becomingLong ??= setTimeout(becomeLong, longMillis).unref()
        },
        jobEnds: () => {
          runningCount--
          if (runningCount === 0) ending = setTimeout(end, isLong ? calmMillis : gapMillis).unref()
        }
      }
    }
  }
}

/** Of all threads of this process: V8 reads its flags each time that it looks whether a heap may grow. */
export const heapGrowth = makeHeapGrowth((mode) =>
  setFlagsFromString(mode === "small" ? "--optimize-for-size" : "--no-optimize-for-size")
)
