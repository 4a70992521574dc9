/** Upper bounds of the latency histograms: quick reads are below 5 ms, imports and slow endpoints take seconds. */
export const latencyBoundsMillis = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

/** How often something happened, and how long it took. */
export interface LatencySeries {
  count: number
  sumMillis: number
  /** How many took at most the bound of the same index: not cumulated over the bounds. */
  readonly withinBound: Array<number>
}

export const newLatencySeries = (): LatencySeries => ({
  count: 0,
  sumMillis: 0,
  withinBound: latencyBoundsMillis.map(() => 0)
})

/** Counts one more. */
export const addLatency = (series: LatencySeries, millis: number): void => {
  series.count += 1
  series.sumMillis += millis
  const index = latencyBoundsMillis.findIndex((bound) => millis <= bound)
  if (index >= 0) series.withinBound[index] = (series.withinBound[index] ?? 0) + 1
}
