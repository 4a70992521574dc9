/** Longer than the pause in which a waiting fiber looks for the write lock, so that one that waits gets it. */
const gapMillis = 3

/** A connection that has written for so long without a gap leaves one. */
const turnMillis = 5

/** So long after another connection has committed, there may be one that waits. */
const othersMillis = 1_000

/** When one connection leaves the write lock to others, who only look for it now and then. */
export interface WriteTurns {
  /** Milliseconds to wait before the next transaction. `dataVersion`: changes when another connection commits. */
  readonly beforeBegin: (now: number, dataVersion: number) => number
  readonly afterEnd: (now: number) => void
}

/**
 * SQLite has no queue for its write lock: a connection that begins again as soon as it has committed would keep it. While
 * others write too, it leaves a gap now and then; a connection that is alone never waits. Times: milliseconds of any
 * clock that never goes back.
 */
export const makeWriteTurns = (): WriteTurns => {
  let knownVersion: number | null = null
  let othersAt = Number.NEGATIVE_INFINITY
  let turnStartedAt = Number.NEGATIVE_INFINITY
  let endedAt = Number.NEGATIVE_INFINITY
  return {
    beforeBegin: (now, dataVersion) => {
      if (knownVersion !== null && knownVersion !== dataVersion) othersAt = now
      knownVersion = dataVersion
      if (now - endedAt >= gapMillis) {
        turnStartedAt = now
        return 0
      }
      if (now - turnStartedAt < turnMillis || now - othersAt > othersMillis) return 0
      turnStartedAt = now + gapMillis
      return gapMillis
    },
    afterEnd: (now) => {
      endedAt = now
    }
  }
}
