import type { FieldValues } from "./setting-table.ts"

/** Settings for sending mails. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** null: without a login. */
  readonly login: { readonly username: string; readonly password: string } | null
  readonly from: { readonly name: string | null; readonly address: string }
  /**
   * starttls: the connection must become encrypted. optional: it does where the server offers it. implicit: it is from the
   * start.
   */
  readonly tls: "starttls" | "optional" | "implicit"
}

/** Ports for submission of mails. Source: RFC 8314 section 3.3 and RFC 6409. */
const portOf = { implicit: 465, starttls: 587, optional: 587 } as const

type MailValues = Pick<
  FieldValues<"server">,
  "smtpHost" | "smtpPort" | "smtpUsername" | "smtpPassword" | "smtpFrom" | "smtpTls" | "emailVerification" | "publicUrl"
>

/** null: the server sends no mail. */
export const smtpSettings = (values: MailValues): SmtpSettings | null => {
  const {
    smtpHost: host,
    smtpPort,
    smtpUsername: username,
    smtpPassword: password,
    smtpFrom: from,
    smtpTls: tls
  } = values
  if (host === null || from === null) return null
  const login = username === null || password === null ? null : { username, password }
  return { host, port: smtpPort ?? portOf[tls], login, from, tls }
}

/** Lists the problems of the settings of mails together, one sentence each. `origins`: the names to quote. */
export const mailProblems = (
  values: Partial<MailValues>,
  origins: Readonly<Partial<Record<keyof MailValues, string>>>
): ReadonlyArray<string> => {
  const {
    smtpHost = null,
    smtpFrom = null,
    smtpUsername = null,
    smtpPassword = null,
    emailVerification = false
  } = values
  const problems: Array<string> = []
  if (smtpHost !== null && smtpFrom === null && origins.smtpFrom === "default") {
    problems.push(
      `${origins.smtpHost} is set and DRAGOMAN_SMTP_FROM is not: mails need a sender. Example: DRAGOMAN_SMTP_FROM=Dragoman <translate@example.org>`
    )
  }
  if (smtpUsername !== null && smtpPassword === null && origins.smtpPassword === "default") {
    problems.push(`${origins.smtpUsername} is set and DRAGOMAN_SMTP_PASSWORD is not: set both or none.`)
  }
  if (smtpUsername === null && smtpPassword !== null && origins.smtpUsername === "default") {
    problems.push(`${origins.smtpPassword} is set and DRAGOMAN_SMTP_USERNAME is not: set both or none.`)
  }
  if (emailVerification && smtpHost === null && origins.smtpHost === "default") {
    problems.push(
      `${origins.emailVerification} needs a mail server, which DRAGOMAN_SMTP_HOST names: addresses are verified by mailed links.`
    )
  }
  return problems
}

/** Lists settings that may work otherwise than intended. */
export const mailWarnings = (values: MailValues): ReadonlyArray<string> => {
  const { smtpHost, smtpFrom, smtpUsername, smtpTls, publicUrl } = values
  if (smtpHost === null) {
    return smtpFrom === null && smtpUsername === null
      ? []
      : ["No mail is sent: DRAGOMAN_SMTP_HOST is not set, and the other settings of mails have no effect without it."]
  }
  return [
    ...(publicUrl === null
      ? [
          "Links in mails lead to the address that the server listens on: set DRAGOMAN_PUBLIC_URL to the one that users see."
        ]
      : []),
    ...(smtpUsername !== null && smtpTls === "optional"
      ? ["The password of the mail server is sent in plain where it offers no TLS: set DRAGOMAN_SMTP_TLS=starttls."]
      : [])
  ]
}
