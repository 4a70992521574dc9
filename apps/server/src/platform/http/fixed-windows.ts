import type { Rate } from "@dragoman/settings"

/** Counts the remaining requests of each bucket. Times are monotonic milliseconds. */
export interface FixedWindows<Bucket> {
  /** Takes one request (null), or returns the milliseconds until the window ends. */
  readonly take: (bucket: Bucket, now: number) => number | null
  /** Works like `take`, but takes nothing and opens no window. */
  readonly check: (bucket: Bucket, now: number) => number | null
  /** Undoes a `take` while its window lasts. */
  readonly giveBack: (bucket: Bucket, now: number) => void
  /** Number of windows in memory, with those that have ended. */
  readonly size: () => number
}

interface Window {
  readonly endsAt: number
  left: number
}

/**
 * Fixed windows in bounded memory and without searching: of two maps, the younger one replaces the older one when it is full
 * or as old as a window, because all windows of the older one have ended by then. If it was full, the oldest windows are
 * lost early: at most `2 × windowsMax` are kept.
 */
export const makeFixedWindows = <Bucket>(
  { requests, windowMillis }: Rate,
  windowsMax: number
): FixedWindows<Bucket> => {
  let young = new Map<Bucket, Window>()
  let old = new Map<Bucket, Window>()
  let youngSince = Number.NEGATIVE_INFINITY
  const find = (bucket: Bucket, now: number): Window | undefined => {
    const window = young.get(bucket) ?? old.get(bucket)
    return window !== undefined && window.endsAt > now ? window : undefined
  }
  const open = (bucket: Bucket, now: number): Window => {
    if (now - youngSince >= windowMillis || young.size >= windowsMax) {
      old = young
      young = new Map()
      youngSince = now
    }
    const window = { endsAt: now + windowMillis, left: requests }
    young.set(bucket, window)
    return window
  }
  return {
    take: (bucket, now) => {
      const window = find(bucket, now) ?? open(bucket, now)
      if (window.left <= 0) return window.endsAt - now
      window.left--
      return null
    },
    check: (bucket, now) => {
      const window = find(bucket, now)
      return window !== undefined && window.left <= 0 ? window.endsAt - now : null
    },
    giveBack: (bucket, now) => {
      const window = find(bucket, now)
      if (window !== undefined) window.left = Math.min(window.left + 1, requests)
    },
    size: () => young.size + old.size
  }
}
