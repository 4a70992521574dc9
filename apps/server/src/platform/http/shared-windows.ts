import { Database, RateWindowRepository, type WantedWindow } from "@dragoman/store"
import { Cause, Clock, Effect, Random, Semaphore } from "effect"

/** Mean interval of synchronizing the time with other servers. */
const tickMillis = 5_000

/** Interval of removing ended windows. */
const sweepMillis = 60_000

/** Number of windows in the database: an attacker with many addresses can create as many. */
const rowsMax = 500_000

/** Number of concurrent statements, so that attempts which wait for a window leave connections to other work. */
const statementsMax = 4

/** Timeout after which the database counts as unavailable. */
const statementMillisMax = 2_000

/** Time for which the database counts as unavailable after an error; then the next request tries it. */
const awayMillis = 1_000

/** Time for which this server remembers that a window is used up: another server may have given a request back. */
const spentMillisMax = 1_000

/** Number of buckets that are remembered as used up. */
const spentMax = 50_000

export type Taken<Window> =
  | { readonly kind: "taken" }
  | { readonly kind: "rejected"; readonly window: Window; readonly waitMillis: number }
  /** The database did not respond. */
  | { readonly kind: "unknown" }

/** End of a used up bucket, in the time of the windows. */
interface Spent {
  readonly endsAt: number
  /** Time from which the database is asked again. */
  readonly believedUntil: number
}

/**
 * Windows that all servers on one PostgreSQL count together, each request in one statement. A bucket that is used up
 * costs no statement until its window ends, at most one a second. `monotonicMillis`: the time of this server. The time
 * of the windows is not that of any wall clock: each server continues by its monotonic clock from the latest time that
 * any of them has reported (ADR 49).
 */
export const makeSharedWindows = Effect.fnUntraced(function* (monotonicMillis: () => number) {
  const repository = yield* RateWindowRepository
  const database = yield* Database
  const semaphore = yield* Semaphore.make(statementsMax)
  const spentByBucket = new Map<string, Spent>()
  /** The time of the windows; null: this server does not know it yet. */
  let ahead: number | null = null
  let awayUntil = Number.NEGATIVE_INFINITY
  let isAway = false
  const now = () => monotonicMillis() + (ahead ?? 0)

  /** Runs a statement; null: the database is unavailable, and an attempt to reach it is made once in a while. */
  const asking = <A>(statement: Effect.Effect<A>): Effect.Effect<A | null> =>
    Effect.suspend(() => {
      if (performance.now() < awayUntil) return Effect.succeed(null)
      return database.autocommit(statement).pipe(
        Effect.timeout(statementMillisMax),
        inRealTime,
        Effect.tap(() => (isAway ? comeBack : Effect.void)),
        Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.interrupt : goAway(cause)))
      )
    })
  const goAway = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      awayUntil = performance.now() + awayMillis
      if (isAway) return Effect.succeed(null)
      isAway = true
      return Effect.as(Effect.logWarning("Database unavailable: this server counts rate limits alone", cause), null)
    })
  const comeBack = Effect.suspend(() => {
    isAway = false
    return Effect.logInfo("Rate limits are shared again")
  })

  /** Returns the milliseconds until the window ends; 0: not known to be used up. */
  const spentFor = (bucket: string): number => {
    const spent = spentByBucket.get(bucket)
    return spent === undefined || spent.believedUntil <= now() ? 0 : Math.max(1, spent.endsAt - now())
  }
  const remember = (bucket: string, waitMillis: number): void => {
    if (spentByBucket.size >= spentMax) {
      for (const [other, { believedUntil }] of spentByBucket) if (believedUntil <= now()) spentByBucket.delete(other)
      // An attacker with so many buckets causes a statement for each attempt.
      if (spentByBucket.size >= spentMax) spentByBucket.clear()
    }
    const endsAt = now() + waitMillis
    spentByBucket.set(bucket, { endsAt, believedUntil: Math.min(endsAt, now() + spentMillisMax) })
  }

  const rejectedNow = <Window extends WantedWindow>(windows: ReadonlyArray<Window>): Taken<Window> | null => {
    for (const window of windows) {
      const waitMillis = spentFor(window.bucket)
      if (waitMillis > 0) return { kind: "rejected", window, waitMillis }
    }
    return null
  }

  // The time of the other servers counts first, also when the own clock is ahead of it: a new server must not end
  // windows.
  const tick = Effect.suspend(() => asking(repository.tick(ahead === null ? 0 : now()))).pipe(
    Effect.flatMap((latest) =>
      Effect.sync(() => {
        if (latest !== null) ahead = Math.max(latest - monotonicMillis(), ahead ?? Number.NEGATIVE_INFINITY)
      })
    )
  )

  const takeTogether = Effect.fnUntraced(function* <Window extends WantedWindow>(windows: ReadonlyArray<Window>) {
    if (ahead === null) yield* tick
    if (ahead === null) return { kind: "unknown" } as Taken<Window>
    const at = now()
    const rows = yield* asking(repository.take(at, windows))
    if (rows === null) return { kind: "unknown" } as Taken<Window>
    let rejected: Taken<Window> = { kind: "taken" }
    for (const { bucket, endsAt, taken } of rows) {
      const window = windows.find((one) => one.bucket === bucket)
      if (window === undefined || taken < window.requests) continue
      // The window of a server whose clock is ahead seems to last longer than it can.
      const waitMillis = Math.min(Math.max(endsAt - at, 1), window.windowMillis)
      remember(bucket, waitMillis)
      if (taken > window.requests) rejected = { kind: "rejected", window, waitMillis }
    }
    return rejected
  })

  yield* tick
  yield* keepTime(
    tick,
    Effect.suspend(() => asking(repository.deleteEnded(now(), rowsMax)))
  )

  return {
    /** Takes one request from each window, or from none. */
    take: <Window extends WantedWindow>(windows: ReadonlyArray<Window>): Effect.Effect<Taken<Window>> =>
      Effect.suspend(() => {
        if (windows.length === 0) return Effect.succeed<Taken<Window>>({ kind: "taken" })
        const rejected = rejectedNow(windows)
        if (rejected !== null) return Effect.succeed(rejected)
        // The bucket may have been used up meanwhile.
        const take = Effect.suspend(() => {
          const meanwhile = rejectedNow(windows)
          return meanwhile === null ? takeTogether(windows) : Effect.succeed(meanwhile)
        })
        return semaphore.withPermit(take)
      }),
    /**
     * Returns the milliseconds until a window ends that this server knows to be used up; 0: none; null: the database is
     * unavailable.
     */
    check: (windows: ReadonlyArray<WantedWindow>): number | null =>
      isAway || ahead === null ? null : Math.max(0, ...windows.map(({ bucket }) => spentFor(bucket))),
    /** Gives one request back to each window. */
    giveBack: (windows: ReadonlyArray<WantedWindow>): Effect.Effect<void> => {
      const buckets = windows.map(({ bucket }) => bucket)
      return Effect.asVoid(asking(repository.giveBack(now(), buckets))).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            for (const bucket of buckets) spentByBucket.delete(bucket)
          })
        )
      )
    }
  }
})

/** Runs in real time, whatever the clock of a test shows. */
const inRealTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Clock.Clock, Clock.Clock.defaultValue())

/** Synchronizes and sweeps while the server runs. Pauses are random, so that no server is always the last one. */
const keepTime = (tick: Effect.Effect<void>, sweep: Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    let untilSweep = sweepMillis
    while (true) {
      const pauseMillis = yield* Random.nextIntBetween(tickMillis / 2, tickMillis * 1.5)
      yield* Effect.sleep(pauseMillis)
      yield* tick
      untilSweep -= pauseMillis
      if (untilSweep > 0) continue
      untilSweep = sweepMillis
      yield* sweep
    }
  }).pipe(inRealTime, Effect.forkScoped)
