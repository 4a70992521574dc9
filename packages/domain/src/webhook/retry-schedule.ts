const second = 1000
const hour = 60 * 60 * second

/** Pause before the second, third … attempt, in milliseconds. Source: docs/webhooks.md#when-it-fails */
const pausesMillis: ReadonlyArray<number> = [
  5 * second,
  50 * second,
  500 * second,
  1 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour
]

/** A pause is longer by up to this share, so that failed deliveries do not all come back at once. */
const jitterShare = 0.1

/** Longest pause that `Retry-After` can ask for. */
const retryAfterMaxMillis = 24 * hour

/** Attempts of one delivery before it is given up. */
export const attemptsMax = pausesMillis.length + 1

/**
 * Pause after a failed attempt, in milliseconds; null: give up. `attemptCount`: attempts made so far, at least 1. `at`:
 * when it failed, epoch milliseconds, for a date in the header. `retryAfter`: the header as it came; it can lengthen a
 * pause, not shorten it. `random`: 0 to 1.
 */
export const retryPauseMillis = (failed: {
  readonly attemptCount: number
  readonly at: number
  readonly retryAfter: string | null
  readonly random: number
}): number | null => {
  const pause = pausesMillis[failed.attemptCount - 1]
  if (pause === undefined) return null
  const jittered = Math.round(pause * (1 + jitterShare * failed.random))
  return Math.max(jittered, parseRetryAfter(failed.retryAfter, failed.at))
}

/** No pause is longer: neither between two attempts nor one that an endpoint asks for. */
export const pauseMaxMillis = Math.round(Math.max(Math.max(...pausesMillis) * (1 + jitterShare), retryAfterMaxMillis))

/** Statuses that, with `Retry-After`, pause the whole endpoint: too many requests, or unavailable. */
const pausingStatuses: ReadonlyArray<number> = [429, 503]

/** Pause of all deliveries to the endpoint, in milliseconds; null: it did not ask for one. */
export const endpointPauseMillis = (failed: {
  /** null: no response. */
  readonly status: number | null
  /** The header as it came. */
  readonly retryAfter: string | null
  /** When it failed, epoch milliseconds. */
  readonly at: number
}): number | null => {
  if (failed.status === null || !pausingStatuses.includes(failed.status)) return null
  const pause = parseRetryAfter(failed.retryAfter, failed.at)
  return pause === 0 ? null : pause
}

/**
 * Milliseconds from now, at most a day; 0 when there is no header or it cannot be read. Seconds or an HTTP date (RFC 9110,
 * 10.2.3); a date without `GMT` is invalid, because its meaning would depend on the time zone of this machine.
 */
export const parseRetryAfter = (header: string | null, now: number): number => {
  const text = header?.trim() ?? ""
  const millis = /^\d+$/.test(text) ? Number(text) * second : text.endsWith(" GMT") ? Date.parse(text) - now : 0
  return Number.isNaN(millis) ? 0 : Math.min(Math.max(0, millis), retryAfterMaxMillis)
}
