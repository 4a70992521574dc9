import { MailRepository } from "@dragoman/store"
import { Effect, Metric } from "effect"
import { Settings } from "../settings/settings.ts"

const attempts = Metric.counter("dragoman_mail_attempts_total", {
  description: "Attempts to send a mail, by outcome: sent, failed (tried again later), given_up.",
  incremental: true
})

const waiting = Metric.gauge("dragoman_mails_waiting", {
  description: "Mails in the queue, those that are being sent included."
})

export type MailOutcome = "sent" | "failed" | "given_up"

export const countMailAttempt = (outcome: MailOutcome) => Metric.update(Metric.withAttributes(attempts, { outcome }), 1)

/** Reads the queue for a scrape. Without a mail server there is none, and the gauge is absent. */
export const updateMailMetrics = Effect.gen(function* () {
  const { smtp } = yield* Settings
  if (smtp === null) return
  const mails = yield* MailRepository
  const count = yield* Effect.catchCause(mails.count, (cause) =>
    Effect.as(Effect.logWarning("Counting the mails failed", cause), null)
  )
  yield* count === null ? Metric.remove(waiting) : Metric.update(waiting, count)
})
