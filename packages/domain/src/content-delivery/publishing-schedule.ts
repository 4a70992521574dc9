const second = 1_000

/** Pauses of automatic publishing, in milliseconds. Source: docs/content-delivery.md#after-changes. */
export interface PublishingDelays {
  /** After the last change. */
  readonly quietMillis: number
  /** At most this long after the first change that is not published. */
  readonly latestMillis: number
}

/** Pauses after the first, second … failed attempt; the last one repeats. */
const retryPausesMillis: ReadonlyArray<number> = [5 * second, 60 * second, 600 * second, 3_600 * second]

/** Returns the pause after a failed attempt, in milliseconds. `failedAttempts`: in a row, at least 1. */
export const publishingRetryMillis = (failedAttempts: number): number =>
  retryPausesMillis[Math.min(failedAttempts, retryPausesMillis.length) - 1] ?? 5 * second
