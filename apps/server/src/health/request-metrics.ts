import { Context, Layer } from "effect"

/** Upper bounds of the latency histogram: quick reads are below 5 ms, imports take seconds. */
export const latencyBoundsMillis = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

/** What was counted for one route, method and class of status. */
export interface RequestSeries {
  /** Pattern of the route, or `unmatched`. */
  readonly route: string
  readonly method: string
  /** `2xx` … `5xx`. */
  readonly statusClass: string
  count: number
  sumMillis: number
  /** Requests that took at most the bound of the same index: not cumulated over the bounds. */
  readonly withinBound: Array<number>
}

/** Counts of requests since the start. Labels come from the contract, never from the request, so their number is limited. */
export class RequestMetrics extends Context.Service<
  RequestMetrics,
  {
    /** `route`: null for a path that no route takes. */
    readonly record: (route: string | null, method: string, status: number, millis: number) => void
    readonly series: () => ReadonlyArray<RequestSeries>
  }
>()("@dragoman/server/health/RequestMetrics") {
  static readonly layer = Layer.sync(RequestMetrics, () => {
    const seriesByLabels = new Map<string, RequestSeries>()
    return RequestMetrics.of({
      record: (route, method, status, millis) => {
        const statusClass = `${Math.floor(status / 100)}xx`
        const labels = `${route} ${method} ${statusClass}`
        let series = seriesByLabels.get(labels)
        if (series === undefined) {
          series = newSeries(route ?? "unmatched", method, statusClass)
          seriesByLabels.set(labels, series)
        }
        series.count += 1
        series.sumMillis += millis
        const index = latencyBoundsMillis.findIndex((bound) => millis <= bound)
        if (index >= 0) series.withinBound[index] = (series.withinBound[index] ?? 0) + 1
      },
      series: () => [...seriesByLabels.values()]
    })
  })
}

const newSeries = (route: string, method: string, statusClass: string): RequestSeries => ({
  route,
  method,
  statusClass,
  count: 0,
  sumMillis: 0,
  withinBound: latencyBoundsMillis.map(() => 0)
})
