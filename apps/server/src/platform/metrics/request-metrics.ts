import { addLatency, type LatencySeries, newLatencySeries } from "@dragoman/delivery"
import { Context, Layer } from "effect"

/** What was counted for one route, method and class of status. */
export interface RequestSeries extends LatencySeries {
  /** Pattern of the route, or `unmatched`. */
  readonly route: string
  readonly method: string
  /** `2xx` … `5xx`. */
  readonly statusClass: string
}

/** Counts of requests since the start. Labels come from the contract, never from the request, so their number is limited. */
export class RequestMetrics extends Context.Service<
  RequestMetrics,
  {
    /** `route`: null for a path that no route takes. */
    readonly record: (route: string | null, method: string, status: number, millis: number) => void
    readonly series: () => ReadonlyArray<RequestSeries>
  }
>()("@dragoman/server/platform/metrics/RequestMetrics") {
  static readonly layer = Layer.sync(RequestMetrics, () => {
    const seriesByLabels = new Map<string, RequestSeries>()
    return RequestMetrics.of({
      record: (route, method, status, millis) => {
        const statusClass = `${Math.floor(status / 100)}xx`
        const labels = `${route} ${method} ${statusClass}`
        let series = seriesByLabels.get(labels)
        if (series === undefined) {
          series = { route: route ?? "unmatched", method, statusClass, ...newLatencySeries() }
          seriesByLabels.set(labels, series)
        }
        addLatency(series, millis)
      },
      series: () => [...seriesByLabels.values()]
    })
  })
}
