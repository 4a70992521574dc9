const failuresByDefault = 8
/** The first pause; each failed probe doubles it. */
const pauseMinMillis = 1_000
const pauseMaxMillis = 60_000
/** Endpoints that are remembered; the one whose latest failure is the oldest is forgotten first. */
const endpointsMax = 4_096

interface Failing {
  count: number
  pauseMillis: number
  /** Monotonic time; a time in the past: the next attempt is a probe. */
  until: number
}

/**
 * Back-off of endpoints that fail again and again: after a pause one delivery is sent as a probe, and the others keep their
 * times and attempts. A success ends it. Known to this dispatcher only, until it stops. Times are monotonic ones.
 * `failuresMin`: so many failed attempts in a row, of whichever deliveries, begin it.
 */
export const makeBackOff = (failuresMin = failuresByDefault) => {
  const failingById = new Map<number, Failing>()
  const isProbed = (id: number): boolean => (failingById.get(id)?.count ?? 0) >= failuresMin

  return {
    delivered: (id: number): void => {
      failingById.delete(id)
    },
    failed: (id: number, startedAt: number, at: number): void => {
      const failing = failingById.get(id) ?? { count: 0, pauseMillis: pauseMinMillis / 2, until: 0 }
      failing.count++
      failingById.delete(id)
      failingById.set(id, failing)
      const [oldest] = failingById.keys()
      if (failingById.size > endpointsMax && oldest !== undefined) failingById.delete(oldest)
      // Attempts that were under way when the pause began are no probes.
      if (failing.count < failuresMin || startedAt < failing.until) return
      failing.pauseMillis = Math.min(pauseMaxMillis, failing.pauseMillis * 2)
      failing.until = at + failing.pauseMillis
    },
    /** Says whether one delivery at a time is sent to the endpoint. */
    isProbed,
    /** Lists the endpoints that get nothing now: they pause, or a probe is under way. */
    restingIds: (now: number, isLeased: (id: number) => boolean): ReadonlyArray<number> =>
      [...failingById].flatMap(([id, { until }]) => (isProbed(id) && (now < until || isLeased(id)) ? id : []))
  }
}

export type BackOff = ReturnType<typeof makeBackOff>
