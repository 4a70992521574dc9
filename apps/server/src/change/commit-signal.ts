import { Context, Effect, Layer } from "effect"

/** A transaction that changed a project was committed. */
export interface Commit {
  readonly projectId: number
  /** Number of webhook deliveries that it made due. */
  readonly deliveries: number
  /** Translations whose issues of quality checks changed; null: too many to name. Absent: another change was committed. */
  readonly checkedIds?: ReadonlyArray<number> | null
  /** Whether it started a batch job. */
  readonly startsJob?: boolean
  /** Whether it scheduled content deliveries. */
  readonly publishes?: boolean
  /** The content delivery whose readers get another version from now on. */
  readonly publishedId?: number
}

/** Publishes commits within this process. Best effort: polling covers lost signals. */
export class CommitSignal extends Context.Service<
  CommitSignal,
  {
    readonly publish: (commit: Commit) => Effect.Effect<void>
    /** Subscribes from now on. The listener must not block. */
    readonly listen: (listener: (commit: Commit) => void) => void
  }
>()("@dragoman/server/change/CommitSignal") {
  static readonly layer = Layer.sync(CommitSignal, () => {
    const listeners: Array<(commit: Commit) => void> = []
    return CommitSignal.of({
      publish: (commit) =>
        Effect.sync(() => {
          for (const listener of listeners) listener(commit)
        }),
      listen: (listener) => void listeners.push(listener)
    })
  })
}
