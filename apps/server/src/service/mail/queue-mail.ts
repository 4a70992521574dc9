import { composeMail, type MailContent } from "@dragoman/domain/mail"
import { MailRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { Settings } from "../../platform/settings/settings.ts"

/**
 * Queues a mail in the transaction of its cause: the server sends it after the commit, and a failing mail server fails
 * no request. false: the settings name no mail server, and nothing is queued.
 */
export const queueMail = Effect.fn("queueMail")(function* (recipient: string, content: MailContent) {
  const { smtp } = yield* Settings
  if (smtp === null) return false
  const mails = yield* MailRepository
  yield* mails.enqueue(recipient, composeMail(content), yield* Clock.currentTimeMillis)
  return true
})
