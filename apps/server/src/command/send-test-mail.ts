import { composeMail } from "@dragoman/domain/mail"
import { isEmailAddress } from "@dragoman/domain/validation"
import { Effect, Result } from "effect"
import { linkAddress } from "../platform/settings/link-address.ts"
import type { SettingValues } from "../platform/settings/settings.ts"
import { explainMailFailure } from "../service/mail/explain-mail-failure.ts"
import { sendMail } from "../service/mail/smtp-client.ts"
import { CommandFailure } from "./command-failure.ts"

/** Sends a mail to the address, beside the queue and without the database, so that the failure is seen at once. */
export const sendTestMail = async (settings: SettingValues, recipient: string) => {
  const { smtp } = settings
  if (!isEmailAddress(recipient)) throw new CommandFailure({ sentence: `${recipient} is not an e-mail address.` })
  if (smtp === null) {
    throw new CommandFailure({
      sentence: "No mail server is set: DRAGOMAN_SMTP_HOST names it, DRAGOMAN_SMTP_FROM the sender (docs/settings.md)."
    })
  }
  const { subject, text, html } = composeMail(testMail(linkAddress(settings)))
  const sent = await Effect.runPromise(
    Effect.result(sendMail(smtp, { recipient, subject, text, html, messageId: null }))
  )
  if (Result.isFailure(sent)) throw new CommandFailure({ sentence: explainMailFailure(sent.failure, smtp) })
  const server = `${smtp.host}:${smtp.port}`
  return {
    sentence: `The mail server ${server} has taken a mail to ${recipient}. If it does not arrive, look into the log of that server.`,
    facts: { recipient, server }
  }
}

const testMail = (url: string) => ({
  subject: "Test mail from Dragoman",
  paragraphs: ["Mails of this server arrive.", "Links in its mails begin with this address:"],
  link: { label: "Open the console", url },
  reason: "You get this mail because an operator has run `dragoman mail test`."
})
