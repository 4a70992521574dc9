import { Authorization } from "@dragoman/api"
import { Context, Effect, Layer, Scope } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"

/** All services of a request, while `HttpApiBuilder` works with few. */
class SetAside extends Context.Service<SetAside, Context.Context<never>>()(
  "@dragoman/server/platform/http/SetAsideServices"
) {}

/**
 * For the routes of the contract: `HttpApiBuilder` merges the services of its handlers into those of every request, which
 * copies all of both. Here both are few; `withRequestServices` brings the request's back (ADR 31).
 */
export const layerSetServicesAside: Layer.Layer<never> = HttpRouter.middleware(
  <E>(handler: Effect.Effect<HttpServerResponse.HttpServerResponse, E>) =>
    Effect.updateContext(
      handler,
      (services: Context.Context<never>) => Context.make(SetAside, services) as Context.Context<never>
    )
).layer

/** The handlers of a group of endpoints, which find their services in the request. */
export const withFewServices = <A, E, R>(handlers: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.effectContext(
    Effect.updateContext(
      Layer.build(handlers),
      (services: Context.Context<R | Authorization | Scope.Scope>) =>
        Context.pick(Authorization, Scope.Scope, Layer.CurrentMemoMap)(services) as typeof services
    )
  ) as Layer.Layer<A, E, R>

/** Runs an endpoint with the services that were set aside. */
export const withRequestServices = <A, E, R>(endpoint: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(endpoint, (few) => Context.getOrElse(few, SetAside, () => few) as typeof few)
