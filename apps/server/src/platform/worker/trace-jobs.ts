import { Effect, Layer, Option, type Tracer } from "effect"
import { HttpTraceContext } from "effect/http"
import { RpcClient, RpcMiddleware } from "effect/rpc"

/** Names the span of a job in the headers of its message, so that the thread continues it. */
export const withSpanOfJob = <A, E, R>(job: Effect.Effect<A, E, R>, span: Tracer.Span): Effect.Effect<A, E, R> =>
  RpcClient.withHeaders(Effect.withParentSpan(job, span), HttpTraceContext.toHeaders(span))

/** Records a job in a thread below the span that its message names. Other jobs have no spans. */
export class JobTraces extends RpcMiddleware.Service<JobTraces>()("@dragoman/server/platform/worker/JobTraces") {
  static readonly layer = Layer.succeed(
    JobTraces,
    JobTraces.of((job, { headers, rpc }) =>
      Option.match(HttpTraceContext.w3c(headers), {
        onNone: () => job,
        onSome: (parent) =>
          Effect.withTracerEnabled(Effect.withSpan(job, `${rpc._tag} in its thread`, { parent }), true)
      })
    )
  )
}
