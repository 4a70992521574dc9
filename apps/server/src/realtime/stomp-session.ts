import { randomUUID } from "node:crypto"
import {
  makeStompReader,
  type NotificationModel,
  parseRealtimeDestination,
  printStompFrame,
  RateLimited,
  type StompFrame
} from "@dragoman/api"
import { Effect } from "effect"
import { RateLimiter, userLimit } from "../platform/http/rate-limiter.ts"
import type { Caller } from "../service/access/access.ts"
import type { Authentication } from "../service/access/authenticate.ts"
import { authenticateClient } from "./authenticate-client.ts"
import { ProjectEvents, type SubscriptionEnd } from "./project-events.ts"
import { type NotificationSubscriber, tolgeeNotificationData, UserNotifications } from "./user-notifications.ts"

/** Number of subscriptions per connection; Tolgee's web interface has five. */
const subscriptionsMax = 100

/** Versions of STOMP, the newest first. */
const versions = ["1.2", "1.1", "1.0"] as const

/** The connection of a session. */
export interface StompClient {
  /** Network of the client, for the limit of failed credentials. */
  readonly network: string
  /** Name of the form that `wrap` gives a frame. */
  readonly framing: string
  readonly wrap: (frame: string) => string
  /** Reports that the credential of the client is valid. */
  readonly authenticated: () => void
  /** Sends wrapped frames. */
  readonly send: (wrapped: ReadonlyArray<string>) => void
  /** Closes the connection after everything sent before. */
  readonly close: () => void
}

export interface StompSession {
  readonly receive: (text: string) => Effect.Effect<void>
  /** Whether the client has sent CONNECT. */
  readonly isConnected: () => boolean
  /** Ends the session, after the client disconnected. */
  readonly end: () => void
}

/** Messages of the ERROR frame when a subscription ends. */
const endMessages: Readonly<Record<SubscriptionEnd, string>> = {
  unauthenticated: "Unauthenticated",
  forbidden: "Forbidden",
  failed: "Unexpected error"
}

/**
 * A STOMP session with one client. CONNECT always succeeds; SUBSCRIBE authenticates the client and checks its permission.
 * A forbidden subscription succeeds and receives nothing, as in Tolgee.
 */
export const makeStompSession = Effect.fnUntraced(function* (client: StompClient) {
  const services = yield* Effect.context<Authentication | RateLimiter>()
  const rateLimiter = yield* RateLimiter
  const projectEvents = yield* ProjectEvents
  const userNotifications = yield* UserNotifications
  const reader = makeStompReader()
  const unsubscribeById = new Map<string, () => void>()
  let connectHeaders: ReadonlyMap<string, string> | null = null
  let caller: Caller | null = null
  let isEnded = false

  const send = (...frame: Parameters<typeof printStompFrame>) => client.send([client.wrap(printStompFrame(...frame))])

  const end = (): void => {
    isEnded = true
    for (const unsubscribe of unsubscribeById.values()) unsubscribe()
    unsubscribeById.clear()
  }
  /** ERROR is the last frame of a connection (STOMP 1.2). */
  const failNow = (message: string): void => {
    if (isEnded) return
    end()
    send("ERROR", { message })
    client.close()
  }
  const fail = (message: string) => Effect.sync(() => failNow(message))

  /** Authenticates the client; null: no valid credential. */
  const authenticate = Effect.fnUntraced(function* () {
    if (caller !== null) return caller
    caller = yield* authenticateClient(client.network, credentialsOf(connectHeaders ?? new Map())).pipe(
      Effect.provideContext(services)
    )
    if (caller !== null) client.authenticated()
    return caller
  })

  const subscribe = Effect.fnUntraced(function* (id: string, name: string) {
    const destination = parseRealtimeDestination(name)
    if (destination === null) return
    const subscriber = yield* authenticate()
    if (subscriber === null) return yield* fail(endMessages.unauthenticated)
    yield* rateLimiter.consume(userLimit, subscriber.userId)
    if (destination.kind === "user") {
      // Clients may subscribe only to their own notifications, and never with a key of a project: others are accepted,
      // and stay silent, as in Tolgee.
      if (destination.userId !== subscriber.userId || subscriber.credential.kind === "PAK") return
      return keep(id, yield* userNotifications.subscribe(notificationSubscriber(id, subscriber)))
    }
    const { projectId, topic } = destination
    const subscription = yield* projectEvents.subscribe(
      projectId,
      {
        caller: subscriber,
        topics: [topic],
        receive: (events, visible) =>
          client.send(
            events.map((event) =>
              event.form(`${client.framing} ${id}`, visible, (body) =>
                client.wrap(
                  printStompFrame(
                    "MESSAGE",
                    {
                      destination: `/projects/${projectId}/${event.topic}`,
                      "content-type": "application/json",
                      subscription: id,
                      "message-id": `${id}-${event.revisionId ?? randomUUID()}`
                    },
                    body
                  )
                )
              )
            )
          ),
        end: (reason) => failNow(endMessages[reason])
      },
      null
    )
    if (subscription === "forbidden") return
    if (typeof subscription === "string") return yield* fail(endMessages[subscription])
    keep(id, subscription.unsubscribe)
  })

  const keep = (id: string, unsubscribe: () => void): void => {
    if (isEnded) {
      unsubscribe()
      return
    }
    unsubscribeById.get(id)?.()
    unsubscribeById.set(id, unsubscribe)
  }

  const notificationSubscriber = (id: string, subscriber: Caller): NotificationSubscriber => {
    let isFirst = true
    return {
      caller: subscriber,
      receive: (counts, notification) => {
        // Clients of Tolgee read the count themselves when they start.
        const data = isFirst ? null : tolgeeNotificationData(counts, notification)
        isFirst = false
        if (data === null) return
        const headers = {
          destination: `/users/${subscriber.userId}/notifications-changed`,
          "content-type": "application/json",
          subscription: id,
          "message-id": `${id}-${randomUUID()}`
        }
        send("MESSAGE", headers, JSON.stringify(notificationMessage(data, notification)))
      },
      end: () => failNow(endMessages.unauthenticated)
    }
  }

  const connect = Effect.fnUntraced(function* ({ headers }: StompFrame) {
    if (connectHeaders !== null) return yield* fail("Connected already")
    const wanted = headers.get("accept-version")?.split(",") ?? ["1.0"]
    const version = versions.find((known) => wanted.some((each) => each.trim() === known))
    if (version === undefined) return yield* fail(`Supported versions are ${versions.join(", ")}`)
    connectHeaders = headers
    send("CONNECTED", { version, "heart-beat": "0,0" })
  })

  const handle = Effect.fnUntraced(function* (frame: StompFrame) {
    const { command, headers } = frame
    if (command === "CONNECT" || command === "STOMP") return yield* connect(frame)
    if (connectHeaders === null) return yield* fail("Not connected")
    const id = headers.get("id")
    switch (command) {
      case "SUBSCRIBE": {
        const destination = headers.get("destination")
        if (id === undefined || destination === undefined)
          return yield* fail("A subscription needs an id and a destination")
        if (unsubscribeById.size >= subscriptionsMax) return yield* fail(`More than ${subscriptionsMax} subscriptions`)
        yield* subscribe(id, destination)
        break
      }
      case "UNSUBSCRIBE":
        if (id === undefined) return yield* fail("The id of the subscription is missing")
        unsubscribeById.get(id)?.()
        unsubscribeById.delete(id)
        break
      case "SEND":
      case "ACK":
      case "NACK":
      case "BEGIN":
      case "COMMIT":
      case "ABORT":
      case "DISCONNECT":
        break
      default:
        return yield* fail("Unknown command")
    }
    if (isEnded) return
    const receipt = headers.get("receipt")
    if (receipt !== undefined) send("RECEIPT", { "receipt-id": receipt })
    if (command !== "DISCONNECT") return
    end()
    client.close()
  })

  const receive = Effect.fnUntraced(function* (text: string) {
    for (const read of reader.read(text)) {
      if (isEnded) return
      if ("violation" in read) return yield* fail(read.violation)
      yield* Effect.catch(handle(read), (error) =>
        fail(error instanceof RateLimited ? "Too many requests" : "Unexpected error")
      )
    }
  })
  const session: StompSession = { receive, isConnected: () => connectHeaders !== null, end }
  return session
})

/** Prints the body of a message about notifications as Tolgee does. */
const notificationMessage = (data: object, notification: NotificationModel | null) => ({
  actor: {
    type: notification?.originatingUser == null ? "UNKNOWN" : "USER",
    data: notification?.originatingUser ?? null
  },
  data,
  sourceActivity: null,
  activityId: null,
  dataCollapsed: false,
  timestamp: notification?.createdAt ?? Date.now()
})

/** Header names are case-insensitive here. Tolgee's web interface sends `jwtToken`. */
const credentialsOf = (headers: ReadonlyMap<string, string>): Parameters<typeof authenticateClient>[1] => {
  const byName = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]))
  const token = byName.get("jwttoken")
  return {
    authorization: byName.get("authorization") ?? (token === undefined ? undefined : `Bearer ${token}`),
    apiKeyHeader: byName.get("x-api-key")
  }
}
