import { Cause, Clock, Context, Data, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Longest wait for a lock, in the process and then in the database: longer than nearly all imports take. */
export const lockWaitMillisMax = 60_000

/** A defect: another transaction did not release a lock in time. Nothing was changed, so the same may be tried again. */
export class DatabaseBusy extends Data.TaggedError("DatabaseBusy")<{ readonly cause: unknown }> {}

/** Says whether the cause is a lock that was not acquired in time. */
export const isDatabaseBusy = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof DatabaseBusy)

/**
 * Behind a SELECT: the rows are locked until the transaction ends, in the order of the statement. References to them may be
 * made meanwhile. SQLite has one writer at a time.
 */
export const forUpdate = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(sql.onDialectOrElse({ pg: () => "FOR NO KEY UPDATE", orElse: () => "" }))

/** The project mutexes that one transaction has acquired. */
export interface AcquiredMutexes {
  readonly projectIds: Set<number>
}

/**
 * One writer per project and process: the others wait here, without a connection, so that the writers of one project never
 * take the connections of all others. PostgreSQL only; SQLite has one writer anyway.
 */
export interface ProjectMutexes {
  /** Acquires the mutex at once; false: another transaction has it. */
  readonly tryAcquire: (projectId: number, acquired: AcquiredMutexes) => boolean
  /** Waits for the mutex; first come, first served. A defect when it takes too long. */
  readonly acquire: (projectId: number, acquired: AcquiredMutexes) => Effect.Effect<void>
  /** Passes each mutex of the transaction on to the first transaction in its queue. */
  readonly releaseAll: (acquired: AcquiredMutexes) => void
  /** Projects whose mutex is acquired. */
  readonly size: () => number
}

/** A transaction needs the mutex of another: it is rolled back, waits without a connection, and runs again. */
export class ProjectMutexUnavailable {
  readonly _tag = "ProjectMutexUnavailable"
  readonly projectId: number
  constructor(projectId: number) {
    this.projectId = projectId
  }
}

/** A transaction changes content of a project while a branch of it is being copied: it is rolled back, and runs again later. */
export class ContentBeingCopied {
  readonly _tag = "ContentBeingCopied"
  readonly projectId: number
  constructor(projectId: number) {
    this.projectId = projectId
  }
}

interface Waiting {
  readonly acquired: AcquiredMutexes
  readonly resume: () => void
}

export const makeProjectMutexes = (waitMillisMax: number): ProjectMutexes => {
  /** An entry as long as the mutex is acquired: the transactions that wait for it, in order. */
  const queueById = new Map<number, Array<Waiting>>()

  const tryAcquire: ProjectMutexes["tryAcquire"] = (projectId, acquired) => {
    if (queueById.has(projectId)) return false
    queueById.set(projectId, [])
    acquired.projectIds.add(projectId)
    return true
  }

  const release = (projectId: number): void => {
    const next = queueById.get(projectId)?.shift()
    if (next === undefined) {
      queueById.delete(projectId)
      return
    }
    // Before it runs again: an interruption in between must not lose the mutex.
    next.acquired.projectIds.add(projectId)
    next.resume()
  }

  return {
    tryAcquire,
    acquire: (projectId, acquired) =>
      Effect.callback<void>((resume) => {
        if (tryAcquire(projectId, acquired)) return resume(Effect.void)
        const waiting: Waiting = { acquired, resume: () => resume(Effect.void) }
        const queue = queueById.get(projectId) ?? []
        queue.push(waiting)
        return Effect.sync(() => {
          const index = queue.indexOf(waiting)
          if (index >= 0) queue.splice(index, 1)
        })
      }).pipe(
        Effect.timeoutOrElse({
          duration: waitMillisMax,
          orElse: () => Effect.die(new DatabaseBusy({ cause: new Error(`Project ${projectId} is being changed`) }))
        }),
        // In real time, whatever the clock of a test says.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
      ),
    releaseAll: (acquired) => {
      for (const projectId of acquired.projectIds) {
        acquired.projectIds.delete(projectId)
        release(projectId)
      }
    },
    size: () => queueById.size
  }
}

/** The transaction that is open; null outside of one. */
export const OpenTransaction = Context.Reference<{
  readonly mutexes: ProjectMutexes | null
  readonly acquired: AcquiredMutexes
} | null>("@dragoman/store/database/OpenTransaction", { defaultValue: () => null })

/** Checks, before the lock of the project's row, that this transaction has the mutex of the project. */
export const acquireProjectMutex = (projectId: number): Effect.Effect<void> =>
  Effect.flatMap(OpenTransaction, (open) => {
    if (open === null || open.mutexes === null) return Effect.void
    if (open.acquired.projectIds.has(projectId) || open.mutexes.tryAcquire(projectId, open.acquired)) return Effect.void
    return Effect.die(new ProjectMutexUnavailable(projectId))
  })
