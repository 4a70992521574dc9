const second = 1_000

/** Pauses of automatic publishing, in milliseconds. Source: docs/content-delivery.md#after-changes. */
export interface PublishingDelays {
  /** After the last change. */
  readonly quietMillis: number
  /** At most this long after the first change that is not published. */
  readonly latestMillis: number
}

/** When a content delivery publishes next, epoch milliseconds. */
export interface PublishingSchedule {
  readonly dueAt: number
  /** When the first change happened that is not published. */
  readonly firstChangedAt: number
}

/** Moves the next publishing after a change at `now`. `present` null: all changes are published. */
export const scheduleAfterChange = (
  present: PublishingSchedule | null,
  now: number,
  { quietMillis, latestMillis }: PublishingDelays
): PublishingSchedule => {
  const firstChangedAt = present?.firstChangedAt ?? now
  return { firstChangedAt, dueAt: Math.min(now + quietMillis, firstChangedAt + latestMillis) }
}

/** Pauses after the first, second … failed attempt; the last one repeats. */
const retryPausesMillis: ReadonlyArray<number> = [5 * second, 60 * second, 600 * second, 3_600 * second]

/** Returns the pause after a failed attempt, in milliseconds. `failedAttempts`: in a row, at least 1. */
export const publishingRetryMillis = (failedAttempts: number): number =>
  retryPausesMillis[Math.min(failedAttempts, retryPausesMillis.length) - 1] ?? 5 * second
