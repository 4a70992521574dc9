import type { EventLoopUtilization, Performance } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

const lookMillis = 100
/** A thread that was busy so often in a row works long. Requests that need it for a moment are over by then. */
const busyLooksMin = 2

/** When the work of a thread is long. */
export interface HeapLimits {
  /** A thread that worked for this share of the time between two looks is busy. */
  readonly busyShareMin: number
  /** Its long work ends after so many other looks in a row: the next part of it may follow. */
  readonly calmLooksMin: number
}

const threadLimits: HeapLimits = { busyShareMin: 0.6, calmLooksMin: 5 }
/** Its requests leave little behind until there are as many as it can take, and then more of them will follow. */
const mainThreadLimits: HeapLimits = { busyShareMin: 0.85, calmLooksMin: 30 }

/** `growing`: V8 takes memory where that saves time. `small`: it takes time where that saves memory. */
type HeapMode = "growing" | "small"

/** A thread, as `performance` and `worker.performance` show it. */
type ThreadClock = Pick<Performance, "eventLoopUtilization">

interface Watched {
  readonly thread: ThreadClock
  readonly limits: HeapLimits
  lastTime: EventLoopUtilization
  busyLooks: number
  calmLooks: number
  worksLong: boolean
}

const lookAt = (watched: Watched): void => {
  const { thread, limits, lastTime } = watched
  watched.lastTime = thread.eventLoopUtilization()
  const isBusy = thread.eventLoopUtilization(watched.lastTime, lastTime).utilization >= limits.busyShareMin
  watched.busyLooks = isBusy ? watched.busyLooks + 1 : 0
  watched.calmLooks = isBusy ? 0 : watched.calmLooks + 1
  if (watched.busyLooks >= busyLooksMin) watched.worksLong = true
  if (watched.calmLooks >= limits.calmLooksMin) watched.worksLong = false
}

/**
 * Heaps stay small until threads work long. Both have their place: a few requests leave little behind, but a long job, or as many
 * requests as a server can take, would collect garbage for half of its time. ADR 72 has the measurements.
 */
export const makeHeapGrowth = (setMode: (mode: HeapMode) => void, collectGarbage: () => void) => {
  const threads = new Set<Watched>()
  let isGrowing = false
  let calmLooks = 0

  const look = (): void => {
    const wasGrowing = isGrowing
    isGrowing = false
    for (const watched of threads) {
      lookAt(watched)
      isGrowing ||= watched.worksLong
    }
    // While they grow at each look: the launcher leaves small heaps behind once it has kept the compiled code.
    if (isGrowing || wasGrowing) setMode(isGrowing ? "growing" : "small")
    calmLooks = isGrowing ? 0 : calmLooks + 1
    // Until its first collection a heap may grow as far as V8 allowed it at the start.
    if (calmLooks === threadLimits.calmLooksMin) collectOnce()
  }

  let isCollected = false
  const collectOnce = (): void => {
    if (isCollected) return
    isCollected = true
    collectGarbage()
  }

  return {
    /** From now on, for the life of the process. Before it heaps are as V8 has them. */
    keepSmall: (): void => {
      setMode("small")
      setInterval(look, lookMillis).unref()
    },
    /** Returns what ends it. */
    watch: (thread: ThreadClock, limits = threadLimits): (() => void) => {
      const lastTime = thread.eventLoopUtilization()
      const watched: Watched = { thread, limits, lastTime, busyLooks: 0, calmLooks: 0, worksLong: false }
      threads.add(watched)
      return () => void threads.delete(watched)
    }
  }
}

/** Of the main thread: 25 ms. */
const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  setFlagsFromString("--no-expose-gc")
  if (typeof collect === "function") collect()
}

/** Of all threads of this process: V8 reads its flags each time that it looks whether a heap may grow. */
export const setHeapMode = (mode: HeapMode): void =>
  setFlagsFromString(mode === "small" ? "--optimize-for-size" : "--no-optimize-for-size")

export const heapGrowth = makeHeapGrowth(setHeapMode, collectGarbage)
heapGrowth.watch(performance, mainThreadLimits)
