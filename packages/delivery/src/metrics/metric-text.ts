import { type LatencySeries, latencyBoundsMillis } from "./latency-series.ts"

/** One metric in Prometheus' text format; nothing when it has no lines. */
export const metricFamily = (
  name: string,
  type: "counter" | "gauge" | "histogram",
  meaning: string,
  lines: ReadonlyArray<string>
): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`# HELP ${name} ${meaning}`, `# TYPE ${name} ${type}`, ...lines]

export const gauge = (name: string, meaning: string, value: number): ReadonlyArray<string> =>
  metricFamily(name, "gauge", meaning, [`${name} ${value}`])

/** The lines of one series of a histogram. `labels`: `name="value"`, with commas between them. */
export const printHistogram = (name: string, labels: string, series: LatencySeries): ReadonlyArray<string> => {
  let cumulated = 0
  const buckets = latencyBoundsMillis.map((bound, index) => {
    cumulated += series.withinBound[index] ?? 0
    return `${name}_bucket{${labels},le="${bound / 1000}"} ${cumulated}`
  })
  return [
    ...buckets,
    `${name}_bucket{${labels},le="+Inf"} ${series.count}`,
    `${name}_sum{${labels}} ${series.sumMillis / 1000}`,
    `${name}_count{${labels}} ${series.count}`
  ]
}
