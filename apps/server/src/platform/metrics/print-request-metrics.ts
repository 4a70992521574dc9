import { metricFamily, printHistogram } from "@dragoman/delivery"
import type { RequestSeries } from "./request-metrics.ts"

/** The lines of Prometheus' text format about requests. */
export const printRequestMetrics = (requests: ReadonlyArray<RequestSeries>): ReadonlyArray<string> => [
  ...metricFamily("dragoman_http_requests_total", "counter", "Requests that were answered.", requests.map(printCount)),
  ...metricFamily(
    "dragoman_http_request_duration_seconds",
    "histogram",
    "Time from the request's head to its answer.",
    requests.flatMap((series) => printHistogram("dragoman_http_request_duration_seconds", labelsOf(series), series))
  )
]

const labelsOf = ({ route, method, statusClass }: RequestSeries): string =>
  `route="${escaped(route)}",method="${escaped(method)}",status="${statusClass}"`

const escaped = (label: string): string => label.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

const printCount = (series: RequestSeries): string =>
  `dragoman_http_requests_total{${labelsOf(series)}} ${series.count}`
