/** How often the delay of the event loop is measured. */
export const delayResolutionMillis = 20

/** The histogram holds nanoseconds between two measurements: only what exceeds their distance is delay. NaN: none yet. */
export const delaySeconds = (nanos: number): number => {
  const delay = nanos / 1e9 - delayResolutionMillis / 1e3
  return Number.isNaN(delay) ? 0 : Math.max(delay, 0)
}
