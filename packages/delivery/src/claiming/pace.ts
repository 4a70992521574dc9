import { makeEvenStarts } from "./even-starts.ts"

/** Attempts to a slow endpoint take longer than this on average. It never gets the last slots, and its attempts begin evenly. */
const slowMillis = 100
/** Weight of an attempt in the average. */
const averageWeight = 0.125
/** Endpoints whose pace is remembered; the one whose latest attempt is the oldest is forgotten first. */
const endpointsMax = 4_096

/** The average time of an attempt to each endpoint, and when the next one to a slow endpoint may begin. */
export const makePace = (concurrency: number) => {
  const millisById = new Map<number, number>()
  const evenStarts = makeEvenStarts(concurrency)
  const isSlow = (id: number): boolean => (millisById.get(id) ?? 0) > slowMillis

  return {
    /** Returns the average time of an attempt; undefined before the first one has ended. */
    millisOf: (id: number): number | undefined => millisById.get(id),
    isSlow,
    isFast: (id: number): boolean => (millisById.get(id) ?? Number.POSITIVE_INFINITY) <= slowMillis,
    /** Adds an attempt to the average. */
    ended: (id: number, millis: number): void => {
      const before = millisById.get(id) ?? millis
      millisById.delete(id)
      millisById.set(id, before + (millis - before) * averageWeight)
      const [oldest] = millisById.keys()
      if (millisById.size > endpointsMax && oldest !== undefined) millisById.delete(oldest)
    },
    /** Records that an attempt begins. */
    began: (id: number, now: number): void => {
      if (isSlow(id)) evenStarts.begin(millisById.get(id) ?? 0, now)
    },
    maySlowBegin: evenStarts.mayBegin,
    slowBeginAt: evenStarts.nextAt
  }
}

export type Pace = ReturnType<typeof makePace>
