import { randomUUID } from "node:crypto"
import type { LimitShare } from "@dragoman/machine-translation"
import { ServiceUseChannel } from "@dragoman/store"
import { Clock, Effect, FiberSet, Result, Schema, Stream } from "effect"
import { inRealTime, keepRunning } from "../../realtime/keep-running.ts"

/** Interval of messages about services in use. */
const usualMessageMillis = 5_000

/** Number of messages of a server that may be lost until it no longer counts. */
const lostMessagesMax = 3

/** A server, and the names of all limits that its requests count for. */
const UseMessage = Schema.fromJsonString(Schema.Struct({ from: Schema.String, limits: Schema.Array(Schema.String) }))

const parseMessage = Schema.decodeUnknownResult(UseMessage)

const nowMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1_000_000).pipe(inRealTime)

/**
 * Divides limits of services evenly among the servers on one PostgreSQL that use them at present: each of them publishes the limits
 * that its requests count for; one that is idle, or whose messages end, has no share (ADR 117). A server alone, or on SQLite, has
 * the whole limits.
 */
export const makeServiceShares = Effect.fnUntraced(function* (messageMillis = usualMessageMillis) {
  const channel = yield* ServiceUseChannel
  const fork = yield* FiberSet.makeRuntime<never, void>()
  const from = randomUUID()
  /** Numbers of requests that run or wait here. */
  const own = new Map<string, number>()
  /** Times until which other servers use a limit. */
  const others = new Map<string, Map<string, number>>()

  /** Limits of the last message. */
  let published: ReadonlySet<string> = new Set()

  const publish = Effect.gen(function* () {
    if (own.size === 0 && published.size === 0) return
    published = new Set(own.keys())
    yield* channel.publish(JSON.stringify({ from, limits: [...published] }))
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("Publishing the use of machine translation failed", cause)))

  const receive = Effect.fnUntraced(function* (text: string | null) {
    // Listening starts: a server may have begun meanwhile.
    if (text === null) return yield* publish
    const parsed = parseMessage(text)
    if (Result.isFailure(parsed) || parsed.success.from === from) return
    const { from: server, limits } = parsed.success
    const now = yield* nowMillis
    const isNew = limits.some((limit) => own.has(limit) && (others.get(limit)?.get(server) ?? 0) <= now)
    for (const users of others.values()) users.delete(server)
    for (const limit of limits) {
      const users = others.get(limit) ?? new Map<string, number>()
      others.set(limit, users.set(server, now + lostMessagesMax * messageMillis))
    }
    if (isNew) yield* publish
  })

  /** Begins with the first request: listening takes a connection to the database. */
  let isListening = false
  const listen = () => {
    isListening = true
    fork(
      keepRunning("The subscription to the use of machine translation", Stream.runForEach(channel.messages, receive))
    )
    fork(Effect.forever(Effect.andThen(Effect.sleep(messageMillis), publish)).pipe(inRealTime))
  }

  const enter = (limit: string) =>
    Effect.sync(() => {
      own.set(limit, (own.get(limit) ?? 0) + 1)
      if (!isListening) listen()
      else if (!published.has(limit)) fork(publish)
    })
  const leave = (limit: string) =>
    Effect.sync(() => {
      const requests = (own.get(limit) ?? 1) - 1
      if (requests > 0) own.set(limit, requests)
      else own.delete(limit)
    })

  /** Makes the share of a limit by its name, which all servers have. */
  return (limit: string): LimitShare => ({
    programs: Effect.map(nowMillis, (now) => {
      const users = others.get(limit)
      if (users === undefined) return 1
      for (const [server, until] of users) if (until <= now) users.delete(server)
      return 1 + users.size
    }),
    using: (effect) =>
      Effect.acquireUseRelease(
        enter(limit),
        () => effect,
        () => leave(limit)
      )
  })
})
