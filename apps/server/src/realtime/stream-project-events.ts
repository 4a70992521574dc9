import { realtimeTopics, type VisibleTexts } from "@dragoman/domain/activity"
import { ActivityRepository } from "@dragoman/store"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { type Cause, Context, Effect, Option, Queue, Stream } from "effect"
import { Sse } from "effect/encoding"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ProjectAccess } from "../platform/access/access.ts"
import { clientNetworkOf } from "../platform/http/client-network.ts"
import type { ProjectEvent } from "./project-event.ts"
import { type EventSubscriber, ProjectEvents, type SubscriptionEnd } from "./project-events.ts"
import { readProjectEvents } from "./read-project-events.ts"
import { noPlace, type RealtimeConnection, RealtimeConnections } from "./realtime-connections.ts"
import { checkStandingAccess } from "./standing-access.ts"

/** After how long a client comes back when the stream ends. */
const retryMillis = 3_000

/** Text that may wait for a slow client, in UTF-16 units; beyond it the stream ends, and the client resumes. */
export const WaitingUnitsMax = Context.Reference("@dragoman/server/realtime/WaitingUnitsMax", {
  defaultValue: () => 1024 * 1024
})

/** For a client to read to the end; then the connection is cut. */
const endMillis = 1_000

/** An event with a name of its own: clients that do not know it ignore it. */
const endEvent = (reason: SubscriptionEnd | "too-slow" | "stopping") =>
  Sse.encoder.write({ _tag: "Event", id: undefined, event: "end", data: JSON.stringify({ reason }) })

const heartbeat = ":\n\n"

/** Not an event: the place at which a client resumes. */
const idBlock = (id: number) => `id: ${id}\n\n`

const firstBlock = (id: number) => `retry: ${retryMillis}\n${idBlock(id)}`

const printEvent = (event: ProjectEvent, visible: VisibleTexts): string =>
  event.form("sse", visible, (data) =>
    Sse.encoder.write({ _tag: "Event", id: event.revisionId?.toString(), event: event.topic, data })
  )

/**
 * The events of a project behind a revision, and from now on; `lastEventId` null: from now on. What the client has not
 * seen is read from the activity, so that nothing is missed or repeated, also across restarts and servers. It begins with
 * an id, so that a client which has seen no event resumes at the same place.
 */
export const streamProjectEvents = Effect.fn("streamProjectEvents")(function* (
  access: ProjectAccess<"keys.view">,
  request: HttpServerRequest.HttpServerRequest,
  lastEventId: number | null
) {
  const connections = yield* RealtimeConnections
  const network = clientNetworkOf(request)
  const error = connections.enter(network)
  if (error !== null) return noPlace(error)
  // The scope of a request ends with its body.
  yield* Effect.addFinalizer(() => Effect.sync(() => connections.leave(network)))
  // Nothing starts before the body is read: the response to HEAD has none.
  const texts = Stream.unwrap(eventTexts(access, request, lastEventId))
  const context = yield* Effect.context<Stream.Services<typeof texts>>()
  return HttpServerResponse.stream(Stream.encodeText(Stream.provideContext(texts, context)), {
    contentType: "text/event-stream",
    // Proxies that collect a response before they pass it on would collect this one for ever.
    headers: { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" }
  })
})

/** INVARIANT: ids are sent in their order, and nothing is sent behind a gap, whatever ends the stream and when. */
const eventTexts = Effect.fnUntraced(function* (
  { projectId, caller }: ProjectAccess<"keys.view">,
  request: HttpServerRequest.HttpServerRequest,
  lastEventId: number | null
) {
  const connections = yield* RealtimeConnections
  const projectEvents = yield* ProjectEvents
  const activities = yield* ActivityRepository
  const waitingUnitsMax = yield* WaitingUnitsMax
  const live = yield* Queue.unbounded<string, Cause.Done>()
  /** Live events that come before the client has everything older. */
  let early: Array<string> = []
  let isCaughtUp = false
  let waitingUnits = 0
  let unsubscribe = () => {}
  let isOver = false

  const offer = (text: string): void => {
    waitingUnits += text.length
    if (isCaughtUp) Queue.offerUnsafe(live, text)
    else early.push(text)
  }
  const end = (reason: Parameters<typeof endEvent>[0]): void => {
    if (isOver) return
    isOver = true
    unsubscribe()
    // Sent now, they would hide what is older from a client that resumes behind them.
    early = []
    Queue.offerUnsafe(live, endEvent(reason))
    Queue.endUnsafe(live)
    setTimeout(() => isLeft() || connection.destroy(), endMillis).unref()
  }
  const connection: RealtimeConnection = {
    beat: () => isCaughtUp && offer(heartbeat),
    dismiss: () => end("stopping"),
    destroy: () => void NodeHttpServerRequest.toIncomingMessage(request).socket.destroy()
  }
  const isLeft = () => !connections.has(connection)
  connections.add(connection)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOver = true
      unsubscribe()
      connections.remove(connection)
    })
  )

  const subscriber: EventSubscriber = {
    caller,
    topics: realtimeTopics,
    receive: (events, visible) => {
      if (waitingUnits > waitingUnitsMax) end("too-slow")
      else for (const event of events) offer(printEvent(event, visible))
    },
    end
  }

  /** The last id that was made into text; null: the client takes what is new. */
  let seen: number | null = null
  let newest = 0
  if (lastEventId !== null) {
    newest = Option.match(yield* activities.findNewest(projectId), { onNone: () => 0, onSome: ({ id }) => id })
    // An id that no revision has yet comes from another database.
    seen = Math.min(lastEventId, newest)
  }

  const readPage = Effect.fnUntraced(function* (after: number, until: number) {
    const page = yield* readProjectEvents(projectId, after)
    const [standing] = yield* checkStandingAccess(projectId, [caller])
    if (standing?.kind !== "allowed") return end(standing?.kind ?? "forbidden")
    const lastId = Math.min(page.lastRevisionId, until)
    const events = page.events.filter(({ revisionId }) => (revisionId ?? 0) <= until)
    const text = [...events.map((event) => printEvent(event, standing.visible)), idBlock(lastId)].join("")
    return { text, lastId, isFull: page.isFull }
  })
  /** In pages behind `seen`, each read when the client has taken the one before. */
  const missed = (until: number) =>
    Stream.unfold(true, (isMore) =>
      Effect.gen(function* () {
        if (!isMore || isOver || seen === null || seen >= until) return undefined
        const page = yield* readPage(seen, until)
        if (page === undefined || isOver) return undefined
        seen = page.lastId
        return [page.text, page.isFull] as const
      })
    )
  /** Live events wait from here on, so what is far behind is read before. */
  const join = Effect.gen(function* () {
    if (isOver) return Stream.empty
    const subscription = yield* projectEvents.subscribe(projectId, subscriber, seen)
    if (typeof subscription === "string") {
      end(subscription)
      return Stream.empty
    }
    unsubscribe = subscription.unsubscribe
    if (isOver) unsubscribe()
    if (seen !== null) return missed(subscription.revisionId)
    seen = subscription.revisionId
    return Stream.succeed(firstBlock(seen))
  })
  const goLive = Effect.sync(() => {
    isCaughtUp = true
    for (const text of early.splice(0)) Queue.offerUnsafe(live, text)
    return Stream.map(Stream.fromQueue(live), (text) => {
      waitingUnits -= text.length
      return text
    })
  })
  const beginning =
    seen === null
      ? Stream.empty
      : Stream.concat(Stream.succeed(firstBlock(seen)), seen < newest ? missed(Number.POSITIVE_INFINITY) : Stream.empty)
  return beginning.pipe(Stream.concat(Stream.unwrap(join)), Stream.concat(Stream.unwrap(goLive)))
})
