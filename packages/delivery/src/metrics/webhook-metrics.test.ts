import { OutboxRepository, type OutboxStatistics } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { TestClock } from "effect/testing"
import { makeAttemptCounter, recordAttempts, updateOutboxMetrics } from "./webhook-metrics.ts"

const outboxOf = (statistics: Effect.Effect<OutboxStatistics>) =>
  Effect.provideService(updateOutboxMetrics, OutboxRepository, { statistics: () => statistics } as Partial<
    OutboxRepository["Service"]
  > as OutboxRepository["Service"])

describe("metrics of webhooks", () => {
  it.effect("count attempts by the class of their status, with their times", () =>
    Effect.gen(function* () {
      const counter = makeAttemptCounter()
      counter.add([
        { status: 503, durationMillis: 125 },
        { status: 500, durationMillis: 500 }
      ])
      counter.add([{ status: null, durationMillis: 10_001 }])
      yield* recordAttempts(counter.take())
      const text = yield* PrometheusMetrics.format()
      assert.match(text, /^# HELP dragoman_webhook_attempts_total Attempts to deliver a webhook, by this process\.$/m)
      assert.match(text, /^# TYPE dragoman_webhook_attempts_total counter$/m)
      assert.match(text, /^dragoman_webhook_attempts_total\{result="5xx"\} 2$/m)
      assert.match(text, /^dragoman_webhook_attempts_total\{result="no_answer"\} 1$/m)
      assert.match(text, /^dragoman_webhook_attempt_duration_seconds_bucket\{result="5xx",le="0.25"\} 1$/m)
      assert.match(text, /^dragoman_webhook_attempt_duration_seconds_bucket\{result="5xx",le="\+Inf"\} 2$/m)
      assert.match(text, /^dragoman_webhook_attempt_duration_seconds_bucket\{result="no_answer",le="10"\} 0$/m)
      assert.match(text, /^dragoman_webhook_attempt_duration_seconds_sum\{result="5xx"\} 0\.625$/m)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("are there before the first attempt, for each server of a process", () =>
    Effect.gen(function* () {
      const statistics = Effect.succeed({ pendingCount: 0, dueCount: 0, oldestPendingAt: null, heldEndpointCount: 0 })
      for (const _ of ["one", "another"]) {
        const text = yield* Effect.andThen(outboxOf(statistics), PrometheusMetrics.format()).pipe(
          Effect.provideService(Metric.MetricRegistry, new Map())
        )
        assert.match(text, /^dragoman_webhook_attempts_total\{result="2xx"\} 0$/m)
      }
    })
  )

  it.effect("are a few numbers for any number of attempts, each counted once and between its bounds", () =>
    Effect.gen(function* () {
      const counter = makeAttemptCounter()
      for (let index = 0; index < 3_000; index++) {
        counter.add([{ status: 200 + (index % 3), durationMillis: index % 2 === 0 ? 100 : 5 }])
      }
      const counts = counter.take()
      assert.lengthOf(counts, 2)
      assert.deepStrictEqual(counter.take(), [])
      yield* recordAttempts(counts)
      const text = yield* PrometheusMetrics.format()
      assert.match(text, /^dragoman_webhook_attempts_total\{result="2xx"\} 3000$/m)
      assert.match(text, /^dragoman_webhook_attempt_duration_seconds_bucket\{result="2xx",le="0.005"\} 1500$/m)
      assert.match(text, /^dragoman_webhook_attempt_duration_seconds_bucket\{result="2xx",le="0.05"\} 1500$/m)
      assert.match(text, /^dragoman_webhook_attempt_duration_seconds_bucket\{result="2xx",le="0.1"\} 3000$/m)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("give the age of the oldest delivery in seconds, and nothing while the database is unavailable", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(10_000)
      const statistics = { pendingCount: 3, dueCount: 1, oldestPendingAt: 7_500, heldEndpointCount: 2 }
      yield* outboxOf(Effect.succeed(statistics))
      const text = yield* PrometheusMetrics.format()
      assert.match(text, /^dragoman_webhook_oldest_pending_seconds 2\.5$/m)
      assert.match(text, /^dragoman_webhook_deliveries_pending 3$/m)
      assert.match(text, /^dragoman_webhook_deliveries_due 1$/m)
      assert.match(text, /^dragoman_webhook_endpoints_on_hold 2$/m)
      yield* outboxOf(Effect.die("unavailable"))
      assert.notMatch(yield* PrometheusMetrics.format(), /deliveries_pending|deliveries_due|oldest|on_hold/)
      yield* outboxOf(Effect.succeed({ ...statistics, oldestPendingAt: null }))
      assert.match(yield* PrometheusMetrics.format(), /^dragoman_webhook_oldest_pending_seconds 0$/m)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})
