import { productVersion } from "@dragoman/api"
import { CurrentTraces, Readiness } from "@dragoman/monitoring"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { ByteSize, Cause, Context, Effect, Option, References, type Scope, type Types } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { withCheckedJsonBody } from "../body/json-body.ts"
import { Settings } from "../settings/settings.ts"
import { followRequest } from "./access-log.ts"
import { compressResponse } from "./compress-response.ts"
import { ForwardedHeaders } from "./forwarded-headers.ts"
import { InProcess } from "./in-process-request.ts"
import { recordRequest } from "./request-metrics.ts"
import { CurrentRequestFacts, noFacts, shortToLongPath } from "./routes.ts"
import { traceRequest } from "./trace-request.ts"
import { trustProxies } from "./trusted-proxies.ts"
import { makeUnexpectedLog, undeclaredResponse, withErrorBody } from "./undeclared-response.ts"

type Handler<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, R>

/** Services that a request has before it is routed. */
type RequestServices = HttpServerRequest.HttpServerRequest | Scope.Scope

/**
 * Runs around every request. Every response gets a request id, the version header, CORS, a length on an empty body (the CLI
 * reads it) and an error body of the API instead of the framework's; every request one log line and one count in the
 * metrics.
 */
export const layerMiddleware = HttpRouter.middleware(
  Effect.gen(function* () {
    const { maxUploadBytes, maxJsonBytes, trustedProxies, accessLog } = yield* Settings
    const services = yield* Effect.context<never>()
    const { damaged } = yield* Readiness
    const traces = yield* CurrentTraces
    const logUnexpected = makeUnexpectedLog(damaged)
    const bodySizeMax = ByteSize.bytes(maxUploadBytes)
    const { apply: behindProxies, isOfProxy, requestIdOf } = trustProxies(trustedProxies)
    const { note } = yield* ForwardedHeaders
    /** Handles a request that the server makes itself: no line in the access log, no compression. */
    const inside = (
      handler: Handler<never>,
      request: HttpServerRequest.HttpServerRequest
    ): Handler<RequestServices> => {
      const facts = noFacts()
      const startedAt = performance.now()
      return Effect.catchCause(withCheckedJsonBody(handler, maxJsonBytes), (cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : undeclaredResponse(request, cause, logUnexpected)
      ).pipe(
        Effect.updateContext((context: Context.Context<RequestServices>) =>
          context.pipe(
            Context.add(HttpIncomingMessage.MaxBodySize, bodySizeMax),
            Context.add(CurrentRequestFacts, facts)
          )
        ),
        Effect.map((declared) => {
          const response = withErrorBody(request, declared)
          const millis = performance.now() - startedAt
          recordRequest(services, { route: facts.route, method: request.method, status: response.status, millis })
          return response
        })
      )
    }
    return (handler: Handler<never>): Handler<RequestServices> => {
      const handled = behindProxies(notingAddress(withCheckedJsonBody(handler, maxJsonBytes)))
      return Effect.withFiber((fiber) => {
        const received = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        if (fiber.getRef(InProcess)) return inside(handler, received)
        note(received)
        const requestId = requestIdOf(received)
        const url = shortToLongPath(received.url)
        const request = url === received.url ? received : received.modify({ url })
        const facts = noFacts()
        const startedAt = performance.now()
        const logged = {
          incoming: NodeHttpServerRequest.toIncomingMessage(received),
          response: () => NodeHttpServerRequest.toServerResponse(received),
          requestId,
          facts,
          startedAt
        }
        followRequest(fiber.context, logged, accessLog)
        const answered = Effect.catchCause(handled, (cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : undeclaredResponse(received, cause, logUnexpected)
        ).pipe(
          // This adds services instead of merging contexts, which copies all services of the server.
          Effect.updateContext((context: Context.Context<RequestServices>) => {
            const outside =
              request === received ? context : Context.add(context, HttpServerRequest.HttpServerRequest, request)
            return outside.pipe(
              Context.add(HttpIncomingMessage.MaxBodySize, bodySizeMax),
              Context.add(CurrentRequestFacts, facts),
              Context.add(References.CurrentLogAnnotations, {
                ...fiber.getRef(References.CurrentLogAnnotations),
                requestId,
                ...(facts.traceId === null ? {} : { traceId: facts.traceId })
              })
            )
          }),
          Effect.flatMap((declared) => {
            const response = withErrorBody(request, declared)
            const millis = performance.now() - startedAt
            facts.status = response.status
            recordRequest(services, { route: facts.route, method: request.method, status: response.status, millis })
            const sent = HttpServerResponse.setHeaders(response, commonHeaders(response, requestId))
            return compressResponse(request, sent) ?? Effect.succeed(sent)
          })
        )
        if (traces === null) return answered
        const continuesTrace = isOfProxy(received)
        return traceRequest(traces, { request: received, continuesTrace, requestId, facts }, answered)
      })
    }
  }),
  { global: true }
)

/** Notes the client's address for the log, after the headers of proxies have been applied. */
const notingAddress = <E, R>(handler: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.withFiber<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    fiber.getRef(CurrentRequestFacts).address = Option.getOrNull(request.remoteAddress)
    return handler
  })

export const exposedHeaders =
  "X-Tolgee-Version, X-Request-Id, Content-Disposition, ETag, Retry-After, X-Dragoman-Notices"

const commonHeaders = (response: HttpServerResponse.HttpServerResponse, requestId: string): Record<string, string> => {
  const headers: Record<string, string> = {
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    "x-tolgee-version": productVersion
  }
  const isEmpty = response.body._tag === "Empty" && response.status !== 204 && response.status !== 304
  if (isEmpty) headers["content-length"] = "0"
  if (response.status === 401) headers["www-authenticate"] = "Bearer"
  if (response.headers["cache-control"] === undefined) headers["cache-control"] = "no-store"
  // Only pages of the console itself load its files.
  if (response.headers["cross-origin-resource-policy"] === "same-origin") return headers
  headers["access-control-expose-headers"] = exposedHeaders
  if (response.headers["access-control-allow-origin"] === undefined) headers["access-control-allow-origin"] = "*"
  return headers
}
