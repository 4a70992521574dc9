import { type Setting, server } from "./setting.ts"
import { listeningHost, mailbox, oneOf, onOrOff, textWithin, wholeNumber } from "./setting-schema.ts"
import { asWritten, smtpAuth, smtpLogin, smtpTlsSwitches, trueOrFalse } from "./tolgee-settings.ts"

const portMax = 65_535

/** The mail server, and what is mailed. */
export const mailSettingRows = {
  /** null: the server sends no mail. */
  smtpHost: {
    name: "SMTP_HOST",
    programs: server,
    meaning: "mail server that takes the mails; without one no mail is sent",
    default: null,
    example: "smtp.example.org",
    schema: listeningHost,
    tolgee: { TOLGEE_SMTP_HOST: asWritten }
  },
  /** null: the usual one of the TLS mode. */
  smtpPort: {
    name: "SMTP_PORT",
    programs: server,
    meaning: "port of the mail server",
    default: null,
    defaultMeaning: "587; with implicit TLS 465",
    example: "587",
    schema: wholeNumber(1, portMax),
    tolgee: { TOLGEE_SMTP_PORT: asWritten, TOLGEE_SMTP_HOST: () => ({ text: "25" }) }
  },
  /** null: without a login, as the password. */
  smtpUsername: {
    name: "SMTP_USERNAME",
    programs: server,
    meaning: "user name for the mail server",
    default: null,
    defaultMeaning: "none: without a login",
    example: "dragoman",
    secret: true,
    schema: textWithin(1, 255),
    tolgee: { TOLGEE_SMTP_USERNAME: smtpLogin, TOLGEE_SMTP_AUTH: smtpAuth }
  },
  smtpPassword: {
    name: "SMTP_PASSWORD",
    programs: server,
    meaning: "password for the mail server",
    default: null,
    example: "a-long-password",
    secret: true,
    schema: textWithin(1, 4096),
    tolgee: { TOLGEE_SMTP_PASSWORD: smtpLogin }
  },
  smtpFrom: {
    name: "SMTP_FROM",
    programs: server,
    meaning: "sender of the mails: an address, or Name <address>; needed with SMTP_HOST",
    default: null,
    example: "Dragoman <translate@example.org>",
    schema: mailbox,
    tolgee: { TOLGEE_SMTP_FROM: asWritten }
  },
  smtpTls: {
    name: "SMTP_TLS",
    programs: server,
    meaning: "starttls (required), optional (STARTTLS where the server offers it) or implicit (TLS from the start)",
    default: "starttls",
    example: "implicit",
    schema: oneOf(["starttls", "optional", "implicit"]),
    tolgee: smtpTlsSwitches
  },
  /** New accounts and new addresses count when a mailed link was opened. */
  emailVerification: {
    name: "EMAIL_VERIFICATION",
    programs: server,
    meaning: "new accounts and new e-mail addresses must be verified by a mailed link: on or off",
    default: "off",
    example: "on",
    schema: onOrOff,
    tolgee: { TOLGEE_AUTHENTICATION_NEEDS_EMAIL_VERIFICATION: trueOrFalse("on", "off") }
  }
} as const satisfies Readonly<Record<string, Setting>>
