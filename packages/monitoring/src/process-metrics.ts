import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect, Metric } from "effect"

const residentMemory = Metric.gauge("process_resident_memory_bytes", { description: "Memory of the process." })
const heapUsed = Metric.gauge("dragoman_heap_used_bytes", { description: "Memory that JavaScript values use." })
const uptime = Metric.gauge("dragoman_uptime_seconds", { description: "Time since the process started." })
const eventLoopDelay = (statistic: "mean" | "p99" | "max") =>
  Metric.gauge("dragoman_event_loop_delay_seconds", {
    description: "Delay of the event loop since the last scrape.",
    attributes: { statistic }
  })
const [meanDelay, p99Delay, maxDelay] = [eventLoopDelay("mean"), eventLoopDelay("p99"), eventLoopDelay("max")]

/** How often the delay of the event loop is sampled. */
export const delayResolutionMillis = 20

/** The histogram holds nanoseconds between two samples: only the excess over the interval is delay. NaN: no sample yet. */
export const delaySeconds = (nanos: number): number => {
  const delay = nanos / 1e9 - delayResolutionMillis / 1e3
  return Number.isNaN(delay) ? 0 : Math.max(delay, 0)
}

/** Samples the event loop of this process until the scope closes. The effect inside updates the gauges: run it at each scrape. */
export const watchProcess = Effect.gen(function* () {
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: delayResolutionMillis })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  )
  return Effect.gen(function* () {
    const { rss, heapUsed: heapUsedBytes } = process.memoryUsage()
    yield* Metric.update(residentMemory, rss)
    yield* Metric.update(heapUsed, heapUsedBytes)
    yield* Metric.update(meanDelay, delaySeconds(delay.mean))
    yield* Metric.update(p99Delay, delaySeconds(delay.percentile(99)))
    yield* Metric.update(maxDelay, delaySeconds(delay.max))
    delay.reset()
    yield* Metric.update(uptime, process.uptime())
  })
})
