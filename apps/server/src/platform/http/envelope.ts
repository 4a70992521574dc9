import { randomUUID } from "node:crypto"
import { ByteSize, Cause, Context, Effect, type Layer } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { withCheckedJsonBody } from "../body/json-body.ts"
import { recordRequest } from "../metrics/request-metrics.ts"
import { productVersion } from "../product-version.ts"
import { Settings } from "../settings/settings.ts"
import { pathToLog } from "./path-to-log.ts"
import { CurrentRequestFacts, type RequestFacts } from "./request-facts.ts"
import { shortToLongPath } from "./short-path.ts"
import { trustProxies } from "./trust-proxies.ts"
import { undeclaredResponse, withErrorBody } from "./undeclared-response.ts"
import { makeUnexpectedLog } from "./unexpected-log.ts"

/**
 * Common to all responses: a request id, the version header, CORS, a length on empty bodies (the CLI
 * reads it), an error body of the API instead of the framework's, one line in the access log and one count in the
 * metrics.
 */
export const layerEnvelope = HttpRouter.middleware(
  Effect.gen(function* () {
    const { maxUploadBytes, trustedProxies } = yield* Settings
    const services = yield* Effect.context<never>()
    const logUnexpected = makeUnexpectedLog()
    const withBodyLimit = Context.make(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxUploadBytes))
    const behindProxies = trustProxies(trustedProxies)
    return (handler: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpRouter.Provided>) =>
      Effect.gen(function* () {
        const received = yield* HttpServerRequest.HttpServerRequest
        const requestId = randomUUID()
        const request = received.modify({ url: shortToLongPath(received.url) })
        const facts: RequestFacts = { route: null, userId: null }
        const startedAt = performance.now()
        const response = yield* behindProxies(withCheckedJsonBody(handler)).pipe(
          Effect.provideContext(
            withBodyLimit.pipe(
              Context.add(HttpServerRequest.HttpServerRequest, request),
              Context.add(CurrentRequestFacts, facts)
            )
          ),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.failCause(cause)
              : undeclaredResponse(received, cause, logUnexpected)
          ),
          Effect.map((answer) => withErrorBody(request, answer)),
          Effect.annotateLogs("requestId", requestId)
        )
        const millis = performance.now() - startedAt
        recordRequest(services, { route: facts.route, method: request.method, status: response.status, millis })
        yield* logRequest(received, response.status, requestId, facts, millis)
        return HttpServerResponse.setHeaders(response, commonHeaders(response, requestId))
      })
  }) as never,
  { global: true }
  // It handles every failure and takes only what each request has; the generic signature cannot say so.
) as Layer.Layer<never, never, HttpRouter.HttpRouter | Settings>

const logRequest = (
  { method, url }: HttpServerRequest.HttpServerRequest,
  status: number,
  requestId: string,
  { userId }: RequestFacts,
  millis: number
) =>
  Effect.logDebug("request").pipe(
    Effect.annotateLogs({
      requestId,
      method,
      path: pathToLog(url),
      status,
      millis: Math.round(millis),
      userId
    })
  )

const commonHeaders = (response: HttpServerResponse.HttpServerResponse, requestId: string): Record<string, string> => {
  const isEmpty = response.body._tag === "Empty" && response.status !== 204 && response.status !== 304
  return {
    ...(isEmpty ? { "content-length": "0" } : {}),
    ...(response.headers["cache-control"] === undefined ? { "cache-control": "no-store" } : {}),
    ...(response.status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(response.headers["access-control-allow-origin"] === undefined ? { "access-control-allow-origin": "*" } : {}),
    "access-control-expose-headers":
      "X-Tolgee-Version, X-Request-Id, Content-Disposition, ETag, Retry-After, X-Dragoman-Notices",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    "x-tolgee-version": productVersion
  }
}
