/** Relative to the rate at which slots become free: a little more, so that none stays empty for long. */
const rate = 1.25
/** Attempts that are late by so much may begin at once: timers and responses are late by some milliseconds. */
const arrearsMaxMillis = 10
/** With few slots the rate says little: an endpoint that has become fast again must not wait for it. */
const pauseMaxMillis = 50

/**
 * Decides when the next attempt to a slow endpoint may begin. Attempts that begin together end together: endpoints that take a
 * second had hundreds of responses in the same moment, each second again, and new deliveries of others waited until those were
 * read and acknowledged. Slots become free at the rate of `concurrency` divided by the time of an attempt, so nothing is lost when
 * they are filled at that rate. Times are monotonic ones, in milliseconds.
 */
export const makeEvenStarts = (concurrency: number) => {
  let nextAt = Number.NEGATIVE_INFINITY
  return {
    mayBegin: (now: number): boolean => now >= nextAt,
    /** `pace`: the time of an attempt to its endpoint. */
    begin: (pace: number, now: number): void => {
      nextAt = Math.max(nextAt, now - arrearsMaxMillis) + Math.min(pace / (concurrency * rate), pauseMaxMillis)
    },
    nextAt: (): number => nextAt
  }
}
