import { Clock, Context, Effect } from "effect"
import { DatabaseBusy } from "./database-busy.ts"

/** What one transaction has of the turns of this process. */
export interface HeldTurns {
  readonly projectIds: Set<number>
}

/**
 * One writer per project and process: the others wait here, without a connection, so that the writers of one project never
 * take the connections of all others. PostgreSQL only; SQLite has one writer anyway.
 */
export interface ProjectTurns {
  /** Takes the turn at once; false: another transaction has it. */
  readonly tryTake: (projectId: number, held: HeldTurns) => boolean
  /** Waits for the turn; first come, first served. A defect when it takes too long. */
  readonly take: (projectId: number, held: HeldTurns) => Effect.Effect<void>
  /** Hands over all turns that the transaction has. */
  readonly releaseAll: (held: HeldTurns) => void
  /** Projects whose turn is taken. */
  readonly size: () => number
}

/** A transaction that needs the turn of another: it is rolled back, waits without a connection, and begins again. */
export class TurnTaken {
  readonly _tag = "TurnTaken"
  readonly projectId: number
  constructor(projectId: number) {
    this.projectId = projectId
  }
}

interface Waiting {
  readonly held: HeldTurns
  readonly resume: () => void
}

export const makeProjectTurns = (waitMillisMax: number): ProjectTurns => {
  /** An entry as long as the turn is taken. */
  const waitingById = new Map<number, Array<Waiting>>()

  const tryTake: ProjectTurns["tryTake"] = (projectId, held) => {
    if (waitingById.has(projectId)) return false
    waitingById.set(projectId, [])
    held.projectIds.add(projectId)
    return true
  }

  const release = (projectId: number): void => {
    const next = waitingById.get(projectId)?.shift()
    if (next === undefined) {
      waitingById.delete(projectId)
      return
    }
    // Before it runs again: an interruption in between must not lose the turn.
    next.held.projectIds.add(projectId)
    next.resume()
  }

  return {
    tryTake,
    take: (projectId, held) =>
      Effect.callback<void>((resume) => {
        if (tryTake(projectId, held)) return resume(Effect.void)
        const waiting: Waiting = { held, resume: () => resume(Effect.void) }
        const queue = waitingById.get(projectId) ?? []
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
    releaseAll: (held) => {
      for (const projectId of held.projectIds) {
        held.projectIds.delete(projectId)
        release(projectId)
      }
    },
    size: () => waitingById.size
  }
}

/** The transaction that is open; null outside of one. */
export const OpenTransaction = Context.Reference<{
  readonly turns: ProjectTurns | null
  readonly held: HeldTurns
} | null>("@dragoman/store/database/OpenTransaction", { defaultValue: () => null })

/**
 * Before the lock of a project is waited for: makes sure that this transaction has the project's turn in this process.
 */
export const takeProjectTurn = (projectId: number): Effect.Effect<void> =>
  Effect.flatMap(OpenTransaction, (open) => {
    if (open === null || open.turns === null) return Effect.void
    if (open.held.projectIds.has(projectId) || open.turns.tryTake(projectId, open.held)) return Effect.void
    return Effect.die(new TurnTaken(projectId))
  })
