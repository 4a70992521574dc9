import { checkedTextsMax, type RealtimeMessage, type RealtimeTopic, type VisibleTexts } from "@dragoman/domain/activity"
import {
  type AccessRepository,
  ActivityRepository,
  listenToAccessChanges,
  type QualityCheckRepository
} from "@dragoman/store"
import { Cause, Context, Effect, FiberSet, Layer, Option } from "effect"
import { CommitSignal } from "../change/commit-signal.ts"
import type { Caller } from "../service/access/access.ts"
import { type CurrentProjectAccess, callerKey, checkCurrentProjectAccess } from "./current-project-access.ts"
import { inRealTime } from "./keep-running.ts"
import { subscribeToOtherServers } from "./other-servers.ts"
import { batchJobProgressEvent, type ProjectEvent, readCheckedTexts, readProjectEvents } from "./project-event.ts"
import { watchOperator } from "./watch-operator.ts"

/**
 * Poll interval of projects with subscribers: for lost signals, and for permissions that ended without an event.
 */
export const PollMillis = Context.Reference("@dragoman/server/realtime/PollMillis", { defaultValue: () => 20_000 })

/** Number of subscribers served before other work of the event loop runs. */
const batchSize = 50

/** Pauses are this many times longer than serving, so that events accumulate and are sent together. */
const pausePerServing = 4
const pauseMillisMax = 1_000

/** Pause between retries while the database is unavailable. */
const retryMillis = 1_000

/** The reason why a subscription ends. `failed`: a defect of the server; the client may subscribe again at once. */
export type SubscriptionEnd = Exclude<CurrentProjectAccess["kind"], "allowed"> | "failed"

export interface EventSubscriber {
  readonly caller: Caller
  readonly topics: ReadonlyArray<RealtimeTopic>
  /** Receives events; must not block. */
  readonly receive: (events: ReadonlyArray<ProjectEvent>, visible: VisibleTexts) => void
  /** Ends the subscription; it is the last call. */
  readonly end: (reason: SubscriptionEnd) => void
}

export interface ProjectSubscription {
  /** The last revision before the subscription: later ones are received. */
  readonly revisionId: number
  readonly unsubscribe: () => void
}

interface Channel {
  readonly projectId: number
  /** The last revision that was read. */
  revisionId: number
  /** Subscribers, with the revision after which they receive events. */
  readonly subscribers: Map<EventSubscriber, number>
  readonly pending: Array<ProjectEvent>
  /** Translations whose issues changed since the last event; null: too many to name. */
  checkedIds: Set<number> | null
  mayHaveChanged: boolean
  /** Whether permissions are checked again, also without an event. */
  mustCheck: boolean
  isServing: boolean
}

/**
 * Publishes the events of projects to their subscribers: in the order of the revisions, each once, without gaps, and only
 * while the subscriber has the permission. Projects without subscribers are not read (ADR 8).
 */
export class ProjectEvents extends Context.Service<
  ProjectEvents,
  {
    /**
     * Subscribes; returns a text as the reason of a rejection. `seen`: the last revision that the subscriber knows,
     * which may be from another server that is ahead; null: none.
     */
    readonly subscribe: (
      projectId: number,
      subscriber: EventSubscriber,
      seen: number | null
    ) => Effect.Effect<ProjectSubscription | SubscriptionEnd>
    /**
     * Publishes the progress of a batch job, also to subscribers of other servers. It has no revision and may be lost.
     */
    readonly publishProgress: (projectId: number, message: RealtimeMessage) => Effect.Effect<void>
    readonly subscriberCount: (projectId: number) => number
  }
>()("@dragoman/server/realtime/ProjectEvents") {
  static readonly layer = Layer.effect(
    ProjectEvents,
    Effect.gen(function* () {
      const commits = yield* CommitSignal
      const activities = yield* ActivityRepository
      const context = yield* Effect.context<AccessRepository | ActivityRepository | QualityCheckRepository>()
      const fork = yield* FiberSet.makeRuntime<AccessRepository | ActivityRepository | QualityCheckRepository>()
      const channels = new Map<number, Channel>()

      const wake = (channel: Channel): void => {
        if (channel.isServing) return
        channel.isServing = true
        fork(Effect.catchCause(serve(channel), (cause) => abandon(channel, cause)))
      }

      /**
       * Ends all subscriptions after a defect, because events may have been missed. Clients that can resume find
       * everything; the next subscriber opens a new channel.
       */
      const abandon = Effect.fnUntraced(function* (channel: Channel, cause: Cause.Cause<never>) {
        if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause)
        yield* Effect.logError("Publishing the events of a project failed", cause)
        for (const subscriber of [...channel.subscribers.keys()]) {
          remove(channel, subscriber)
          subscriber.end("failed")
        }
      })

      const serve = Effect.fnUntraced(function* (channel: Channel) {
        while (
          channel.subscribers.size > 0 &&
          (channel.mayHaveChanged || channel.mustCheck || channel.pending.length > 0 || hasCheckedTexts(channel))
        ) {
          const startedAt = performance.now()
          yield* serveOnce(channel)
          const pause = Math.min((performance.now() - startedAt) * pausePerServing, pauseMillisMax)
          if (channel.subscribers.size > batchSize) yield* sleep(pause)
        }
        // INVARIANT: no other fiber runs between the condition of the loop and this line.
        channel.isServing = false
      })

      const serveOnce = Effect.fnUntraced(function* (channel: Channel) {
        if (channel.mayHaveChanged) {
          channel.mayHaveChanged = false
          const page = yield* retrying(readProjectEvents(channel.projectId, channel.revisionId))
          channel.revisionId = page.lastRevisionId
          channel.pending.push(...page.events)
          if (page.isFull) channel.mayHaveChanged = true
        }
        if (hasCheckedTexts(channel)) {
          const { checkedIds } = channel
          channel.checkedIds = new Set()
          channel.pending.push(yield* retrying(readCheckedTexts(channel.projectId, checkedIds && [...checkedIds])))
        }
        if (channel.pending.length === 0 && !channel.mustCheck) return
        channel.mustCheck = false
        yield* send(channel, channel.pending.splice(0))
      })

      const send = Effect.fnUntraced(function* (channel: Channel, events: ReadonlyArray<ProjectEvent>) {
        const subscribers = [...channel.subscribers.keys()]
        for (let start = 0; start < subscribers.length; start += batchSize) {
          const batch = subscribers.slice(start, start + batchSize)
          const accessByCaller = yield* checkAll(channel.projectId, batch)
          for (const subscriber of batch) {
            const begin = channel.subscribers.get(subscriber)
            // It unsubscribed while others were served.
            if (begin === undefined) continue
            const access = accessByCaller.get(callerKey(subscriber.caller))
            if (access?.kind !== "allowed") {
              remove(channel, subscriber)
              subscriber.end(access?.kind ?? "forbidden")
              continue
            }
            const wanted = events.filter(
              ({ topic, revisionId }) => subscriber.topics.includes(topic) && (revisionId ?? begin + 1) > begin
            )
            if (wanted.length > 0) subscriber.receive(wanted, access.visible)
          }
          if (start + batchSize < subscribers.length) yield* yieldToEventLoop
        }
      })

      const checkAll = Effect.fnUntraced(function* (projectId: number, subscribers: ReadonlyArray<EventSubscriber>) {
        const callers = new Map(subscribers.map(({ caller }) => [callerKey(caller), caller]))
        const all = yield* retrying(checkCurrentProjectAccess(projectId, [...callers.values()]))
        return new Map([...callers.keys()].map((key, index) => [key, all[index] ?? forbidden]))
      })

      const remove = (channel: Channel, subscriber: EventSubscriber): void => {
        channel.subscribers.delete(subscriber)
        if (channel.subscribers.size === 0 && channels.get(channel.projectId) === channel) {
          channels.delete(channel.projectId)
        }
      }

      const subscribe = Effect.fn("ProjectEvents.subscribe")(function* (
        projectId: number,
        subscriber: EventSubscriber,
        seen: number | null
      ) {
        const [access = forbidden] = yield* checkCurrentProjectAccess(projectId, [subscriber.caller])
        if (access.kind !== "allowed") return access.kind
        const known = channels.get(projectId)
        if (known !== undefined && known.revisionId >= (seen ?? 0)) return join(known, subscriber, 0)
        const newest = Option.getOrElse(yield* activities.findNewest(projectId), () => ({ id: 0 }))
        const channel = channels.get(projectId) ?? open(projectId, newest.id)
        if (channel.revisionId < newest.id) channel.mayHaveChanged = true
        return join(channel, subscriber, Math.min(seen ?? 0, newest.id))
      }, Effect.provideContext(context))

      const open = (projectId: number, revisionId: number): Channel => {
        const channel: Channel = {
          projectId,
          revisionId,
          subscribers: new Map(),
          pending: [],
          checkedIds: new Set(),
          // Signals of commits since the newest revision was read had no channel.
          mayHaveChanged: true,
          mustCheck: false,
          isServing: false
        }
        channels.set(projectId, channel)
        return channel
      }
      const join = (channel: Channel, subscriber: EventSubscriber, seen: number): ProjectSubscription => {
        const revisionId = Math.max(channel.revisionId, seen)
        channel.subscribers.set(subscriber, revisionId)
        wake(channel)
        return { revisionId, unsubscribe: () => remove(channel, subscriber) }
      }

      const poll = (channel: Channel): void => {
        channel.mayHaveChanged = true
        wake(channel)
      }
      const projectChanged = (projectId: number): void => {
        const channel = channels.get(projectId)
        if (channel !== undefined) poll(channel)
      }

      const publish = (projectId: number, message: RealtimeMessage): void => {
        const channel = channels.get(projectId)
        if (channel === undefined) return
        channel.pending.push(batchJobProgressEvent(message))
        wake(channel)
      }

      const textsChecked = (projectId: number, ids: ReadonlyArray<number> | null): void => {
        const channel = channels.get(projectId)
        if (channel === undefined) return
        const all = ids && channel.checkedIds && new Set([...channel.checkedIds, ...ids])
        channel.checkedIds = all && all.size > checkedTextsMax ? null : all
        wake(channel)
      }

      const pollAll = (): void => {
        for (const channel of channels.values()) {
          channel.mustCheck = true
          poll(channel)
        }
      }
      /** Checks the subscribers of all projects without waiting for an event: those who lost the access leave at once. */
      const checkAccess = (): void => {
        for (const channel of channels.values()) {
          channel.mustCheck = true
          wake(channel)
        }
      }
      yield* listenToAccessChanges(checkAccess)
      yield* watchOperator({ isNeeded: () => channels.size > 0, changed: checkAccess })
      const otherServers = yield* subscribeToOtherServers({
        accessEnded: checkAccess,
        changed: projectChanged,
        checked: textsChecked,
        progress: publish,
        missed: pollAll
      })
      commits.listen(({ projectId, checkedIds }) => {
        if (checkedIds !== undefined) {
          textsChecked(projectId, checkedIds)
          return otherServers.publishChecked(projectId, checkedIds)
        }
        projectChanged(projectId)
        otherServers.publishChanged(projectId)
      })
      yield* sleep(yield* PollMillis).pipe(Effect.andThen(Effect.sync(pollAll)), Effect.forever, Effect.forkScoped)

      return ProjectEvents.of({
        subscribe,
        publishProgress: (projectId, message) =>
          Effect.andThen(
            Effect.sync(() => publish(projectId, message)),
            otherServers.publishProgress(projectId, message)
          ),
        subscriberCount: (projectId) => channels.get(projectId)?.subscribers.size ?? 0
      })
    })
  )
}

const forbidden: CurrentProjectAccess = { kind: "forbidden" }

const hasCheckedTexts = ({ checkedIds }: Channel): boolean => checkedIds === null || checkedIds.size > 0

const sleep = (millis: number) => inRealTime(Effect.sleep(millis))

/** Retries until the database is available: events may be late, but none is left out or sent without a check. */
const retrying = <A, R>(effect: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.logWarning("Reading events for subscribers failed; retrying", cause).pipe(
          Effect.andThen(sleep(retryMillis)),
          Effect.andThen(retrying(effect))
        )
  )

/** Lets pending I/O callbacks run first. */
const yieldToEventLoop = Effect.callback<void>((resume) => {
  const handle = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(handle))
})
