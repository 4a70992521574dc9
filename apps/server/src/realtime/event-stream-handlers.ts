import { Api } from "@dragoman/api"
import { realtimeTopics, type VisibleTexts } from "@dragoman/domain/activity"
import { ActivityRepository } from "@dragoman/store"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { type Cause, Context, Effect, Option, Queue, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../platform/fail.ts"
import { clientNetworkOf } from "../platform/http/rate-limiter.ts"
import { type ProjectAccess, withAccess } from "../service/access/access.ts"
import { checkCurrentProjectAccess } from "./current-project-access.ts"
import {
  endEvent,
  endMillis,
  heartbeatBlock,
  retryMillis,
  type StreamEnd,
  streamHeaders
} from "./event-stream-blocks.ts"
import { streamNotifications } from "./notification-stream.ts"
import { type ProjectEvent, readProjectEvents } from "./project-event.ts"
import { type EventSubscriber, ProjectEvents } from "./project-events.ts"
import { connectionRejected, type RealtimeConnection, RealtimeConnections } from "./realtime-connections.ts"

export const EventStreamHandlers = HttpApiBuilder.group(Api, "eventStream", (handlers) =>
  handlers.handleAll({
    stream: withAccess(function* (access, { query }) {
      const request = yield* HttpServerRequest.HttpServerRequest
      // A client that reconnects sends the header: it is newer than the parameter of its first request.
      const header = request.headers["last-event-id"]
      if (header !== undefined && !/^\d{1,15}$/.test(header))
        return yield* failWith("wrong_param_type", ["lastEventId"])
      const lastEventId = header === undefined ? (query.lastEventId ?? null) : Number(header)
      return yield* streamProjectEvents(access, request, lastEventId)
    }),
    streamNotifications: withAccess(function* (access) {
      const request = yield* HttpServerRequest.HttpServerRequest
      return yield* streamNotifications(access, request)
    })
  })
)

/** Text buffered for a slow client, in UTF-16 units; beyond it the stream ends, and the client resumes. */
export const BufferedUnitsMax = Context.Reference("@dragoman/server/realtime/BufferedUnitsMax", {
  defaultValue: () => 1024 * 1024
})

/** Not an event: sets the id after which a client resumes. */
const idBlock = (id: number) => `id: ${id}\n\n`

const firstBlock = (id: number) => `retry: ${retryMillis}\n${idBlock(id)}`

const printEvent = (event: ProjectEvent, visible: VisibleTexts): string =>
  event.form("sse", visible, (data) =>
    Sse.encoder.write({ _tag: "Event", id: event.revisionId?.toString(), event: event.topic, data })
  )

/**
 * The events of a project after a revision, or from now on if `lastEventId` is null. Missed events are read from the
 * activity, so that none is lost or repeated, also across restarts and servers. The stream begins with an id, so that a
 * client without any event resumes at the same revision.
 */
export const streamProjectEvents = Effect.fn("streamProjectEvents")(function* (
  access: ProjectAccess<"keys.view">,
  request: HttpServerRequest.HttpServerRequest,
  lastEventId: number | null
) {
  const connections = yield* RealtimeConnections
  const network = clientNetworkOf(request)
  const rejection = connections.acquire(network)
  if (rejection !== null) return connectionRejected(rejection)
  // The scope of a request ends with its body.
  yield* Effect.addFinalizer(() => Effect.sync(() => connections.release(network)))
  // The stream starts only when its body is read: the response to HEAD has none.
  const texts = Stream.unwrap(eventTexts(access, request, lastEventId))
  const context = yield* Effect.context<Stream.Services<typeof texts>>()
  return HttpServerResponse.stream(Stream.encodeText(Stream.provideContext(texts, context)), {
    contentType: "text/event-stream",
    headers: streamHeaders
  })
})

/** INVARIANT: ids are sent in order and without gaps, wherever the stream ends. */
const eventTexts = Effect.fnUntraced(function* (
  { projectId, caller }: ProjectAccess<"keys.view">,
  request: HttpServerRequest.HttpServerRequest,
  lastEventId: number | null
) {
  const connections = yield* RealtimeConnections
  const projectEvents = yield* ProjectEvents
  const activities = yield* ActivityRepository
  const bufferedUnitsMax = yield* BufferedUnitsMax
  const live = yield* Queue.unbounded<string, Cause.Done>()
  /** Live events that arrive before the client has all older ones. */
  let early: Array<string> = []
  let isCaughtUp = false
  let bufferedUnits = 0
  let unsubscribe = () => {}
  let isOver = false

  const offer = (text: string): void => {
    bufferedUnits += text.length
    if (isCaughtUp) Queue.offerUnsafe(live, text)
    else early.push(text)
  }
  const end = (reason: StreamEnd): void => {
    if (isOver) return
    isOver = true
    unsubscribe()
    // If sent, a client would resume after them and miss older events.
    early = []
    Queue.offerUnsafe(live, endEvent(reason))
    Queue.endUnsafe(live)
    setTimeout(() => isLeft() || connection.destroy(), endMillis).unref()
  }
  const connection: RealtimeConnection = {
    heartbeat: () => isCaughtUp && offer(heartbeatBlock),
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
      if (bufferedUnits > bufferedUnitsMax) end("too-slow")
      else for (const event of events) offer(printEvent(event, visible))
    },
    end
  }

  /** The last id that was sent; null: the client wants only new events. */
  let seen: number | null = null
  let newest = 0
  if (lastEventId !== null) {
    newest = Option.match(yield* activities.findNewest(projectId), { onNone: () => 0, onSome: ({ id }) => id })
    // A larger id is from another database.
    seen = Math.min(lastEventId, newest)
  }

  const readPage = Effect.fnUntraced(function* (after: number, until: number) {
    const page = yield* readProjectEvents(projectId, after)
    const [current] = yield* checkCurrentProjectAccess(projectId, [caller])
    if (current?.kind !== "allowed") return end(current?.kind ?? "forbidden")
    const lastId = Math.min(page.lastRevisionId, until)
    const events = page.events.filter(({ revisionId }) => (revisionId ?? 0) <= until)
    const text = [...events.map((event) => printEvent(event, current.visible)), idBlock(lastId)].join("")
    return { text, lastId, isFull: page.isFull }
  })
  /** Pages after `seen`; each is read when the client has received the previous one. */
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
  /** Live events are buffered from here on, so most of the missed events are sent before. */
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
      bufferedUnits -= text.length
      return text
    })
  })
  const beginning =
    seen === null
      ? Stream.empty
      : Stream.concat(Stream.succeed(firstBlock(seen)), seen < newest ? missed(Number.POSITIVE_INFINITY) : Stream.empty)
  return beginning.pipe(Stream.concat(Stream.unwrap(join)), Stream.concat(Stream.unwrap(goLive)))
})
