import { Context, Layer } from "effect"
import { addLatency, type LatencySeries, newLatencySeries } from "./latency-series.ts"

/** One attempt to deliver a webhook, as far as it is counted. */
export interface MeasuredAttempt {
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  readonly durationMillis: number
}

export interface AttemptSeries extends LatencySeries {
  /** `1xx` … `5xx`, or `no_answer`. */
  readonly result: string
}

/** Attempts to deliver webhooks since the start, of the dispatcher in this process. */
export class AttemptMetrics extends Context.Service<
  AttemptMetrics,
  {
    readonly record: (attempts: ReadonlyArray<MeasuredAttempt>) => void
    readonly series: () => ReadonlyArray<AttemptSeries>
  }
>()("@dragoman/delivery/metrics/AttemptMetrics") {
  static readonly layer = Layer.sync(AttemptMetrics, () => {
    const seriesByResult = new Map<string, AttemptSeries>()
    return AttemptMetrics.of({
      record: (attempts) => {
        for (const { status, durationMillis } of attempts) {
          // Only the first digit: a receiver must not make new series.
          const result = status === null ? "no_answer" : `${Math.floor(status / 100)}xx`
          const series = seriesByResult.get(result) ?? { result, ...newLatencySeries() }
          seriesByResult.set(result, series)
          addLatency(series, durationMillis)
        }
      },
      series: () => [...seriesByResult.values()]
    })
  })
}
