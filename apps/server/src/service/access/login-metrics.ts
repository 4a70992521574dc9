import { Effect, Metric } from "effect"

/** Results of logins. `credential_rejected`: an invalid token or key, without a login. */
const results = ["succeeded", "failed", "credential_rejected"] as const

type LoginResult = (typeof results)[number]

const logins = (result: LoginResult) =>
  Metric.counter("dragoman_logins_total", {
    description:
      "Logins by result: succeeded, failed (name, password or second factor), credential_rejected (a token or key that is not valid).",
    attributes: { result },
    incremental: true
  })

const counters = {
  succeeded: logins("succeeded"),
  failed: logins("failed"),
  credential_rejected: logins("credential_rejected")
}

export const countLogin = (result: LoginResult): Effect.Effect<void> => Metric.update(counters[result], 1)

/** Creates the series before the first login; runs at each scrape. */
export const showLoginMetrics: Effect.Effect<void> = Effect.forEach(
  results,
  (result) => Metric.update(counters[result], 0),
  { discard: true }
)
