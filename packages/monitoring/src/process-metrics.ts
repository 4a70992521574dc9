import { readdir } from "node:fs/promises"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect, Metric } from "effect"

const residentMemory = Metric.gauge("process_resident_memory_bytes", {
  description: "Memory of the process, all threads."
})
const externalMemory = Metric.gauge("dragoman_external_memory_bytes", {
  description: "Memory of buffers outside of the heap of the main thread."
})
const memoryLimit = Metric.gauge("dragoman_memory_limit_bytes", {
  description: "Memory that the container gives to the process; absent without a limit."
})
const cpuTime = Metric.counter("process_cpu_seconds_total", {
  description: "Time of processors that the process has used, all threads.",
  incremental: true
})
const openFiles = Metric.gauge("process_open_fds", {
  description: "Open files and sockets; absent where the system does not tell."
})
const buildInfo = (version: string) =>
  Metric.gauge("dragoman_build_info", {
    description: "Always 1; its labels say which program runs.",
    attributes: { version, node: process.versions.node }
  })
const heapUsed = (thread: string) =>
  Metric.gauge("dragoman_heap_used_bytes", {
    description: "Memory that JavaScript values use, by kind of thread.",
    attributes: { thread }
  })
const heapSize = (thread: string) =>
  Metric.gauge("dragoman_heap_size_bytes", {
    description: "Memory that V8 has reserved for JavaScript values, by kind of thread.",
    attributes: { thread }
  })
const uptime = Metric.gauge("dragoman_uptime_seconds", { description: "Time since the process started." })
const eventLoopDelay = (statistic: "mean" | "p99" | "max") =>
  Metric.gauge("dragoman_event_loop_delay_seconds", {
    description: "Delay of the event loop since the last scrape.",
    attributes: { statistic }
  })
const [meanDelay, p99Delay, maxDelay] = [eventLoopDelay("mean"), eventLoopDelay("p99"), eventLoopDelay("max")]

/** Counts open files; null: not Linux. */
const countOpenFiles: Effect.Effect<number | null> = Effect.promise(async () => {
  try {
    return (await readdir("/proc/self/fd")).length
  } catch {
    return null
  }
})

/** Sampling interval for the delay of the event loop. */
export const delayResolutionMillis = 20

/** The histogram holds nanoseconds between two samples: only the excess over the interval is delay. NaN: no sample yet. */
export const delaySeconds = (nanos: number): number => {
  const delay = nanos / 1e9 - delayResolutionMillis / 1e3
  return Number.isNaN(delay) ? 0 : Math.max(delay, 0)
}

/** The heap of one thread. Each thread has a heap of its own; the resident memory is that of the process. */
export interface ThreadHeap {
  /** Kind of the thread: several may have the same one. */
  readonly thread: string
  readonly usedBytes: number
  readonly sizeBytes: number
}

/** One heap for each kind of thread. Kinds in `known` whose threads have ended have a heap of 0 bytes. */
export const heapsByKind = (heaps: ReadonlyArray<ThreadHeap>, known: Iterable<string>): ReadonlyArray<ThreadHeap> => {
  const sums = new Map<string, ThreadHeap>()
  for (const thread of known) sums.set(thread, { thread, usedBytes: 0, sizeBytes: 0 })
  for (const { thread, usedBytes, sizeBytes } of heaps) {
    const sum = sums.get(thread)
    sums.set(thread, {
      thread,
      usedBytes: usedBytes + (sum?.usedBytes ?? 0),
      sizeBytes: sizeBytes + (sum?.sizeBytes ?? 0)
    })
  }
  return [...sums.values()]
}

/**
 * Samples the event loop of this process until the scope closes. The effect inside updates the gauges: run it at each
 * scrape. `otherHeaps`: those of all threads but the main thread.
 */
export const watchProcess = Effect.fnUntraced(function* (
  version: string,
  otherHeaps: Effect.Effect<ReadonlyArray<ThreadHeap>> = Effect.succeed([])
) {
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: delayResolutionMillis })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  )
  const known = new Set<string>()
  return Effect.gen(function* () {
    const others = yield* otherHeaps
    const memory = process.memoryUsage()
    yield* Metric.update(buildInfo(version), 1)
    yield* Metric.update(residentMemory, memory.rss)
    yield* Metric.update(externalMemory, memory.external)
    const limit = process.constrainedMemory()
    // Without a limit the system says 0, or a number that no machine has.
    if (limit > 0 && limit < Number.MAX_SAFE_INTEGER) yield* Metric.update(memoryLimit, limit)
    const { user, system } = process.cpuUsage()
    const { count: countedSeconds } = yield* Metric.value(cpuTime)
    yield* Metric.update(cpuTime, Math.max(0, (user + system) / 1e6 - countedSeconds))
    const files = yield* countOpenFiles
    if (files !== null) yield* Metric.update(openFiles, files)
    const main = { thread: "main", usedBytes: memory.heapUsed, sizeBytes: memory.heapTotal }
    for (const { thread, usedBytes, sizeBytes } of heapsByKind([main, ...others], known)) {
      known.add(thread)
      yield* Metric.update(heapUsed(thread), usedBytes)
      yield* Metric.update(heapSize(thread), sizeBytes)
    }
    yield* Metric.update(meanDelay, delaySeconds(delay.mean))
    yield* Metric.update(p99Delay, delaySeconds(delay.percentile(99)))
    yield* Metric.update(maxDelay, delaySeconds(delay.max))
    delay.reset()
    yield* Metric.update(uptime, process.uptime())
  })
})
