import { type Setting, server } from "./setting.ts"
import { onOrOff, type Rate, rateSteps } from "./setting-schema.ts"
import { type LimitSwitch, limitSwitches, rateOf, trueOrFalse } from "./tolgee-settings.ts"

export type { Rate }

/** The switch of all limits. */
export const rateLimitSettingRows = {
  rateLimits: {
    name: "RATE_LIMITS",
    programs: server,
    meaning: "on, or off for tests and benchmarks",
    default: "on",
    example: "off",
    schema: onOrOff,
    tolgee: { TOLGEE_RATE_LIMITS_ENABLED: trueOrFalse("on", "off"), ...limitSwitches }
  }
} as const satisfies Readonly<Record<string, Setting>>

/** `tolgee`: the switch of Tolgee's that covers the limit, and the part of its names for the numbers, if it has some. */
const limit = <const Name extends string>(
  name: Name,
  meaning: string,
  rates: string,
  tolgee: { readonly switch: LimitSwitch; readonly name?: string }
) =>
  ({
    name,
    programs: server,
    meaning,
    default: rates,
    example: rates,
    isLive: true,
    schema: rateSteps,
    tolgee: rateOf(rates, tolgee)
  }) as const satisfies Setting

/**
 * How often something may be done: requests in a time, several of them with commas between them, or `off`. The first request
 * of a bucket opens a window. The numbers are Tolgee's where it has the limit, unless noted.
 */
export const limitSettings = {
  limitAddressRequests: limit("LIMIT_ADDRESS_REQUESTS", "requests of an address without a credential", "20000/5m", {
    switch: "GLOBAL_LIMITS",
    name: "IP"
  }),
  limitUserRequests: limit("LIMIT_USER_REQUESTS", "requests of a user", "400/1m", {
    switch: "GLOBAL_LIMITS",
    name: "USER"
  }),
  limitFailedCredentials: limit(
    "LIMIT_FAILED_CREDENTIALS",
    "tokens and keys of an address that are not valid",
    "5/1s",
    { switch: "AUTHENTICATION_LIMITS" }
  ),
  limitLogins: limit("LIMIT_LOGINS", "passwords and codes that an address tries", "5/1s", {
    switch: "AUTHENTICATION_LIMITS"
  }),
  limitWrongPasswords: limit("LIMIT_WRONG_PASSWORDS", "wrong passwords for a user name", "10/1m,30/1h", {
    switch: "AUTHENTICATION_LIMITS"
  }),
  limitSessionWrongPasswords: limit(
    "LIMIT_SESSION_WRONG_PASSWORDS",
    "wrong passwords with an access token or a session",
    "10/1h",
    { switch: "AUTHENTICATION_LIMITS" }
  ),
  limitSecondFactors: limit("LIMIT_SECOND_FACTORS", "wrong codes of a second factor of a user", "10/15m", {
    switch: "AUTHENTICATION_LIMITS"
  }),
  limitEmailChecks: limit("LIMIT_EMAIL_CHECKS", "checks of an address whether e-mail addresses are taken", "10/1h", {
    switch: "AUTHENTICATION_LIMITS"
  }),
  limitPasswordResets: limit("LIMIT_PASSWORD_RESETS", "requests of an address to reset a password", "2/5m", {
    switch: "AUTHENTICATION_LIMITS"
  }),
  limitPasswordResetsOfAccounts: limit(
    "LIMIT_PASSWORD_RESETS_OF_ACCOUNTS",
    "requests from all addresses to reset the password of one e-mail address",
    "5/1h",
    { switch: "AUTHENTICATION_LIMITS" }
  ),
  limitEmailVerifications: limit(
    "LIMIT_EMAIL_VERIFICATIONS",
    "requests of an address for a mail that verifies an e-mail address",
    "2/1m",
    { switch: "AUTHENTICATION_LIMITS", name: "EMAIL_VERIFICATION" }
  ),
  limitInvitationMails: limit("LIMIT_INVITATION_MAILS", "mails of invitations that a user has sent", "100/1h", {
    switch: "ENDPOINT_LIMITS"
  }),
  limitPasskeyOptions: limit("LIMIT_PASSKEY_OPTIONS", "challenges for passkeys, of an address or a user", "30/1m", {
    switch: "AUTHENTICATION_LIMITS"
  }),
  limitExports: limit("LIMIT_EXPORTS", "exports of a user", "100/5m", { switch: "ENDPOINT_LIMITS", name: "EXPORT" }),
  // Ten times Tolgee's limit, which a page in development with several namespaces and languages reaches in a minute.
  limitTranslationReads: limit("LIMIT_TRANSLATION_READS", "lists and maps of translations of a user", "1000/5m", {
    switch: "ENDPOINT_LIMITS",
    name: "TRANSLATION"
  }),
  limitPublicReads: limit("LIMIT_PUBLIC_READS", "reads of public projects by an address", "600/5m", {
    switch: "ENDPOINT_LIMITS"
  }),
  limitMemorySuggestions: limit(
    "LIMIT_MEMORY_SUGGESTIONS",
    "suggestions of the translation memory for a user",
    "1000/5m",
    { switch: "ENDPOINT_LIMITS" }
  ),
  limitMachineSuggestions: limit(
    "LIMIT_MACHINE_SUGGESTIONS",
    "machine translations, estimates and trials of prompts that a user asks for",
    "300/5m",
    { switch: "ENDPOINT_LIMITS" }
  ),
  limitBatchJobCancels: limit("LIMIT_BATCH_JOB_CANCELS", "batch jobs that a user cancels", "10/5m", {
    switch: "ENDPOINT_LIMITS"
  })
}

/** The setting of a limit. */
export type LimitField = keyof typeof limitSettings
