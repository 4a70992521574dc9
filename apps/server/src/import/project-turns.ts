import { Effect, Semaphore } from "effect"

interface Turn {
  readonly semaphore: Semaphore.Semaphore
  users: number
}

/** Effects of one project run one after the other; those of different projects do not wait for each other. */
export const makeProjectTurns = () => {
  const turns = new Map<number, Turn>()
  return <A, E, R>(projectId: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const turn = turns.get(projectId) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
        turn.users++
        turns.set(projectId, turn)
        return turn
      }),
      ({ semaphore }) => semaphore.withPermit(effect),
      (turn) =>
        Effect.sync(() => {
          turn.users--
          if (turn.users === 0) turns.delete(projectId)
        })
    )
}
