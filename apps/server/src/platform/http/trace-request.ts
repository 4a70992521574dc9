import type { Traces } from "@dragoman/monitoring"
import { Effect, Exit, Option } from "effect"
import { type HttpServerRequest, type HttpServerResponse, HttpTraceContext } from "effect/http"
import { monitorPaths, type RequestFacts } from "./routes.ts"
import { shownPath } from "./shown-path.ts"

/**
 * Records a request, its use case and its statements as a trace, when this request is sampled. `continuesTrace`: the
 * trace continues that of the caller, who decides; untrusted callers cannot start a trace. The span shows the same as
 * the access log: no query, no header.
 */
export const traceRequest = <E, R>(
  traces: Traces,
  {
    request,
    continuesTrace,
    requestId,
    facts
  }: {
    readonly request: HttpServerRequest.HttpServerRequest
    readonly continuesTrace: boolean
    readonly requestId: string
    readonly facts: RequestFacts
  },
  answered: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
  // Monitors send many requests, which are all alike.
  if (monitorPaths.has(request.url)) return answered
  const caller = continuesTrace ? HttpTraceContext.w3c(request.headers) : Option.none()
  if (!traces.isRecorded(caller)) return answered
  const options = {
    kind: "server",
    sampled: true,
    ...(Option.isSome(caller) ? { parent: caller.value } : { root: true }),
    attributes: {
      "http.request.method": request.method,
      "dragoman.request_id": requestId
    }
  } as const
  return Effect.useSpan(request.method, options, (span) => {
    facts.traceId = span.traceId
    return Effect.onExit(Effect.withParentSpan(answered, span), (exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) {
          const { status } = exit.value
          span.attribute("http.response.status_code", status)
          if (status >= 500) span.attribute("error.type", String(status))
        }
        // The route is known only now.
        span.attribute("url.path", shownPath(request.url, facts))
        if (facts.address !== null) span.attribute("client.address", facts.address)
        if (facts.userId !== null) span.attribute("enduser.id", String(facts.userId))
        if (facts.route === null) return
        span.attribute("http.route", facts.route)
        // The span is read when it ends.
        Object.assign(span, { name: `${request.method} ${facts.route}` })
      })
    )
  }).pipe(Effect.withTracerEnabled(true))
}
