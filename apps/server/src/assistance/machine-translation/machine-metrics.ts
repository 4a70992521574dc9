import type { BudgetScope, TranslationService, TranslationUsage } from "@dragoman/domain/machine-translation"
import { budgetScopes, toAmount } from "@dragoman/domain/machine-translation"
import { Clock, Effect, Exit, Metric } from "effect"

const requests = Metric.counter("dragoman_machine_translation_requests_total", {
  description:
    "Requests to services of machine translation, by outcome: answered, failed, interrupted (the user left, or the job ended).",
  incremental: true
})

const seconds = Metric.counter("dragoman_machine_translation_wait_seconds_total", {
  description: "Time that these requests took, with their wait for limits of the service and for further attempts.",
  incremental: true
})

const characters = Metric.counter("dragoman_machine_translation_characters_total", {
  description: "Characters that were paid for.",
  incremental: true
})

const tokens = Metric.counter("dragoman_machine_translation_tokens_total", {
  description: "Tokens of language models that were paid for: input without cached ones, cached, output.",
  incremental: true
})

const costs = Metric.counter("dragoman_machine_translation_cost_total", {
  description: "Cost of the requests, in the currency of the prices.",
  incremental: true
})

const kept = Metric.counter("dragoman_machine_translation_kept_answers_total", {
  description: "Texts whose answer was kept, and not paid for again.",
  incremental: true
})

const rejections = Metric.counter("dragoman_machine_translation_budget_rejections_total", {
  description: "Requests that were not sent, because a budget did not allow them.",
  incremental: true
})

const outcomes = ["answered", "failed", "interrupted"] as const
type Outcome = (typeof outcomes)[number]

const requestsOf = (service: TranslationService, outcome: Outcome) =>
  Metric.withAttributes(requests, { service, outcome })
const tokensOf = (kind: "input" | "cached" | "output") => Metric.withAttributes(tokens, { kind })
const ofService = (metric: typeof requests, service: TranslationService) => Metric.withAttributes(metric, { service })
const rejectionsOf = (scope: BudgetScope) => Metric.withAttributes(rejections, { budget: scope.toLowerCase() })

/** Creates the series of the services before their first requests. */
export const showMachineMetrics = Effect.fnUntraced(function* (services: ReadonlyArray<TranslationService>) {
  for (const service of services) {
    for (const outcome of outcomes) yield* Metric.update(requestsOf(service, outcome), 0)
    for (const metric of [seconds, costs, kept]) yield* Metric.update(ofService(metric, service), 0)
    if (service === "PROMPT") {
      for (const kind of ["input", "cached", "output"] as const) yield* Metric.update(tokensOf(kind), 0)
    } else yield* Metric.update(ofService(characters, service), 0)
  }
  for (const scope of budgetScopes) yield* Metric.update(rejectionsOf(scope), 0)
})

/** Counts a request and its time. */
export const measured = <A, E, R>(service: TranslationService, request: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.monotonicTimeNanos, (begunAt) =>
    Effect.onExit(
      request,
      Effect.fnUntraced(function* (exit) {
        const outcome = Exit.isSuccess(exit) ? "answered" : Exit.hasInterrupts(exit) ? "interrupted" : "failed"
        yield* Metric.update(requestsOf(service, outcome), 1)
        const nanos = (yield* Clock.monotonicTimeNanos) - begunAt
        yield* Metric.update(ofService(seconds, service), Number(nanos) / 1_000_000_000)
      })
    )
  )

/** Counts what a request has consumed. `cost`: millionths of the currency. */
export const countUsage = Effect.fnUntraced(function* (
  service: TranslationService,
  usage: TranslationUsage,
  cost: number
) {
  yield* Metric.update(ofService(costs, service), toAmount(cost))
  if (service !== "PROMPT") return yield* Metric.update(ofService(characters, service), usage.characters)
  yield* Metric.update(tokensOf("input"), Math.max(0, usage.inputTokens - usage.cachedTokens))
  yield* Metric.update(tokensOf("cached"), usage.cachedTokens)
  yield* Metric.update(tokensOf("output"), usage.outputTokens)
})

export const countKeptAnswer = (service: TranslationService) => Metric.update(ofService(kept, service), 1)

export const countBudgetRejection = (scope: BudgetScope) => Metric.update(rejectionsOf(scope), 1)
