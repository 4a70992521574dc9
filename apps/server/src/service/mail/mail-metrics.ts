import { readForScrape } from "@dragoman/monitoring/read-for-scrape"
import { MailRepository } from "@dragoman/store"
import { Effect, Metric } from "effect"
import { Settings } from "../../platform/settings/settings.ts"

const attempts = Metric.counter("dragoman_mail_attempts_total", {
  description: "Attempts to send a mail, by outcome: sent, failed (tried again later), given_up.",
  incremental: true
})

const waiting = Metric.gauge("dragoman_mails_waiting", {
  description: "Mails in the queue, those that are being sent included."
})

const mailOutcomes = ["sent", "failed", "given_up"] as const

export type MailOutcome = (typeof mailOutcomes)[number]

const attemptsOf = (outcome: MailOutcome) => Metric.withAttributes(attempts, { outcome })

export const countMailAttempt = (outcome: MailOutcome) => Metric.update(attemptsOf(outcome), 1)

/** Reads the queue for a scrape. Without a mail server the gauge is absent. */
export const updateMailMetrics = Effect.gen(function* () {
  const { smtp } = yield* Settings
  if (smtp === null) return
  const mails = yield* MailRepository
  for (const outcome of mailOutcomes) yield* Metric.update(attemptsOf(outcome), 0)
  const count = yield* readForScrape("Counting the mails", mails.count)
  yield* count === null ? Metric.remove(waiting) : Metric.update(waiting, count)
})
