const minuteMillis = 60_000
const hourMillis = 60 * minuteMillis

/** Pauses after the first failed attempts; then one attempt an hour. */
const firstPausesMillis = [1, 2, 5, 10, 30].map((minutes) => minutes * minuteMillis)

/** A mail is of use for a day: codes in it have expired, and the reader has asked again. */
const lifetimeMillis = 24 * hourMillis

/** How an attempt to send a mail failed. */
export interface MailFailure {
  /** Status of the response of the mail server; null: it gave none. */
  readonly status: number | null
  /** The command of the client that it responded to (`RCPT TO`, `AUTH PLAIN`); null: none. */
  readonly command: string | null
}

/** The address is wrong, or has no mailbox. Source: RFC 5321 section 4.2.3. */
const finalStatuses = [501, 550, 551, 552, 553]

/**
 * Whether another attempt fails as well: the server does not take mails for this recipient. Everything else may be mended
 * by its operator: a server that is down, a wrong password, a certificate.
 */
const isFinal = ({ status, command }: MailFailure): boolean =>
  status !== null && finalStatuses.includes(status) && command?.toUpperCase().startsWith("RCPT") === true

/** When to try again after a failed attempt, in epoch milliseconds; null: the mail is given up. */
export const nextMailAttempt = (
  { attempts, createdAt }: { readonly attempts: number; readonly createdAt: number },
  failure: MailFailure,
  now: number
): number | null => {
  if (isFinal(failure)) return null
  const at = now + (firstPausesMillis[attempts - 1] ?? hourMillis)
  return at < createdAt + lifetimeMillis ? at : null
}
