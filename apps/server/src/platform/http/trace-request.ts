import type { Traces } from "@dragoman/monitoring"
import { Effect, Option } from "effect"
import { type HttpServerRequest, type HttpServerResponse, HttpTraceContext } from "effect/http"
import { pathToLog } from "./access-log.ts"
import { monitorPaths, type RequestFacts } from "./routes.ts"

/**
 * Records a request, its use case and its statements as a trace, or as a part of the caller's, when it is one that is
 * recorded. The span shows what the access log shows, and no more: no query, no header.
 */
export const traceRequest = <E, R>(
  traces: Traces,
  {
    request,
    requestId,
    facts
  }: {
    readonly request: HttpServerRequest.HttpServerRequest
    readonly requestId: string
    readonly facts: RequestFacts
  },
  answered: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
  // Monitors ask often, and their requests are all alike.
  if (monitorPaths.has(request.url)) return answered
  const caller = HttpTraceContext.w3c(request.headers)
  if (!traces.isRecorded(caller)) return answered
  const options = {
    kind: "server",
    sampled: true,
    ...(Option.isSome(caller) ? { parent: caller.value } : { root: true }),
    attributes: {
      "http.request.method": request.method,
      "url.path": pathToLog(request.url),
      "dragoman.request_id": requestId
    }
  } as const
  return Effect.useSpan(request.method, options, (span) => {
    facts.traceId = span.traceId
    return Effect.tap(Effect.withParentSpan(answered, span), ({ status }) =>
      Effect.sync(() => {
        span.attribute("http.response.status_code", status)
        if (status >= 500) span.attribute("error.type", String(status))
        if (facts.address !== null) span.attribute("client.address", facts.address)
        if (facts.userId !== null) span.attribute("enduser.id", String(facts.userId))
        if (facts.route === null) return
        span.attribute("http.route", facts.route)
        // Known only now; it is read when the span ends.
        Object.assign(span, { name: `${request.method} ${facts.route}` })
      })
    )
  }).pipe(Effect.withTracerEnabled(true))
}
