import { randomUUID } from "node:crypto"
import { Authorization, productVersion } from "@dragoman/api"
import { CurrentLogThreshold, Readiness } from "@dragoman/monitoring"
import { ByteSize, Cause, Context, Effect, type Fiber, Layer, LogLevel, Metric, References, Scope } from "effect"
import { HttpIncomingMessage, HttpMiddleware, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IpNetwork } from "effect/net"
import { withCheckedJsonBody } from "../body/json-body.ts"
import { Settings } from "../settings/settings.ts"
import { compressResponse } from "./compress-response.ts"
import { ForwardedHeaders } from "./forwarded-headers.ts"
import { CurrentRequestFacts, type RequestFacts, shortToLongPath } from "./routes.ts"
import { makeUnexpectedLog, undeclaredResponse, withErrorBody } from "./undeclared-response.ts"

/**
 * Around every request. Every response gets a request id, the version header, CORS, a length on an empty body (the CLI
 * reads it) and an error body of the API instead of the framework's; every request one log line and one count in the
 * metrics.
 */
export const layerMiddleware = HttpRouter.middleware(
  Effect.gen(function* () {
    const { maxUploadBytes, maxJsonBytes, trustedProxies } = yield* Settings
    const services = yield* Effect.context<never>()
    const { damaged } = yield* Readiness
    const logUnexpected = makeUnexpectedLog(damaged)
    const bodySizeMax = ByteSize.bytes(maxUploadBytes)
    const behindProxies = trustProxies(trustedProxies)
    const { note } = yield* ForwardedHeaders
    return (handler: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpRouter.Provided>) => {
      const handled = behindProxies(withCheckedJsonBody(handler, maxJsonBytes))
      return Effect.withFiber<HttpServerResponse.HttpServerResponse, unknown, HttpRouter.Provided>((fiber) => {
        const received = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        note(received)
        const requestId = randomUUID()
        const url = shortToLongPath(received.url)
        const request = url === received.url ? received : received.modify({ url })
        const facts: RequestFacts = { route: null, userId: null }
        const startedAt = performance.now()
        return Effect.catchCause(handled, (cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : undeclaredResponse(received, cause, logUnexpected)
        ).pipe(
          // Few additions: merging contexts, or more than eight additions, copies all services of the server.
          Effect.updateContext((context: Context.Context<HttpRouter.Provided>) => {
            const outside =
              request === received ? context : Context.add(context, HttpServerRequest.HttpServerRequest, request)
            return outside.pipe(
              Context.add(HttpIncomingMessage.MaxBodySize, bodySizeMax),
              Context.add(CurrentRequestFacts, facts),
              Context.add(References.CurrentLogAnnotations, {
                ...fiber.getRef(References.CurrentLogAnnotations),
                requestId
              })
            )
          }),
          Effect.flatMap((declared) => {
            const response = withErrorBody(request, declared)
            const millis = performance.now() - startedAt
            recordRequest(services, { route: facts.route, method: request.method, status: response.status, millis })
            const sent = HttpServerResponse.setHeaders(response, commonHeaders(response, requestId))
            const compressed = compressResponse(request, sent) ?? Effect.succeed(sent)
            return logsRequests(fiber)
              ? Effect.andThen(logRequest(received, response.status, requestId, facts, millis), compressed)
              : compressed
          })
        )
      })
    }
  }) as never,
  { global: true }
  // The generic signature cannot express that it handles every failure and needs only the services of a request.
) as Layer.Layer<never, never, ForwardedHeaders | HttpRouter.HttpRouter | Readiness | Settings>

const logsRequests = (fiber: Fiber.Fiber<unknown, unknown>): boolean =>
  LogLevel.isLessThanOrEqualTo(fiber.getRef(References.MinimumLogLevel), "Debug") &&
  fiber.getRef(CurrentLogThreshold).lets("Debug")

const logRequest = (
  { method, url }: HttpServerRequest.HttpServerRequest,
  status: number,
  requestId: string,
  { userId }: RequestFacts,
  millis: number
) =>
  Effect.logDebug("Request").pipe(
    Effect.annotateLogs({
      requestId,
      method,
      path: pathToLog(url),
      status,
      millis: Math.round(millis),
      userId
    })
  )

const exposedHeaders = "X-Tolgee-Version, X-Request-Id, Content-Disposition, ETag, Retry-After, X-Dragoman-Notices"

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
  // The files of the console are for its own pages.
  if (response.headers["cross-origin-resource-policy"] === "same-origin") return headers
  headers["access-control-expose-headers"] = exposedHeaders
  if (response.headers["access-control-allow-origin"] === undefined) headers["access-control-allow-origin"] = "*"
  return headers
}

/**
 * Invitation codes have 50 letters, API keys have their prefix, and the hexadecimal names of images give access to them. In
 * percent-encoded form none of them works.
 */
const secretInPath = /[A-Za-z]{50}|tg(?:pat|pak)_\w+|\b[0-9a-f]{40}\b/g

/** The path of a URL for the access log: without the query, which may contain a key, and without secrets. */
const pathToLog = (url: string): string => (url.split("?", 1)[0] ?? "").replace(secretInPath, "(hidden)")

type Handler<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/**
 * Applies `X-Forwarded-*` headers from these networks (IP addresses or CIDR ranges), so that rate limits and links use the
 * client's address and host instead of the proxy's.
 */
const trustProxies = (networks: ReadonlyArray<string>): (<E, R>(handler: Handler<E, R>) => Handler<E, R>) =>
  networks.length === 0
    ? (handler) => handler
    : HttpMiddleware.xForwardedHeaders({ trustedProxies: networks.map(toNetwork) })

/** The settings were validated when they were read. */
const toNetwork = (text: string): IpNetwork.IpNetwork => {
  if (text.includes("/")) return IpNetwork.fromStringUnsafe(text)
  return IpNetwork.fromStringUnsafe(`${text}/${text.includes(":") ? 128 : 32}`)
}

/** Upper bounds, seconds: quick reads are below 5 ms, imports take seconds. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const metricsOf = (attributes: Readonly<Record<string, string>>) => ({
  count: Metric.counter("dragoman_http_requests_total", {
    description: "HTTP requests with a response.",
    attributes,
    incremental: true
  }),
  duration: Metric.histogram("dragoman_http_request_duration_seconds", {
    description: "Time from the head of a request to its response.",
    attributes,
    boundaries: durationBounds
  })
})

/** The values are in the registry; this avoids creating and naming the metrics of each request. */
const metricsByLabels = new Map<string, ReturnType<typeof metricsOf>>()

/**
 * Counts a request in the registry of the context. Labels come from the contract, never from the request, so their number
 * is limited. `route`: null for a path without a route.
 */
export const recordRequest = (
  context: Context.Context<never>,
  {
    route,
    method,
    status,
    millis
  }: {
    readonly route: string | null
    readonly method: string
    readonly status: number
    readonly millis: number
  }
): void => {
  const statusClass = `${Math.floor(status / 100)}xx`
  const labels = `${route} ${method} ${statusClass}`
  let metrics = metricsByLabels.get(labels)
  if (metrics === undefined) {
    metrics = metricsOf({ route: route ?? "unmatched", method, status: statusClass })
    metricsByLabels.set(labels, metrics)
  }
  metrics.count.updateUnsafe(1, context)
  metrics.duration.updateUnsafe(millis / 1000, context)
}

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
