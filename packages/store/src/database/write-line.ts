import { realpathSync } from "node:fs"
import { isMainThread, locks } from "node:worker_threads"
import { Effect, identity, type Scope } from "effect"

/** Poll interval of a waiting thread: when a thread ends that had the lock, only the next request passes the lock on. */
const askMillis = 100

export interface WaitOptions {
  readonly millisMax: number
  /** Called when the lock is not free. */
  readonly onWait?: () => void
}

/**
 * Waits for a lock of this process in the fiber, first come first served, and returns what releases it. A thread that ends
 * releases its locks, and waits for none any more. After `millisMax` the fiber goes on without the lock.
 */
const acquire = (name: string, { millisMax, onWait }: WaitOptions): Effect.Effect<Effect.Effect<void>> =>
  Effect.callback((resume) => {
    let endWait = () => {}
    let release = () => {}
    const keep = () =>
      new Promise<void>((resolve) => {
        release = resolve
        // Others get it before the fiber goes on.
        const releasing = Effect.promise(() => {
          resolve()
          return ended
        })
        resume(Effect.succeed(releasing))
      })
    const wait = (): Promise<void> => {
      onWait?.()
      const waiting = new AbortController()
      const deadline = performance.now() + millisMax
      const asking = setInterval(() => {
        if (performance.now() < deadline) return void locks.request(name, { ifAvailable: true }, () => {})
        endWait()
        resume(Effect.succeed(Effect.void))
      }, askMillis)
      endWait = () => {
        clearInterval(asking)
        waiting.abort()
      }
      return locks.request(name, { signal: waiting.signal }, () => {
        clearInterval(asking)
        return keep()
      })
    }
    const ended: Promise<void> = locks
      .request(name, { ifAvailable: true }, (lock) => (lock === null ? wait() : keep()))
      // The wait was ended.
      .catch(() => {})
    return Effect.sync(() => {
      endWait()
      // It may have been granted in the moment of the interruption.
      release()
    })
  })

export interface WriteLine {
  /** Waits, interruptibly, until no other thread of this process may write; none may until the scope closes. */
  readonly place: (options: WaitOptions) => Effect.Effect<void, never, Scope.Scope>
}

/**
 * The line of those threads of this process that want to write to a SQLite file: SQLite itself has none, and a thread that
 * tries now and then loses against one that tries at once. The main thread, which serves requests, is always the next one; all others
 * come in their order. Other processes know nothing of it. ADR 65.
 */
export const makeWriteLine = (filename: string, isFirst = isMainThread): WriteLine => {
  const name = `dragoman write ${realpathSync(filename)}`
  // Only one of those that are not first is in the line at a time.
  const names = isFirst ? [name] : [`${name} after requests`, name]
  return {
    place: (options) =>
      Effect.forEach(
        names,
        (each) => Effect.acquireRelease(acquire(each, options), identity, { interruptible: true }),
        {
          discard: true
        }
      )
  }
}

/** Longer than the pause between two tries of a process that waits, so that it acquires the write lock. */
const gapMillis = 3

/** Longest run of transactions of one connection without a gap, while other processes write. */
const runMillis = 5

/** Time after its last attempt for which another process counts as waiting for the lock. */
const othersMillis = 1_000

/** Decides when a connection leaves the write lock to other processes, which only try to acquire it now and then. */
export interface WriteGaps {
  /** Milliseconds to wait before the next transaction. */
  readonly beforeBegin: (now: number) => number
  /** Another process has the lock. */
  readonly foundBusy: (now: number) => void
  readonly afterEnd: (now: number) => void
}

/**
 * A connection that begins its next transaction as soon as it has committed would keep the lock. While other processes write
 * too, it leaves a gap now and then; a process that is alone never waits. Times: milliseconds of any clock that never
 * goes back.
 */
export const makeWriteGaps = (): WriteGaps => {
  let othersAt = Number.NEGATIVE_INFINITY
  let runStartedAt = Number.NEGATIVE_INFINITY
  let endedAt = Number.NEGATIVE_INFINITY
  return {
    beforeBegin: (now) => {
      if (now - endedAt >= gapMillis) {
        runStartedAt = now
        return 0
      }
      if (now - runStartedAt < runMillis || now - othersAt > othersMillis) return 0
      runStartedAt = now + gapMillis
      return gapMillis
    },
    foundBusy: (now) => {
      othersAt = now
    },
    afterEnd: (now) => {
      endedAt = now
    }
  }
}
