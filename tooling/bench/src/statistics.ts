const sorted = (values: ReadonlyArray<number>) => [...values].sort((left, right) => left - right)

export const median = (values: ReadonlyArray<number>): number => {
  const ordered = sorted(values)
  const middle = Math.floor(ordered.length / 2)
  const upper = ordered[middle] ?? Number.NaN
  return ordered.length % 2 === 1 ? upper : (upper + (ordered[middle - 1] ?? Number.NaN)) / 2
}

/** `share` between 0 and 1: 0.99 is the value that 99 % do not exceed. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const ordered = sorted(values)
  return ordered[Math.min(ordered.length - 1, Math.ceil(ordered.length * share) - 1)] ?? Number.NaN
}

export const round = (value: number, digits = 2): string => value.toFixed(digits)

/** `0.71 [0.66–0.75]` */
export const medianWithRange = (values: ReadonlyArray<number>, digits = 2): string =>
  `${round(median(values), digits)} [${round(Math.min(...values), digits)}–${round(Math.max(...values), digits)}]`
