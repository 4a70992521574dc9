import { type ApiError, Authorization, findUnsupportedFamily } from "@dragoman/api"
import { domainError } from "@dragoman/domain/error"
import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest } from "effect/http"
import { HttpApiGroup } from "effect/http-api"
import { apiErrorResponse } from "../http/api-error-response.ts"

/** `HEAD` uses the routes of `GET`. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** The authorization reads the endpoint only. */
const group = HttpApiGroup.make("unsupportedFamily") as unknown as HttpApiGroup.Top

/**
 * Rejects paths of missing features by the feature's name, which clients know and continue without. Declared endpoints
 * come first: the router takes a wildcard last. The caller is authorized as on other paths of the project or organization.
 */
export const layerUnsupportedRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const authorization = yield* Authorization
    const reject = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const family = findUnsupportedFamily(request.url.split("?", 1)[0] ?? "/")
      if (family === null) {
        return yield* new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) })
      }
      const { feature, endpoint } = family
      const matched = yield* HttpRouter.RouteContext
      const { ak } = yield* HttpServerRequest.ParsedSearchParams
      const rejection = Effect.succeed(apiErrorResponse(domainError("feature_not_enabled", [feature])))
      return yield* authorization(rejection, { endpoint, group }).pipe(
        // Each request has its own object, because the authorization writes the project of an API key into it.
        Effect.provideService(HttpRouter.RouteContext, { ...matched, params: { ...family.params } }),
        // The filters of the missing list are unknown: only the key of the query counts.
        Effect.provideService(HttpServerRequest.ParsedSearchParams, ak === undefined ? {} : { ak }),
        Effect.catch((error) => Effect.succeed(apiErrorResponse(error as ApiError)))
      )
    })
    yield* router.addAll(methods.map((method) => HttpRouter.route(method, "/v2/*", reject)))
  })
)
