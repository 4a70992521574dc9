import { CurrentTraces } from "@dragoman/monitoring/tracing"
import { Context, Effect, Exit, Option } from "effect"
import type { FinishedAttempt } from "../engine-parts.ts"

const nanosOf = (millis: number): bigint => BigInt(Math.round(millis * 1_000)) * 1_000n

/**
 * Records attempts that have ended as traces of their own, when this program exports traces: the request that caused a delivery
 * may be days old. No address of an endpoint: it may hold a credential.
 */
export const traceAttempts = (attempts: ReadonlyArray<FinishedAttempt>): Effect.Effect<void> =>
  Effect.flatMap(CurrentTraces, (traces) => {
    if (traces === null) return Effect.void
    return Effect.map(Effect.tracer, (tracer) => {
      for (const { delivery, outcome, startedAt, finishedAt } of attempts) {
        if (!traces.isRecorded(Option.none())) continue
        const span = tracer.span({
          name: "POST webhook",
          parent: Option.none(),
          annotations: Context.empty(),
          links: [],
          startTime: nanosOf(startedAt.wallMillis),
          kind: "client",
          root: true,
          sampled: true
        })
        span.attribute("http.request.method", "POST")
        span.attribute("dragoman.delivery_id", delivery.id)
        span.attribute("dragoman.webhook_configuration_id", delivery.webhookConfigurationId)
        span.attribute("dragoman.attempt", delivery.attemptCount + 1)
        if (outcome.status !== null) span.attribute("http.response.status_code", outcome.status)
        const millis = Math.max(0, finishedAt.monotonicMillis - startedAt.monotonicMillis)
        span.end(
          nanosOf(startedAt.wallMillis + millis),
          outcome.isDelivered ? Exit.void : Exit.fail(outcome.error ?? "not delivered")
        )
      }
    })
  })
