import { Context, Effect, FiberSet, Layer } from "effect"
import { inRealTime } from "./keep-running.ts"

/** How often an idle connection shows that it lives, and proxies that it is in use. Source: reference "content-api" 4.7. */
const heartbeatMillis = 25_000

/** When the server stops: for clients to answer that they have understood. */
const farewellMillis = 300

/** Between two looks whether all have gone. */
const lookMillis = 5

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
    /** Whether the server stops, and takes no new ones. */
    readonly isClosed: () => boolean
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
      let isClosed = false

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
        isClosed: () => isClosed,
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

/** To be built on top of a server: what is built last ends first. */
export const layerEndOfConnections = Layer.effectDiscard(
  Effect.flatMap(RealtimeConnections, ({ close }) => Effect.addFinalizer(() => close))
)
