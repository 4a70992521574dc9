import { both, type Setting, server } from "./setting.ts"
import { encryptionKeys, textWithin, wholeNumber } from "./setting-schema.ts"
import { asWritten } from "./tolgee-settings.ts"

/** Shorter ones end while a page is open. */
const tokenMillisMin = 60_000
/** A year. */
const tokenMillisMax = 31_536_000_000

/** Keys that the server signs and encrypts with, and what it signs. */
export const secretSettingRows = {
  /** null: generated on the first start and kept in the database. */
  jwtSecret: {
    name: "JWT_SECRET",
    programs: server,
    meaning: "signs access tokens; at least 32 characters",
    default: null,
    defaultMeaning: "generated, kept in the database",
    example: "the output of: openssl rand -base64 48",
    secret: true,
    schema: textWithin(32, 4096),
    tolgee: { TOLGEE_AUTHENTICATION_JWT_SECRET: asWritten }
  },
  /** Counts for tokens that are issued from then on. */
  accessTokenMillis: {
    name: "ACCESS_TOKEN_MS",
    programs: server,
    meaning: "how long access tokens of logins are valid, in milliseconds",
    default: "604800000",
    example: "86400000",
    schema: wholeNumber(tokenMillisMin, tokenMillisMax, "milliseconds"),
    tolgee: { TOLGEE_AUTHENTICATION_JWT_EXPIRATION: asWritten }
  },
  /** Counts for passwords that are entered from then on. */
  superTokenMillis: {
    name: "SUPER_TOKEN_MS",
    programs: server,
    meaning: "how long a password counts as just entered, in milliseconds",
    default: "3600000",
    example: "900000",
    schema: wholeNumber(tokenMillisMin, tokenMillisMax, "milliseconds"),
    tolgee: { TOLGEE_AUTHENTICATION_JWT_SUPER_EXPIRATION: asWritten }
  },
  /** The present key and previous ones; empty: secrets are stored in plain. */
  encryptionKey: {
    name: "ENCRYPTION_KEY",
    programs: both,
    meaning: "encrypts secrets in the database; the present key first, then previous ones",
    default: "",
    defaultMeaning: "none: stored in plain",
    example: "the output of: openssl rand -base64 32",
    secret: true,
    schema: encryptionKeys
  }
} as const satisfies Readonly<Record<string, Setting>>
