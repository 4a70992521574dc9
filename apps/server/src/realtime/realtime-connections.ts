import { Context, Effect, FiberSet, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { Settings } from "../platform/settings/settings.ts"
import { inRealTime } from "./keep-running.ts"

/** How often an idle connection shows that it lives, and proxies that it is in use. Source: reference "content-api" 4.7. */
const heartbeatMillis = 25_000

/** When the server stops: for clients to answer that they have understood. */
const farewellMillis = 300

/** Between two looks whether all have gone. */
const lookMillis = 5

/** Connections that stay open; each takes some 80 kB, and the server has to work with 512 MB. */
export const ConnectionLimits = Context.Reference("@dragoman/server/realtime/ConnectionLimits", {
  defaultValue: () => ({ ofNetwork: 500, ofServer: 5_000 })
})

/** When a client that found no place should try again. */
const retryAfterSeconds = 10

/** Why there is no place for one more connection. */
type DomainError = "network" | "server" | "stopping"

/** A connection that stays open until one of the two ends it. None of its methods waits or throws. */
export interface RealtimeConnection {
  readonly beat: () => void
  /** The server stops: tells the client, and lets it go. */
  readonly dismiss: () => void
  /** Whatever the client has not received by now is lost. */
  readonly destroy: () => void
}

/** Every connection that stays open, for what concerns all of them. */
export class RealtimeConnections extends Context.Service<
  RealtimeConnections,
  {
    /** Takes a place for a client of this network, to be given back with `leave`. null: it is taken. */
    readonly enter: (network: string) => DomainError | null
    readonly leave: (network: string) => void
    readonly add: (connection: RealtimeConnection) => void
    readonly remove: (connection: RealtimeConnection) => void
    readonly count: () => number
    readonly has: (connection: RealtimeConnection) => boolean
    /** Runs the work of a connection beside its request. It brings the services that it needs. */
    readonly fork: (work: Effect.Effect<void>) => void
    /** To be run before the server waits for the end of its connections. */
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

      const enter = (network: string): DomainError | null => {
        const ofNetwork = countByNetwork.get(network) ?? 0
        if (isClosed) return "stopping"
        if (taken >= limits.ofServer) return "server"
        if (rateLimits && ofNetwork >= limits.ofNetwork) return "network"
        taken += 1
        countByNetwork.set(network, ofNetwork + 1)
        return null
      }
      const leave = (network: string): void => {
        const ofNetwork = countByNetwork.get(network) ?? 0
        taken -= 1
        if (ofNetwork > 1) countByNetwork.set(network, ofNetwork - 1)
        else countByNetwork.delete(network)
      }

      yield* Effect.sleep(heartbeatMillis).pipe(
        Effect.andThen(
          Effect.sync(() => {
            for (const connection of connections) connection.beat()
          })
        ),
        Effect.forever,
        inRealTime,
        Effect.forkScoped
      )

      const close = Effect.gen(function* () {
        isClosed = true
        for (const connection of connections) connection.dismiss()
        for (let waited = 0; connections.size > 0 && waited < farewellMillis; waited += lookMillis) {
          yield* Effect.sleep(lookMillis)
        }
        for (const connection of connections) connection.destroy()
      }).pipe(inRealTime)

      return RealtimeConnections.of({
        enter,
        leave,
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

/** The response when there is no place. */
export const noPlace = (error: DomainError): HttpServerResponse.HttpServerResponse => {
  const headers = { "retry-after": String(retryAfterSeconds) }
  if (error !== "network") return HttpServerResponse.empty({ status: 503, headers })
  const body = { message: "rate_limited", retryAfter: retryAfterSeconds * 1000, global: false }
  return HttpServerResponse.jsonUnsafe(body, { status: 429, headers })
}

/** To be built on top of a server: what is built last ends first. */
export const layerEndOfConnections = Layer.effectDiscard(
  Effect.flatMap(RealtimeConnections, ({ close }) => Effect.addFinalizer(() => close))
)
