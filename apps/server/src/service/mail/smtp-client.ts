import type { SmtpSettings } from "@dragoman/settings"
import { Data, Effect } from "effect"

/** Timeouts of one connection. Mail servers delay the greeting, because that deters senders of spam. */
const connectMillisMax = 20_000
const silenceMillisMax = 30_000

/** Timeout of a mail, below its lease: a mail server that drips its responses must not keep a connection for ever. */
const sendMillisMax = 120_000

export interface OutgoingMail {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Message id, the same for each attempt, so that receivers notice a mail that arrives twice. null: a new one. */
  readonly messageId: string | null
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>> | null
}

/** The reason why the mail server has not taken a mail; it contains nothing of the mail. */
export class MailNotSent extends Data.TaggedError("MailNotSent")<{
  /** Code of nodemailer: `EAUTH`, `ETLS`, … */
  readonly code: string
  /** Code of the system or of OpenSSL, such as `ECONNREFUSED`; null: none. */
  readonly cause: string | null
  /** Status of the mail server's response; null: none. */
  readonly status: number | null
  /** Command before that response; null: none. */
  readonly command: string | null
  /** Response of the mail server, without addresses of pages and mailboxes. Empty: none. */
  readonly response: string
}> {}

/** Time limit of a check for which an operator waits; a mail may take longer. */
const checkMillisMax = 15_000

/** Connects, greets and logs in, as for a mail, without sending one. */
export const checkMailServer = (settings: SmtpSettings): Effect.Effect<void, MailNotSent> =>
  Effect.tryPromise({
    try: async () => {
      const transport = await openTransport(settings)
      await transport.verify()
    },
    catch: mailNotSent
  }).pipe(withinMillis(checkMillisMax))

/** Sends a mail by the mail server. `nodemailer` is loaded with the first mail. */
export const sendMail = (
  settings: SmtpSettings,
  { recipient, subject, text, html, messageId, headers = null }: OutgoingMail
): Effect.Effect<void, MailNotSent> =>
  Effect.tryPromise({
    try: async (signal) => {
      const { from } = settings
      const transport = await openTransport(settings)
      await transport.sendMail({
        from: from.name === null ? from.address : { name: from.name, address: from.address },
        // An object: commas in an address must not make several recipients of it.
        to: { name: "", address: recipient },
        subject,
        text,
        html,
        ...(messageId === null ? {} : { messageId }),
        headers: { "Auto-Submitted": "auto-generated", ...headers },
        signal
      })
    },
    catch: mailNotSent
  }).pipe(withinMillis(sendMillisMax))

const openTransport = async ({ host, port, login, tls }: SmtpSettings) => {
  const { createTransport } = await import("nodemailer")
  return createTransport({
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    opportunisticTLS: tls === "optional",
    // Where the connection may stay plain, an unchecked certificate loses nothing.
    tls: { rejectUnauthorized: tls !== "optional" },
    ...(login === null ? {} : { auth: { user: login.username, pass: login.password } }),
    connectionTimeout: connectMillisMax,
    dnsTimeout: connectMillisMax,
    greetingTimeout: silenceMillisMax,
    socketTimeout: silenceMillisMax,
    disableFileAccess: true,
    disableUrlAccess: true
  })
}

const withinMillis = (duration: number) =>
  Effect.timeoutOrElse({
    duration,
    orElse: () =>
      Effect.fail(new MailNotSent({ code: "ETIMEDOUT", cause: null, status: null, command: null, response: "" }))
  })

const mailNotSent = (thrown: unknown): MailNotSent => {
  const error = (typeof thrown === "object" && thrown !== null ? thrown : {}) as Readonly<Record<string, unknown>>
  const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)
  const message = text(error["message"]) ?? ""
  return new MailNotSent({
    code: text(error["code"]) ?? "ESOCKET",
    cause: text(error["originalCode"]) ?? causeIn(message),
    status: typeof error["responseCode"] === "number" ? error["responseCode"] : null,
    command: text(error["command"]),
    response: withoutAddresses(text(error["response"]) ?? "")
  })
}

/** Errors of OpenSSL arrive as a sentence. */
const causeIn = (message: string): string | null => (/certificate|self-signed/i.test(message) ? "CERTIFICATE" : null)

const responseMax = 200

/** Removes links: filters of mail servers quote those of a rejected mail, and such a link opens an account. */
const withoutAddresses = (response: string): string =>
  response
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\S*(?:\/\/|\/reset_password|\/verify_email|@)\S*/g, "…")
    .slice(0, responseMax)
