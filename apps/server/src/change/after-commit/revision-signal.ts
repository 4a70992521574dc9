import { Context, Effect, Layer } from "effect"

/**
 * Told after the commit of a revision that a project has changed, in whichever thread of this process that happened. A
 * word that is lost is made good by polling.
 */
export class RevisionSignal extends Context.Service<
  RevisionSignal,
  {
    readonly committed: (projectId: number) => Effect.Effect<void>
    /** From now on; for the one who tells the world outside of this thread. */
    readonly listen: (listener: (projectId: number) => void) => void
  }
>()("@dragoman/server/change/after-commit/RevisionSignal") {
  static readonly layer = Layer.sync(RevisionSignal, () => {
    const listeners: Array<(projectId: number) => void> = []
    return RevisionSignal.of({
      committed: (projectId) =>
        Effect.sync(() => {
          for (const listener of listeners) listener(projectId)
        }),
      listen: (listener) => void listeners.push(listener)
    })
  })
}
