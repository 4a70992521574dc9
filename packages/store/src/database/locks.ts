import { Cause, Clock, Context, Data, Effect, Option } from "effect"
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

/**
 * Bits above the ids of projects, which tell the advisory locks of a project apart from each other and from those of migrations.
 * A program of another version has to know the same ones.
 */
const gateBits = "72057594037927936"
const revisionOrderBits = "144115188075855872"

/**
 * How a transaction locks a project. `exclusive`: no other one changes the project. `shared`: others may change the texts of other
 * keys, nothing else (ADR 143).
 */
export type ProjectLockMode = "exclusive" | "shared"

/**
 * Locks the row of a live or deleted project as the condition and the end of a SELECT. The gate in front of the row is fair, which
 * locks of rows are not: shared locks that come later wait for an exclusive one that waits. Nothing on SQLite, which has one writer.
 * `waits` false: the statement finds no row when the lock is not free.
 */
export const projectLock = (sql: SqlClient.SqlClient, projectId: number, mode: ProjectLockMode, waits = true) => {
  const none = { gate: sql`1 = 1`, rowLock: sql`` }
  const acquire = `${waits ? "" : "try_"}advisory_xact_lock${mode === "shared" ? "_shared" : ""}`
  const rowLock = mode === "shared" ? "FOR SHARE" : "FOR NO KEY UPDATE"
  return sql.onDialectOrElse({
    pg: () => ({
      gate: sql`${sql.literal(`pg_${acquire}`)}(CAST(${projectId} AS BIGINT) + ${sql.literal(gateBits)}) ${sql.literal(waits ? "IS NOT NULL" : "")}`,
      rowLock: sql.literal(`${rowLock}${waits ? "" : " SKIP LOCKED"}`)
    }),
    orElse: () => none
  })
}

/**
 * Acquires the lock under which the transactions of a project take the ids of their revisions, until the end of the transaction. It
 * comes after the locks of the project and of its rows, before those of webhooks.
 */
export const acquireRevisionOrder = (projectId: Statement.Fragment, sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`pg_advisory_xact_lock(${projectId} + ${sql.literal(revisionOrderBits)})`

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
  /** Says whether another transaction has the mutex, or waits for it. */
  readonly isAcquired: (projectId: number) => boolean
  /** Passes the mutex on to the first transaction in its queue, if this transaction has it. */
  readonly release: (projectId: number, acquired: AcquiredMutexes) => void
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

  const passOn = (projectId: number): void => {
    const next = queueById.get(projectId)?.shift()
    if (next === undefined) {
      queueById.delete(projectId)
      return
    }
    // Before it runs again: an interruption in between must not lose the mutex.
    next.acquired.projectIds.add(projectId)
    next.resume()
  }

  const release: ProjectMutexes["release"] = (projectId, acquired) => {
    if (acquired.projectIds.delete(projectId)) passOn(projectId)
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
    isAcquired: (projectId) => queueById.has(projectId),
    release,
    releaseAll: (acquired) => {
      for (const projectId of acquired.projectIds) release(projectId, acquired)
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

/**
 * Acquires a shared lock of a project by `lock`, which finds nothing without waiting when another transaction has or wants it
 * exclusively. Only then the transaction takes its place in the queue of the mutex, and waits in the database as the first of it:
 * so shared locks do not wait for each other, and those that wait take one connection together.
 */
export const acquireShared = <A, E>(
  projectId: number,
  lock: (waits: boolean) => Effect.Effect<Option.Option<A>, E>
): Effect.Effect<Option.Option<A>, E> =>
  Effect.flatMap(OpenTransaction, (open) => {
    if (open === null || open.mutexes === null) return lock(true)
    const { mutexes, acquired } = open
    if (acquired.projectIds.has(projectId)) {
      return Effect.tap(lock(true), () => Effect.sync(() => mutexes.release(projectId, acquired)))
    }
    const unavailable = Effect.die(new ProjectMutexUnavailable(projectId))
    if (mutexes.isAcquired(projectId)) return unavailable
    return Effect.flatMap(lock(false), (found) => (Option.isSome(found) ? Effect.succeed(found) : unavailable))
  })
