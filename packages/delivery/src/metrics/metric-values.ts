import { monitorEventLoopDelay } from "node:perf_hooks"
import { OutboxRepository, type OutboxStatistics } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { AttemptMetrics, type AttemptSeries } from "./attempt-metrics.ts"
import { delayResolutionMillis, delaySeconds } from "./event-loop-delay.ts"

/** What a program that sends webhooks tells of itself. */
export interface MetricValues {
  readonly attempts: ReadonlyArray<AttemptSeries>
  readonly memory: { readonly residentBytes: number; readonly heapUsedBytes: number }
  /** Seconds of delay of the event loop since the last time somebody asked. */
  readonly eventLoopDelay: { readonly mean: number; readonly p99: number; readonly max: number }
  readonly uptimeSeconds: number
  /** null: the database does not answer. */
  readonly outbox: OutboxStatistics | null
  /** Epoch milliseconds. */
  readonly now: number
}

/** Begins to watch this process; the effect inside reads the values. The outbox is read when somebody asks. */
export const watchMetricValues = Effect.gen(function* () {
  const attempts = yield* AttemptMetrics
  const outbox = yield* OutboxRepository
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: delayResolutionMillis })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  )
  const readDelay = Effect.sync(() => {
    const read = {
      mean: delaySeconds(delay.mean),
      p99: delaySeconds(delay.percentile(99)),
      max: delaySeconds(delay.max)
    }
    delay.reset()
    return read
  })
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const statistics = yield* Effect.catchCause(outbox.statistics(now), (cause) =>
      Effect.as(Effect.logWarning("The outbox could not be counted.", cause), null)
    )
    const { rss, heapUsed } = process.memoryUsage()
    const values: MetricValues = {
      attempts: attempts.series(),
      memory: { residentBytes: rss, heapUsedBytes: heapUsed },
      eventLoopDelay: yield* readDelay,
      uptimeSeconds: process.uptime(),
      outbox: statistics,
      now
    }
    return values
  })
})
