import { realtimeTopics, type VisibleTexts } from "@dragoman/domain/activity"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { type Cause, Effect, Queue, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ProjectAccess } from "../access/grant.ts"
import type { ProjectEvent } from "./project-event.ts"
import { ProjectEvents, type SubscriptionEnd } from "./project-events.ts"
import { readProjectEvents } from "./read-project-events.ts"
import { type RealtimeConnection, RealtimeConnections } from "./realtime-connections.ts"
import { checkStandingAccess } from "./standing-access.ts"

/** After how long a client comes back when the stream ends. */
const retryMillis = 3_000

/** What waits for a client that does not read; then the stream ends, and the client comes back with what it has. */
const waitingUtf16UnitsMax = 1024 * 1024

/** For a client to read to the end; then the connection is cut. */
const endMillis = 1_000

/** A stream of its own name: clients that know nothing of it ignore it. */
const endEvent = (reason: SubscriptionEnd | "too-slow" | "stopping") =>
  `event: end\ndata: ${JSON.stringify({ reason })}\n\n`

const heartbeat = ":\n\n"

const printEvent = (event: ProjectEvent, visible: VisibleTexts): string =>
  event.form("sse", visible, (body) => {
    const id = event.revisionId === null ? "" : `id: ${event.revisionId}\n`
    return `${id}event: ${event.topic}\ndata: ${body}\n\n`
  })

/**
 * The events of a project behind a revision, and from now on; `lastEventId` null: from now on. What the client has not
 * seen is read from the activity, so that nothing is missed or repeated, also across restarts and servers. It begins with
 * an id, so that a client which has seen no event comes back to the same place.
 */
export const streamProjectEvents = Effect.fn("streamProjectEvents")(function* (
  access: ProjectAccess<"keys.view">,
  request: HttpServerRequest.HttpServerRequest,
  lastEventId: number | null
) {
  const connections = yield* RealtimeConnections
  const projectEvents = yield* ProjectEvents
  const { projectId, caller } = access
  if (connections.isClosed()) return HttpServerResponse.empty({ status: 503 })

  // Nothing is begun before somebody reads: the answer to HEAD has no body.
  const texts = Stream.unwrap(
    Effect.gen(function* () {
      const live = yield* Queue.unbounded<string, Cause.Done>()
      let waitingUtf16Units = 0
      let unsubscribe = () => {}
      let isOver = false
      const offer = (text: string): void => {
        waitingUtf16Units += text.length
        Queue.offerUnsafe(live, text)
      }
      const end = (last: Parameters<typeof endEvent>[0]): void => {
        if (isOver) return
        isOver = true
        unsubscribe()
        offer(endEvent(last))
        Queue.endUnsafe(live)
        setTimeout(() => isLeft() || connection.destroy(), endMillis).unref()
      }
      const connection: RealtimeConnection = {
        beat: () => offer(heartbeat),
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
      const subscription = yield* projectEvents.subscribe(projectId, {
        caller,
        topics: realtimeTopics,
        receive: (events, visible) => {
          if (waitingUtf16Units > waitingUtf16UnitsMax) end("too-slow")
          else for (const event of events) offer(printEvent(event, visible))
        },
        end
      })
      if (typeof subscription === "string") return Stream.succeed(endEvent(subscription))
      unsubscribe = subscription.unsubscribe

      const now = subscription.revisionId
      const seen = Math.min(lastEventId ?? now, now)
      /** null: it is over, and the end of the queue says why. */
      const readMissed = Effect.fnUntraced(function* (after: number) {
        const page = yield* readProjectEvents(projectId, after)
        const [standing] = yield* checkStandingAccess(projectId, [caller])
        if (!isOver && standing?.kind !== "allowed") end(standing?.kind ?? "forbidden")
        if (isOver || standing?.kind !== "allowed") return null
        const { visible } = standing
        const missed = page.events.filter(({ revisionId }) => (revisionId ?? 0) <= now)
        return {
          text: [...missed.map((event) => printEvent(event, visible)), `id: ${Math.min(page.lastRevisionId, now)}\n\n`],
          next: page.isFull && page.lastRevisionId < now ? page.lastRevisionId : null
        }
      })
      const missed = Stream.unfold(seen < now ? seen : null, (after: number | null) =>
        after === null
          ? Effect.succeed(undefined)
          : Effect.map(readMissed(after), (read) =>
              read === null ? undefined : ([read.text.join(""), read.next] as const)
            )
      )
      return Stream.succeed(`retry: ${retryMillis}\nid: ${seen}\n\n`).pipe(
        Stream.concat(missed),
        Stream.concat(
          Stream.map(Stream.fromQueue(live), (text) => {
            waitingUtf16Units -= text.length
            return text
          })
        )
      )
    })
  )
  const context = yield* Effect.context<Stream.Services<typeof texts>>()
  return HttpServerResponse.stream(Stream.encodeText(Stream.provideContext(texts, context)), {
    contentType: "text/event-stream",
    // Proxies that collect answers would collect this one for ever.
    headers: { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no" }
  })
})
