import { type ApiError, Authorization, findUnsupportedFamily, printDomainError, RateLimited } from "@dragoman/api"
import { domainError } from "@dragoman/domain/error"
import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiGroup } from "effect/http-api"

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
      const rejection = Effect.succeed(toResponse(domainError("feature_not_enabled", [feature])))
      return yield* authorization(rejection, { endpoint, group }).pipe(
        // Each request has its own object, because the authorization writes the project of an API key into it.
        Effect.provideService(HttpRouter.RouteContext, { ...matched, params: { ...family.params } }),
        // The filters of the missing list are unknown: only the key of the query counts.
        Effect.provideService(HttpServerRequest.ParsedSearchParams, ak === undefined ? {} : { ak }),
        Effect.catch((error) => Effect.succeed(toResponse(error as ApiError)))
      )
    })
    yield* router.addAll(methods.map((method) => HttpRouter.route(method, "/v2/*", reject)))
  })
)

/** Prints an error as the contract does: these requests have no endpoint that encodes it. */
const toResponse = (error: ApiError): HttpServerResponse.HttpServerResponse => {
  if (error instanceof RateLimited) {
    const { message, retryAfter, global } = error
    const headers = { "retry-after": String(Math.ceil(retryAfter / 1000)) }
    return HttpServerResponse.jsonUnsafe({ message, retryAfter, global }, { status: 429, headers })
  }
  const { status, body } = printDomainError(error)
  const explained = "explanation" in error ? { ...(body as object), explanation: error.explanation } : body
  return HttpServerResponse.jsonUnsafe(explained, { status })
}
