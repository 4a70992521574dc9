import { Context, Effect, Layer, type Scope } from "effect"
import { HttpServer } from "effect/http"

/** More than a request adds on its way. */
const additionsMax = 32

/** Lets requests add services without a copy of all services of the server: by default the ninth addition copies (ADR 61). */
export const withRoomForServices: <A, E, R>(
  server: Layer.Layer<A | HttpServer.HttpServer, E, R>
) => Layer.Layer<A | HttpServer.HttpServer, E, R> = Layer.flatMap((built) => {
  const { address, serve } = Context.get(built, HttpServer.HttpServer)
  return Layer.succeedContext(
    Context.add(
      built,
      HttpServer.HttpServer,
      HttpServer.make({
        address,
        serve: (handler, middleware) =>
          Effect.updateContext(
            serve(handler, middleware as never) as Effect.Effect<void, never, Scope.Scope>,
            (services: Context.Context<Scope.Scope>) =>
              Context.makeUnsafe<Scope.Scope>(services.mapUnsafe, { maxDepth: additionsMax })
          )
      })
    )
  )
}) as never
