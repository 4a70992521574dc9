import { Effect, Semaphore } from "effect"

interface Entry {
  readonly semaphore: Semaphore.Semaphore
  users: number
}

/** Effects of one project run one after the other; those of different projects do not wait for each other. */
export const makeProjectSemaphore = () => {
  const entries = new Map<number, Entry>()
  return <A, E, R>(projectId: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const entry = entries.get(projectId) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
        entry.users++
        entries.set(projectId, entry)
        return entry
      }),
      ({ semaphore }) => semaphore.withPermit(effect),
      (entry) =>
        Effect.sync(() => {
          entry.users--
          if (entry.users === 0) entries.delete(projectId)
        })
    )
}
