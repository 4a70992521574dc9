import { Context, Effect, FiberSet, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { Settings } from "../platform/settings/settings.ts"
import { inRealTime } from "./keep-running.ts"

/** Interval of heartbeats, which keep connections open in proxies and show clients that the server lives.  */
const heartbeatMillis = 25_000

/** Time for which a stopping server waits for clients to close their connections. */
const farewellMillis = 300

/** Poll interval for closed connections. */
const pollMillis = 5

/**
 * Limits of open connections: each takes about 80 kB, and the server has to run with 512 MB. Clients without a valid
 * credential have limits of their own; after a restart all browsers of one office are such clients for a moment.
 */
export const ConnectionLimits = Context.Reference("@dragoman/server/realtime/ConnectionLimits", {
  defaultValue: () => ({ ofNetwork: 500, ofServer: 5_000, strangersOfNetwork: 100 })
})

/** `Retry-After` of a rejected connection. */
const retryAfterSeconds = 10

/** The reason why a connection is rejected. */
type Rejection = "network" | "server" | "stopping"

/** An open websocket or event stream. Its methods neither block nor throw. */
export interface RealtimeConnection {
  readonly heartbeat: () => void
  /** Closes the connection with the reason that the server stops. */
  readonly dismiss: () => void
  /** Cuts the connection; unsent data is lost. */
  readonly destroy: () => void
}

/** All open connections of the server: their limits, heartbeats and closing. */
export class RealtimeConnections extends Context.Service<
  RealtimeConnections,
  {
    /**
     * Acquires one connection of the limits for a client of this network, to be released with `release`; null:
     * acquired.
     */
    readonly acquire: (network: string) => Rejection | null
    readonly release: (network: string) => void
    /**
     * Acquires a place for clients without a credential of this network. The returned function releases it, and may be
     * called repeatedly; null: there is none left.
     */
    readonly meet: (network: string) => (() => void) | null
    readonly add: (connection: RealtimeConnection) => void
    readonly remove: (connection: RealtimeConnection) => void
    readonly count: () => number
    readonly has: (connection: RealtimeConnection) => boolean
    /** Runs the work of a connection independently of its request. */
    readonly fork: (work: Effect.Effect<void>) => void
    /** Runs before the server waits for the end of its connections. */
    readonly close: Effect.Effect<void>
  }
>()("@dragoman/server/realtime/RealtimeConnections") {
  static readonly layer = Layer.effect(
    RealtimeConnections,
    Effect.gen(function* () {
      const connections = new Set<RealtimeConnection>()
      const fibers = yield* FiberSet.make<void>()
      const limits = yield* ConnectionLimits
      const { rateLimits } = yield* Settings
      const countByNetwork = new Map<string, number>()
      let taken = 0
      let isClosed = false

      const acquire = (network: string): Rejection | null => {
        const ofNetwork = countByNetwork.get(network) ?? 0
        if (isClosed) return "stopping"
        if (taken >= limits.ofServer) return "server"
        if (rateLimits && ofNetwork >= limits.ofNetwork) return "network"
        taken += 1
        countByNetwork.set(network, ofNetwork + 1)
        return null
      }
      const release = (network: string): void => {
        const ofNetwork = countByNetwork.get(network) ?? 0
        taken -= 1
        if (ofNetwork > 1) countByNetwork.set(network, ofNetwork - 1)
        else countByNetwork.delete(network)
      }

      const strangersByNetwork = new Map<string, number>()
      const meet = (network: string): (() => void) | null => {
        const strangers = strangersByNetwork.get(network) ?? 0
        if (rateLimits && strangers >= limits.strangersOfNetwork) return null
        strangersByNetwork.set(network, strangers + 1)
        let isStranger = true
        return () => {
          if (!isStranger) return
          isStranger = false
          const others = (strangersByNetwork.get(network) ?? 1) - 1
          if (others > 0) strangersByNetwork.set(network, others)
          else strangersByNetwork.delete(network)
        }
      }

      yield* Effect.sleep(heartbeatMillis).pipe(
        Effect.andThen(
          Effect.sync(() => {
            for (const connection of connections) connection.heartbeat()
          })
        ),
        Effect.forever,
        inRealTime,
        Effect.forkScoped
      )

      const close = Effect.gen(function* () {
        isClosed = true
        for (const connection of connections) connection.dismiss()
        for (let waited = 0; connections.size > 0 && waited < farewellMillis; waited += pollMillis) {
          yield* Effect.sleep(pollMillis)
        }
        for (const connection of connections) connection.destroy()
      }).pipe(inRealTime)

      return RealtimeConnections.of({
        acquire,
        release,
        meet,
        add: (connection) => void connections.add(connection),
        remove: (connection) => void connections.delete(connection),
        count: () => connections.size,
        has: (connection) => connections.has(connection),
        fork: (work) => FiberSet.addUnsafe(fibers, Effect.runFork(work)),
        close
      })
    })
  )
}

/** Responds to a rejected connection. */
export const connectionRejected = (rejection: Rejection): HttpServerResponse.HttpServerResponse => {
  const headers = { "retry-after": String(retryAfterSeconds) }
  if (rejection !== "network") return HttpServerResponse.empty({ status: 503, headers })
  const body = { message: "rate_limited", retryAfter: retryAfterSeconds * 1000, global: false }
  return HttpServerResponse.jsonUnsafe(body, { status: 429, headers })
}

/** Closes the connections. It has to be built on top of the server: the layer that is built last is closed first. */
export const layerCloseConnections = Layer.effectDiscard(
  Effect.flatMap(RealtimeConnections, ({ close }) => Effect.addFinalizer(() => close))
)
