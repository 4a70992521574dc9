/** An attempt that was begun and is not acknowledged yet. The window changes it. */
export interface WindowedAttempt {
  isRunning: boolean
  /** Says that it takes a place in the window. */
  isCounted: boolean
}

/** Attempts that may be unacknowledged after a start. */
const sizeAtStart = 8
/** A commit this soon after the first response that it acknowledges is prompt: then there may be twice as many. */
const promptMillis = 20
/** Places that any other commit adds. */
const slowGrowth = 4

/**
 * An attempt that runs for longer takes no place until its response has come, and frees it for another one: others must not wait
 * for a slow endpoint, and its own deliveries not for whole responses.
 */
const longMillis = 100

/**
 * Limits the attempts that are sent and not acknowledged: they are sent again when the process is killed. After a start, and on a
 * busy machine, everything takes long, so it begins small and opens with each commit, as TCP's slow start does. It never
 * closes again. `sizeMax`: then it limits nothing. ADR 58.
 */
export const makeAttemptWindow = (sizeMax: number) => {
  let size = Math.min(sizeAtStart, sizeMax)
  let count = 0
  let turnEndsAt = Number.NEGATIVE_INFINITY
  let begunThisTurn: Array<WindowedAttempt> = []
  let begunLastTurn: Array<WindowedAttempt> = []

  const setCounted = (attempt: WindowedAttempt, isCounted: boolean): void => {
    if (attempt.isCounted !== isCounted) count += isCounted ? 1 : -1
    attempt.isCounted = isCounted
  }

  const open = (by: number): void => {
    size = Math.min(sizeMax, size + by)
    if (size === sizeMax) begunThisTurn = begunLastTurn = []
  }

  // One turn at a time, however long ago: after a stall of this process, responses may be there that were not read.
  const turn = (now: number): void => {
    if (now < turnEndsAt) return
    const long = begunLastTurn.filter(({ isRunning }) => isRunning)
    for (const attempt of long) setCounted(attempt, false)
    begunLastTurn = begunThisTurn
    begunThisTurn = []
    turnEndsAt = now + longMillis
    open(long.length)
  }

  return {
    /** Says that the window limits nothing any more. */
    isUnlimited: (): boolean => size >= sizeMax,
    hasPlace: (now: number): boolean => {
      if (size >= sizeMax) return true
      turn(now)
      return count < size
    },
    begin: (attempt: WindowedAttempt): void => {
      attempt.isRunning = true
      setCounted(attempt, true)
      if (size < sizeMax) begunThisTurn.push(attempt)
    },
    finish: (attempt: WindowedAttempt): void => {
      attempt.isRunning = false
      setCounted(attempt, true)
    },
    /** Removes an attempt that is acknowledged, or was not sent. */
    forget: (attempt: WindowedAttempt): void => {
      attempt.isRunning = false
      setCounted(attempt, false)
    },
    /** Opens the window by a commit. `waitMillis`: from the first response to the commit. */
    committed: (attempts: number, waitMillis: number): void =>
      open(waitMillis <= promptMillis ? attempts : Math.min(attempts, slowGrowth))
  }
}
