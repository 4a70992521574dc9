import type { NotificationModel } from "@dragoman/api"
import { notificationKinds, tolgeeNotificationTypes } from "@dragoman/domain/notification"
import { type AccessRepository, NotificationRepository, type TaskRepository } from "@dragoman/store"
import { Cause, Context, Effect, FiberSet, Layer } from "effect"
import type { Caller } from "../service/access/access.ts"
import { isStillAuthenticated } from "../service/access/current-credential.ts"
import { notificationsToModels } from "../service/notification/notification-shapes.ts"
import { type NotificationChange, NotificationSignal } from "../service/notification/notification-signal.ts"
import { inRealTime } from "./keep-running.ts"
import { subscribeToOtherServers } from "./other-servers.ts"
import { PollMillis } from "./project-events.ts"

/** Number of new notifications that are named one by one; of more at once only the last ones. */
const namedMax = 20

/** Pause before the next try while the database is unavailable. */
const retryMillis = 1_000

/** The unseen notifications of a user. */
export interface UnseenCounts {
  readonly all: number
  /** Count of the types that clients of Tolgee know. */
  readonly ofTolgee: number
}

export interface NotificationSubscriber {
  readonly caller: Caller
  /** Receives a change. `notification` null: some were marked as seen, or only the number is known. Must not block. */
  readonly receive: (counts: UnseenCounts, notification: NotificationModel | null) => void
  /** Ends the subscription, because the credential ended; it is the last call. */
  readonly end: () => void
}

interface Channel {
  readonly userId: number
  readonly subscribers: Set<NotificationSubscriber>
  /** Ids of new notifications. */
  readonly pendingIds: Set<number>
  mayHaveChanged: boolean
  mustCheck: boolean
  isServing: boolean
  counts: UnseenCounts
}

/** Publishes to users how many notifications they have not seen, and which one is new, while their credential counts. */
export class UserNotifications extends Context.Service<
  UserNotifications,
  {
    /** Subscribes; the subscriber receives the counts at once. The result ends the subscription. */
    readonly subscribe: (subscriber: NotificationSubscriber) => Effect.Effect<() => void>
  }
>()("@dragoman/server/realtime/UserNotifications") {
  static readonly layer = Layer.effect(
    UserNotifications,
    Effect.gen(function* () {
      const notifications = yield* NotificationRepository
      const signal = yield* NotificationSignal
      const fork = yield* FiberSet.makeRuntime<AccessRepository | TaskRepository>()
      const channels = new Map<number, Channel>()

      const readCounts = Effect.fnUntraced(function* (userId: number) {
        const all = yield* notifications.countUnseen([userId], null)
        const ofTolgee = yield* notifications.countUnseen([userId], tolgeeNotificationTypes)
        return { all: all.get(userId) ?? 0, ofTolgee: ofTolgee.get(userId) ?? 0 } satisfies UnseenCounts
      })

      const remove = (channel: Channel, subscriber: NotificationSubscriber): void => {
        channel.subscribers.delete(subscriber)
        if (channel.subscribers.size === 0 && channels.get(channel.userId) === channel) channels.delete(channel.userId)
      }

      const serveOnce = Effect.fnUntraced(function* (channel: Channel) {
        const ids = [...channel.pendingIds].slice(-namedMax)
        const isMarked = channel.mayHaveChanged
        const rows = ids.length === 0 ? [] : yield* notifications.find(ids)
        const counts = yield* readCounts(channel.userId)
        const hasOtherCount = counts.all !== channel.counts.all || counts.ofTolgee !== channel.counts.ofTolgee
        const checked = yield* Effect.forEach([...channel.subscribers], (subscriber) =>
          Effect.map(isStillAuthenticated(subscriber.caller), (isValid) => ({ subscriber, isValid }))
        )
        // Nothing is removed before everything is read: after an error the same is served again.
        channel.counts = counts
        channel.mustCheck = false
        if (isMarked) channel.mayHaveChanged = false
        for (const id of ids) channel.pendingIds.delete(id)
        if (ids.length === namedMax) channel.pendingIds.clear()
        const models = yield* notificationsToModels(rows.toSorted((one, other) => one.id - other.id))
        for (const { subscriber, isValid } of checked) {
          // It unsubscribed while others were served.
          if (!channel.subscribers.has(subscriber)) continue
          if (!isValid) {
            remove(channel, subscriber)
            subscriber.end()
            continue
          }
          for (const model of models) subscriber.receive(counts, model)
          if (models.length === 0 && (isMarked || hasOtherCount)) subscriber.receive(counts, null)
        }
      })

      const serve = (channel: Channel): Effect.Effect<void, never, AccessRepository | TaskRepository> =>
        Effect.gen(function* () {
          while (
            channel.subscribers.size > 0 &&
            (channel.mayHaveChanged || channel.mustCheck || channel.pendingIds.size > 0)
          ) {
            yield* serveOnce(channel).pipe(
              Effect.catchCause((cause) =>
                Cause.hasInterruptsOnly(cause)
                  ? Effect.failCause(cause)
                  : Effect.logWarning("Reading notifications for subscribers failed; retrying", cause).pipe(
                      Effect.andThen(inRealTime(Effect.sleep(retryMillis)))
                    )
              )
            )
          }
          // INVARIANT: no other fiber runs between the condition of the loop and this line.
          channel.isServing = false
        })

      const wake = (channel: Channel): void => {
        if (channel.isServing) return
        channel.isServing = true
        fork(serve(channel))
      }

      const changed = (changes: ReadonlyArray<NotificationChange>): void => {
        for (const { userId, notificationId } of changes) {
          const channel = channels.get(userId)
          if (channel === undefined) continue
          if (notificationId === null) channel.mayHaveChanged = true
          else channel.pendingIds.add(notificationId)
          wake(channel)
        }
      }
      /** Checks all channels, because of lost signals, and of credentials that ended without an event. */
      const pollAll = (): void => {
        for (const channel of channels.values()) {
          channel.mustCheck = true
          wake(channel)
        }
      }

      const otherServers = yield* subscribeToOtherServers({ notified: changed, missed: pollAll })
      signal.listen((changes) => {
        changed(changes)
        otherServers.publishNotified(changes)
      })
      yield* inRealTime(Effect.sleep(yield* PollMillis)).pipe(
        Effect.andThen(Effect.sync(pollAll)),
        Effect.forever,
        Effect.forkScoped
      )

      const open = (userId: number, counts: UnseenCounts): Channel => {
        const channel: Channel = {
          userId,
          subscribers: new Set(),
          pendingIds: new Set(),
          mayHaveChanged: false,
          mustCheck: false,
          isServing: false,
          counts
        }
        channels.set(userId, channel)
        return channel
      }

      return UserNotifications.of({
        subscribe: Effect.fn("UserNotifications.subscribe")(function* (subscriber) {
          const { userId } = subscriber.caller
          const counts = yield* readCounts(userId)
          const channel = channels.get(userId) ?? open(userId, counts)
          channel.subscribers.add(subscriber)
          subscriber.receive(counts, null)
          // Signals of commits since the counts were read had no channel.
          channel.mustCheck = true
          wake(channel)
          return () => remove(channel, subscriber)
        })
      })
    })
  )
}

/** Prints the data of a message for clients of Tolgee; null: the change is about types that they do not know. */
export const tolgeeNotificationData = (counts: UnseenCounts, notification: NotificationModel | null) =>
  notification !== null && !notificationKinds[notification.type].isTolgees
    ? null
    : { currentlyUnseenCount: counts.ofTolgee, newNotification: notification }
