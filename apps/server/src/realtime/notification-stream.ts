import type { NotificationModel } from "@dragoman/api"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { type Cause, Effect, Queue, Stream } from "effect"
import { Sse } from "effect/encoding"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { clientNetworkOf } from "../platform/http/rate-limiter.ts"
import type { UserAccess } from "../service/access/access.ts"
import {
  endEvent,
  endMillis,
  heartbeatBlock,
  retryMillis,
  type StreamEnd,
  streamHeaders
} from "./event-stream-blocks.ts"
import { connectionRejected, type RealtimeConnection, RealtimeConnections } from "./realtime-connections.ts"
import { type UnseenCounts, UserNotifications } from "./user-notifications.ts"

/** Events that wait for a slow client; beyond it the stream ends, and the client reconnects. */
const waitingMax = 1_000

const printChange = (counts: UnseenCounts, notification: NotificationModel | null): string =>
  Sse.encoder.write({
    _tag: "Event",
    id: undefined,
    event: "notifications-changed",
    data: JSON.stringify({ currentlyUnseenCount: counts.all, newNotification: notification })
  })

/**
 * The notifications of the caller as server-sent events. Each event has the number of unseen ones, also the first, which comes
 * at once: a client that reconnects misses nothing that it needs.
 */
export const streamNotifications = Effect.fn("streamNotifications")(function* (
  access: UserAccess,
  request: HttpServerRequest.HttpServerRequest
) {
  const connections = yield* RealtimeConnections
  const network = clientNetworkOf(request)
  const rejection = connections.acquire(network)
  if (rejection !== null) return connectionRejected(rejection)
  // The scope of a request ends with its body.
  yield* Effect.addFinalizer(() => Effect.sync(() => connections.release(network)))
  // The stream starts only when its body is read: the response to HEAD has none.
  const texts = Stream.unwrap(changeTexts(access, request))
  const context = yield* Effect.context<Stream.Services<typeof texts>>()
  return HttpServerResponse.stream(Stream.encodeText(Stream.provideContext(texts, context)), {
    contentType: "text/event-stream",
    headers: streamHeaders
  })
})

const changeTexts = Effect.fnUntraced(function* ({ caller }: UserAccess, request: HttpServerRequest.HttpServerRequest) {
  const connections = yield* RealtimeConnections
  const userNotifications = yield* UserNotifications
  const live = yield* Queue.unbounded<string, Cause.Done>()
  let waiting = 0
  let isOver = false
  let unsubscribe = () => {}

  const offer = (text: string): void => {
    waiting += 1
    Queue.offerUnsafe(live, text)
  }
  const end = (reason: StreamEnd): void => {
    if (isOver) return
    isOver = true
    unsubscribe()
    Queue.offerUnsafe(live, endEvent(reason))
    Queue.endUnsafe(live)
    setTimeout(() => connections.has(connection) && connection.destroy(), endMillis).unref()
  }
  const connection: RealtimeConnection = {
    heartbeat: () => isOver || offer(heartbeatBlock),
    dismiss: () => end("stopping"),
    destroy: () => void NodeHttpServerRequest.toIncomingMessage(request).socket.destroy()
  }
  connections.add(connection)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOver = true
      unsubscribe()
      connections.remove(connection)
    })
  )
  offer(`retry: ${retryMillis}\n\n`)
  unsubscribe = yield* userNotifications.subscribe({
    caller,
    receive: (counts, notification) => {
      if (isOver) return
      if (waiting > waitingMax) end("too-slow")
      else offer(printChange(counts, notification))
    },
    end: () => end("unauthenticated")
  })
  if (isOver) unsubscribe()
  return Stream.map(Stream.fromQueue(live), (text) => {
    waiting -= 1
    return text
  })
})
