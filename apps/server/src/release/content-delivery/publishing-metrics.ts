import { Effect, Metric } from "effect"

const attempts = Metric.counter("dragoman_content_publishing_attempts_total", {
  description: "Attempts to publish content deliveries, by outcome: published, unchanged, failed (tried again later).",
  incremental: true
})

const publishingOutcomes = ["published", "unchanged", "failed"] as const

export type PublishingOutcome = (typeof publishingOutcomes)[number]

const attemptsOf = (outcome: PublishingOutcome) => Metric.withAttributes(attempts, { outcome })

export const countPublishing = (outcome: PublishingOutcome) => Metric.update(attemptsOf(outcome), 1)

/** Shows outcomes that no attempt has had yet. */
export const showPublishingMetrics = Effect.forEach(
  publishingOutcomes,
  (outcome) => Metric.update(attemptsOf(outcome), 0),
  {
    discard: true
  }
)
