import { composeMail, type MailContent } from "@dragoman/domain/mail"
import { MailRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { Settings } from "../settings/settings.ts"

/**
 * Puts a mail into the queue, in the transaction of what it is about: the server sends it after the commit, and no failure of
 * a mail server fails a request. false: the settings name no mail server, and nothing is queued.
 */
export const queueMail = Effect.fn("queueMail")(function* (recipient: string, content: MailContent) {
  const { smtp } = yield* Settings
  if (smtp === null) return false
  const mails = yield* MailRepository
  yield* mails.enqueue(recipient, composeMail(content), yield* Clock.currentTimeMillis)
  return true
})
