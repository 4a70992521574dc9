import { both, type Setting, server } from "./setting.ts"
import { encryptionKeys, textWithin } from "./setting-schema.ts"
import { asWritten } from "./tolgee-settings.ts"

/** Keys that the server signs and encrypts with. */
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
