import type { RealtimeMessage, RealtimeTopic, VisibleTexts } from "@dragoman/domain/activity"
import { type AccessRepository, ActivityRepository } from "@dragoman/store"
import { Cause, Context, Effect, FiberSet, Layer, Option } from "effect"
import { CommitSignal } from "../change/after-commit/commit-signal.ts"
import type { Caller } from "../platform/access/caller.ts"
import { inRealTime } from "./keep-running.ts"
import { talkToOtherServers } from "./other-servers.ts"
import { batchJobProgressEvent, type ProjectEvent } from "./project-event.ts"
import { readProjectEvents } from "./read-project-events.ts"
import { callerKey, checkStandingAccess, type StandingAccess } from "./standing-access.ts"

/**
 * How often projects with subscribers are looked at unasked: for words that were lost, and for permissions that ended
 * without an event.
 */
export const LookMillis = Context.Reference("@dragoman/server/realtime/LookMillis", { defaultValue: () => 20_000 })

/** Subscribers that are served before everybody else of the process gets a turn. */
const portion = 50

/** Serving takes at most this part of the time; while it rests, events gather and are sent together. */
const restPerServing = 4
const restMillisMax = 1_000

/** Between two tries when the database does not answer. */
const retryMillis = 1_000

/** Why a subscription ends. `failed`: a defect of the server; the subscriber may come back at once. */
export type SubscriptionEnd = Exclude<StandingAccess["kind"], "allowed"> | "failed"

export interface EventSubscriber {
  readonly caller: Caller
  readonly topics: ReadonlyArray<RealtimeTopic>
  /** Must not wait. */
  readonly receive: (events: ReadonlyArray<ProjectEvent>, visible: VisibleTexts) => void
  /** Nothing is received afterwards. */
  readonly end: (reason: SubscriptionEnd) => void
}

export interface ProjectSubscription {
  /** The last revision whose event was sent before the subscription began: the next one is received. */
  readonly revisionId: number
  readonly unsubscribe: () => void
}

interface Channel {
  readonly projectId: number
  /** The last revision that was read. */
  revisionId: number
  /** With the revision at which each subscription begins. */
  readonly subscribers: Map<EventSubscriber, number>
  readonly pending: Array<ProjectEvent>
  mayHaveChanged: boolean
  /** Permissions are to be asked again, also without an event. */
  mustCheck: boolean
  isServing: boolean
}

/**
 * Tells subscribers what happens in their project: in the order of the revisions, each once, none left out, and nothing
 * to who may not see it any more. Reads nothing of projects without subscribers. ADR 8.
 */
export class ProjectEvents extends Context.Service<
  ProjectEvents,
  {
    /**
     * A text says why there is no subscription. `seen`: a revision that the subscriber knows of, perhaps from another
     * server that is ahead; null: none.
     */
    readonly subscribe: (
      projectId: number,
      subscriber: EventSubscriber,
      seen: number | null
    ) => Effect.Effect<ProjectSubscription | SubscriptionEnd>
    /** How far a batch job is, also for the subscribers of other servers. Belongs to no revision; may get lost. */
    readonly publishProgress: (projectId: number, message: RealtimeMessage) => Effect.Effect<void>
    readonly subscriberCount: (projectId: number) => number
  }
>()("@dragoman/server/realtime/ProjectEvents") {
  static readonly layer = Layer.effect(
    ProjectEvents,
    Effect.gen(function* () {
      const commits = yield* CommitSignal
      const activities = yield* ActivityRepository
      const context = yield* Effect.context<AccessRepository | ActivityRepository>()
      const fork = yield* FiberSet.makeRuntime<AccessRepository | ActivityRepository>()
      const channels = new Map<number, Channel>()

      const wake = (channel: Channel): void => {
        if (channel.isServing) return
        channel.isServing = true
        fork(Effect.catchCause(serve(channel), (cause) => abandon(channel, cause)))
      }

      /**
       * After a defect: subscribers may have missed events, so all of them leave. Those that can resume find everything;
       * the next subscriber opens a new channel.
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
          (channel.mayHaveChanged || channel.mustCheck || channel.pending.length > 0)
        ) {
          const startedAt = performance.now()
          yield* serveOnce(channel)
          const rest = Math.min((performance.now() - startedAt) * restPerServing, restMillisMax)
          if (channel.subscribers.size > portion) yield* restFor(rest)
        }
        // INVARIANT: nothing runs between the last look at the channel and this.
        channel.isServing = false
      })

      const serveOnce = Effect.fnUntraced(function* (channel: Channel) {
        if (channel.mayHaveChanged) {
          channel.mayHaveChanged = false
          const page = yield* tryAgain(readProjectEvents(channel.projectId, channel.revisionId))
          channel.revisionId = page.lastRevisionId
          channel.pending.push(...page.events)
          if (page.isFull) channel.mayHaveChanged = true
        }
        if (channel.pending.length === 0 && !channel.mustCheck) return
        channel.mustCheck = false
        yield* send(channel, channel.pending.splice(0))
      })

      const send = Effect.fnUntraced(function* (channel: Channel, events: ReadonlyArray<ProjectEvent>) {
        const subscribers = [...channel.subscribers.keys()]
        for (let start = 0; start < subscribers.length; start += portion) {
          const some = subscribers.slice(start, start + portion)
          const accessByCaller = yield* checkAll(channel.projectId, some)
          for (const subscriber of some) {
            const begin = channel.subscribers.get(subscriber)
            // It left while others were served.
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
          if (start + portion < subscribers.length) yield* turnOfOthers
        }
      })

      const checkAll = Effect.fnUntraced(function* (projectId: number, subscribers: ReadonlyArray<EventSubscriber>) {
        const callers = new Map(subscribers.map(({ caller }) => [callerKey(caller), caller]))
        const all = yield* tryAgain(checkStandingAccess(projectId, [...callers.values()]))
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
        const [access = forbidden] = yield* checkStandingAccess(projectId, [subscriber.caller])
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
          // What was committed since the newest revision was looked up was told to nobody here.
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

      const lookAt = (channel: Channel): void => {
        channel.mayHaveChanged = true
        wake(channel)
      }
      const projectChanged = (projectId: number): void => {
        const channel = channels.get(projectId)
        if (channel !== undefined) lookAt(channel)
      }

      const publish = (projectId: number, message: RealtimeMessage): void => {
        const channel = channels.get(projectId)
        if (channel === undefined) return
        channel.pending.push(batchJobProgressEvent(message))
        wake(channel)
      }

      const lookAtAll = (): void => {
        for (const channel of channels.values()) {
          channel.mustCheck = true
          lookAt(channel)
        }
      }
      const others = yield* talkToOtherServers({ changed: projectChanged, progress: publish, anything: lookAtAll })
      commits.listen(({ projectId }) => {
        projectChanged(projectId)
        others.tellChanged(projectId)
      })
      yield* restFor(yield* LookMillis).pipe(Effect.andThen(Effect.sync(lookAtAll)), Effect.forever, Effect.forkScoped)

      return ProjectEvents.of({
        subscribe,
        publishProgress: (projectId, message) =>
          Effect.andThen(
            Effect.sync(() => publish(projectId, message)),
            others.tellProgress(projectId, message)
          ),
        subscriberCount: (projectId) => channels.get(projectId)?.subscribers.size ?? 0
      })
    })
  )
}

const forbidden: StandingAccess = { kind: "forbidden" }

const restFor = (millis: number) => inRealTime(Effect.sleep(millis))

/** Until the database answers: subscribers may be told late, but nothing is left out, and nobody is told unchecked. */
const tryAgain = <A, R>(effect: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.logWarning("Subscribers could not be told of a change; it is tried again.", cause).pipe(
          Effect.andThen(restFor(retryMillis)),
          Effect.andThen(tryAgain(effect))
        )
  )

/** Lets what has arrived meanwhile run first. */
const turnOfOthers = Effect.callback<void>((resume) => {
  const handle = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(handle))
})
