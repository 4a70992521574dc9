import { randomUUID } from "node:crypto"
import type { RealtimeMessage } from "@dragoman/domain/activity"
import { ServerChannel } from "@dragoman/store"
import { Effect, FiberSet, Result, Schema, Stream } from "effect"
import type { NotificationChange } from "../service/notification/notification-signal.ts"
import { keepRunning } from "./keep-running.ts"

/** Number of project ids per message: the payload of NOTIFY is limited to 8,000 bytes. */
const projectsMax = 300

/** Number of changed notifications per message, by the same limit. */
const changesMax = 100

/** Messages between the servers of one database. */
const ServerMessage = Schema.Union([
  Schema.Struct({ from: Schema.String, kind: Schema.Literal("changed"), projectIds: Schema.Array(Schema.Int) }),
  // Access was taken away: from a server, which has told its own connections, or from a command of the operator.
  Schema.Struct({ from: Schema.String, kind: Schema.Literal("access") }),
  Schema.Struct({
    from: Schema.String,
    kind: Schema.Literal("progress"),
    projectId: Schema.Int,
    message: Schema.declare((value): value is RealtimeMessage => typeof value === "object" && value !== null)
  }),
  // Issues of quality checks changed; ids null: too many to name.
  Schema.Struct({
    from: Schema.String,
    kind: Schema.Literal("checked"),
    projectId: Schema.Int,
    translationIds: Schema.NullOr(Schema.Array(Schema.Int))
  }),
  /** Users, and the id of a new notification. */
  Schema.Struct({
    from: Schema.String,
    kind: Schema.Literal("notified"),
    changes: Schema.Array(Schema.Struct({ userId: Schema.Int, notificationId: Schema.NullOr(Schema.Int) }))
  })
])

const parseMessage = Schema.decodeUnknownResult(Schema.fromJsonString(ServerMessage))

/**
 * Receives the messages. `missed`: messages may have been lost. `accessEnded`: users, credentials or permissions, of any project.
 */
interface Listener {
  readonly accessEnded: () => void
  readonly changed: (projectId: number) => void
  readonly checked: (projectId: number, translationIds: ReadonlyArray<number> | null) => void
  readonly progress: (projectId: number, message: RealtimeMessage) => void
  readonly notified: (changes: ReadonlyArray<NotificationChange>) => void
  readonly missed: () => void
}

/** Subscribes to the messages of the other servers on the database, and returns how to publish to them. */
export const subscribeToOtherServers = Effect.fn("subscribeToOtherServers")(function* (
  listener: Partial<Listener> & Pick<Listener, "missed">
) {
  const channel = yield* ServerChannel
  const fork = yield* FiberSet.makeRuntime<never, void>()
  const from = randomUUID()

  const receive = Effect.fnUntraced(function* (text: string | null) {
    if (text === null) return listener.missed()
    const parsed = parseMessage(text)
    if (Result.isFailure(parsed)) {
      yield* Effect.logWarning("Message of another server is unreadable", { utf16Units: text.length })
      // Another version may have published a change.
      return listener.missed()
    }
    const message = parsed.success
    if (message.from === from) return
    if (message.kind === "access") listener.accessEnded?.()
    else if (message.kind === "checked") listener.checked?.(message.projectId, message.translationIds)
    else if (message.kind === "progress") listener.progress?.(message.projectId, message.message)
    else if (message.kind === "notified") listener.notified?.(message.changes)
    else for (const projectId of message.projectIds) listener.changed?.(projectId)
  })
  yield* Effect.forkScoped(
    keepRunning("The subscription to other servers", Stream.runForEach(channel.messages, receive))
  )

  const publish = (message: typeof ServerMessage.Type) =>
    Effect.catchCause(channel.publish(JSON.stringify(message)), (cause) =>
      Effect.logWarning("Publishing to other servers failed", cause)
    )
  // It is published after the commit and in batches: NOTIFY inside a transaction would serialize the commits of all
  // projects.
  const changed = new Set<number>()
  let isPublishing = false
  const publishAllChanged = Effect.gen(function* () {
    while (changed.size > 0) {
      const projectIds = [...changed].slice(0, projectsMax)
      for (const projectId of projectIds) changed.delete(projectId)
      yield* publish({ from, kind: "changed", projectIds })
    }
    isPublishing = false
  })
  return {
    publishChanged: (projectId: number): void => {
      changed.add(projectId)
      if (isPublishing) return
      isPublishing = true
      fork(publishAllChanged)
    },
    publishChecked: (projectId: number, translationIds: ReadonlyArray<number> | null): void =>
      void fork(publish({ from, kind: "checked", projectId, translationIds })),
    publishProgress: (projectId: number, message: RealtimeMessage) =>
      publish({ from, kind: "progress", projectId, message }),
    publishNotified: (changes: ReadonlyArray<NotificationChange>): void => {
      for (let start = 0; start < changes.length; start += changesMax) {
        fork(publish({ from, kind: "notified", changes: changes.slice(start, start + changesMax) }))
      }
    }
  }
})
