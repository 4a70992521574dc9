import { Context, Effect, Layer } from "effect"

/** A change of a user's notifications; `notificationId`: a new one, null: some were marked as seen. */
export interface NotificationChange {
  readonly userId: number
  readonly notificationId: number | null
}

/** Publishes committed changes of notifications within this process. Best effort: polling covers lost signals. */
export class NotificationSignal extends Context.Service<
  NotificationSignal,
  {
    readonly publish: (changes: ReadonlyArray<NotificationChange>) => Effect.Effect<void>
    /** Subscribes from now on. The listener must not block. */
    readonly listen: (listener: (changes: ReadonlyArray<NotificationChange>) => void) => void
  }
>()("@dragoman/server/service/notification/NotificationSignal") {
  static readonly layer = Layer.sync(NotificationSignal, () => {
    const listeners: Array<(changes: ReadonlyArray<NotificationChange>) => void> = []
    return NotificationSignal.of({
      publish: (changes) =>
        Effect.sync(() => {
          for (const listener of listeners) listener(changes)
        }),
      listen: (listener) => void listeners.push(listener)
    })
  })
}
