import { surviving } from "@dragoman/background"
import { nextMailAttempt } from "@dragoman/domain/mail"
import { parseMailReader } from "@dragoman/domain/notification"
import type { SmtpSettings } from "@dragoman/settings"
import { type ClaimedMail, Database, MailRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { Settings } from "../../platform/settings/settings.ts"
import { explainMailFailure } from "./explain-mail-failure.ts"
import { countMailAttempt } from "./mail-metrics.ts"
import { MailNotSent, sendMail } from "./smtp-client.ts"

/** Number of concurrent connections to the mail server; many servers allow no more to one client. */
const parallelMax = 4

/** Lease of a claimed mail: longer than the longest attempt. */
const leaseMillis = 300_000

/** Poll interval for mails that another server or thread has queued, and for attempts that are due again. */
const pollPause = "10 seconds"

/**
 * Sends the queued mails while the server runs; ends at once when the settings name no mail server. On PostgreSQL all
 * servers send, each mail from one of them.
 */
export const sendQueuedMails = Effect.gen(function* () {
  const { smtp } = yield* Settings
  if (smtp === null) return
  const mails = yield* MailRepository
  const send = yield* makeSendDue(smtp)
  const pause = Effect.raceFirst(mails.awaitEnqueued, Effect.sleep(pollPause))
  return yield* surviving("Sending mails failed", send).pipe(
    Effect.flatMap((sent) => (sent === 0 ? pause : Effect.void)),
    Effect.forever
  )
  // Runs in real time, also under a TestClock.
}).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))

/** Sends mails that are due, a few at a time; returns how many it has tried. */
const makeSendDue = Effect.fnUntraced(function* (smtp: SmtpSettings) {
  const mails = yield* MailRepository
  const database = yield* Database
  const outage = makeOutageLog(smtp)
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    // Reads first, because a claim takes the lock of the writer.
    const next = yield* mails.findNextAttemptAt
    if (Option.isNone(next) || next.value > now) return 0
    const claimed = yield* database.transaction(
      mails.claim({ now, leasedUntil: now + leaseMillis, limit: parallelMax })
    )
    yield* Effect.forEach(claimed, (mail) => attempt(smtp, mail, outage), { concurrency: parallelMax, discard: true })
    return claimed.length
  })
})

/** Only sending is interruptible: a mail that the mail server has taken is recorded, so that it is not sent again. */
const attempt = (smtp: SmtpSettings, mail: ClaimedMail, outage: OutageLog) =>
  Effect.uninterruptibleMask((restore) => attemptOnce(smtp, mail, outage, restore))

const attemptOnce = Effect.fnUntraced(function* (
  smtp: SmtpSettings,
  mail: ClaimedMail,
  outage: OutageLog,
  restore: (sending: Effect.Effect<void, MailNotSent>) => Effect.Effect<void, MailNotSent>
) {
  const mails = yield* MailRepository
  const database = yield* Database
  const { id, recipient, subject, content, createdAt } = mail
  const reader = content === null ? null : parseMailReader(content.headers)
  if (reader !== null && !(yield* mails.mayRead(reader))) {
    yield* database.transaction(mails.delete(mail))
    return yield* Effect.annotateLogs(Effect.logInfo("Mail withdrawn: its reader has lost the access"), factsOf(mail))
  }
  // Another server, or this one after its next start, sends it at once.
  const release = Effect.flatMap(Clock.currentTimeMillis, (now) => database.transaction(mails.release(mail, now)))
  const messageId = `<dragoman.${id}.${createdAt}@${smtp.from.address.slice(smtp.from.address.lastIndexOf("@") + 1)}>`
  const sending =
    content === null ? Effect.fail(unreadable) : sendMail(smtp, { recipient, subject, ...content, messageId })
  const failure = yield* restore(sending).pipe(
    Effect.as(null),
    Effect.catchTag("MailNotSent", (error) => Effect.succeed(error)),
    Effect.onInterrupt(() => Effect.ignoreCause(release))
  )
  if (failure === null) {
    yield* database.transaction(mails.delete(mail))
    yield* countMailAttempt("sent")
    return yield* outage.over
  }
  const next = nextMailAttempt(mail, failure, yield* Clock.currentTimeMillis)
  const error = content === null ? "The mail cannot be decrypted." : explainMailFailure(failure, smtp)
  if (next !== null) {
    yield* database.transaction(mails.postpone(mail, { nextAttemptAt: next, error }))
    yield* countMailAttempt("failed")
    return yield* outage.failed(mail, error)
  }
  yield* database.transaction(mails.delete(mail))
  yield* countMailAttempt("given_up")
  yield* Effect.annotateLogs(Effect.logError("Mail given up"), { ...factsOf(mail), error })
})

const unreadable = new MailNotSent({ code: "ECONFIG", cause: null, status: null, command: null, response: "" })

/** Facts for the log: nothing of the text, and only the domain of the recipient. */
const factsOf = ({ id, attempts, recipient }: ClaimedMail) => ({
  mailId: id,
  attempts,
  recipientDomain: recipient.slice(recipient.lastIndexOf("@") + 1)
})

interface OutageLog {
  readonly failed: (mail: ClaimedMail, error: string) => Effect.Effect<void>
  readonly over: Effect.Effect<void>
}

/** Logs once when sending begins to fail for a reason, and once when it works again: not for each mail and attempt. */
const makeOutageLog = ({ host, port }: SmtpSettings): OutageLog => {
  let logged: string | null = null
  return {
    failed: (mail, error) =>
      Effect.suspend(() => {
        if (logged === error) return Effect.void
        logged = error
        return Effect.annotateLogs(Effect.logWarning("Sending a mail failed"), { ...factsOf(mail), error })
      }),
    over: Effect.suspend(() => {
      if (logged === null) return Effect.void
      logged = null
      return Effect.annotateLogs(Effect.logInfo("Mails are sent again"), { server: `${host}:${port}` })
    })
  }
}

/** Age after which a mail is useless, when the server has sent none for that time. */
const uselessAfterMillis = 2 * 24 * 60 * 60_000

/** Deletes mails that are too old, which exist only when no server has sent for days. */
export const eraseOldMails = Effect.fn("eraseOldMails")(function* () {
  const mails = yield* MailRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const count = yield* database.transaction(mails.deleteCreatedBefore(now - uselessAfterMillis))
  if (count > 0) yield* Effect.annotateLogs(Effect.logError("Old mails given up"), { count })
})
