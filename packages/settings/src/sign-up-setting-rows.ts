import { type Setting, server } from "./setting.ts"
import { domainList, oneOf, onOrOff } from "./setting-schema.ts"
import { asWritten, trueOrFalse } from "./tolgee-settings.ts"

export const registrationSettingRows = {
  registration: {
    name: "REGISTRATION",
    programs: server,
    meaning: "who may sign up: invitation or open",
    default: "invitation",
    example: "open",
    schema: oneOf(["invitation", "open"]),
    tolgee: { TOLGEE_AUTHENTICATION_REGISTRATIONS_ALLOWED: trueOrFalse("open", "invitation") }
  }
} as const satisfies Readonly<Record<string, Setting>>

/** Settings that say which e-mail addresses may sign up. */
export const emailAddressSettingRows = {
  /** Exceptions from the blocked ones. */
  allowedEmailDomains: {
    name: "ALLOWED_EMAIL_DOMAINS",
    programs: server,
    meaning: "domains of e-mail addresses with which users may sign up although they are blocked",
    default: "",
    defaultMeaning: "none",
    example: "example.org,example.com",
    schema: domainList,
    tolgee: { TOLGEE_AUTHENTICATION_ALLOWED_EMAIL_DOMAINS: asWritten }
  },
  blockedEmailDomains: {
    name: "BLOCKED_EMAIL_DOMAINS",
    programs: server,
    meaning: "domains of e-mail addresses with which users may not sign up; * for all that are not allowed",
    default: "",
    defaultMeaning: "none",
    example: "throw-away.example",
    schema: domainList,
    tolgee: { TOLGEE_AUTHENTICATION_BLOCKED_EMAIL_DOMAINS: asWritten }
  },
  /** Says whether `a+b@host` may sign up beside `a@host`. */
  emailAliases: {
    name: "EMAIL_ALIASES",
    programs: server,
    meaning: "accounts of one mailbox by name+anything@host: on or off",
    default: "off",
    example: "on",
    schema: onOrOff,
    tolgee: { TOLGEE_AUTHENTICATION_BLOCK_EMAIL_ALIASES: trueOrFalse("off", "on") }
  }
} as const satisfies Readonly<Record<string, Setting>>
