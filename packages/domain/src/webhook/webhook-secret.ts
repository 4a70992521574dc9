import { atLeast, atMost, firstMessage, type Optional } from "../validation/constraint.ts"
import { type Validated, validateFields } from "../validation/validated.ts"

/**
 * `whsec_` and 32 hexadecimal digits: for Tolgee's receivers a text, for those of Standard Webhooks base64 of 24 bytes.
 * `bytes`: 16 random ones of a cryptographic generator.
 * Source: docs/reference/webhooks.md#secret.
 */
export const makeWebhookSecret = (bytes: Uint8Array): string =>
  `whsec_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`

/** The secrets of a webhook configuration: the present one, and the one before it for as long as it still signs. */
export interface WebhookSecrets {
  readonly secret: string
  /** null: it was never rotated. */
  readonly previousSecret: string | null
  /** Epoch milliseconds; null without a previous secret. */
  readonly previousSecretUntil: number | null
}

const hourMillis = 60 * 60 * 1000
const defaultOverlapMillis = 24 * hourMillis
/** Receivers are changed within days; a secret that leaked must not sign for ever. */
const overlapMaxMillis = 7 * 24 * hourMillis

/** `overlapMillis` as a body has it; absent or null: a day. */
export const validateSecretOverlap = (overlapMillis: Optional<number>): Validated<number> => {
  const millis = overlapMillis ?? defaultOverlapMillis
  return validateFields({ overlapMillis: firstMessage(atLeast(0, millis), atMost(overlapMaxMillis, millis)) }, millis)
}

/**
 * A new secret in place of the present one, which signs along for the overlap; one from an earlier rotation no longer
 * does. `overlapMillis` 0: the present one ends at once.
 */
export const rotateSecret = (
  { secret }: WebhookSecrets,
  rotation: { readonly newSecret: string; readonly now: number; readonly overlapMillis: number }
): WebhookSecrets => ({
  secret: rotation.newSecret,
  ...(rotation.overlapMillis === 0
    ? { previousSecret: null, previousSecretUntil: null }
    : { previousSecret: secret, previousSecretUntil: rotation.now + rotation.overlapMillis })
})

/** Without the previous secret when it signs no more: nothing needs it. `now`: epoch milliseconds. */
export const forgetExpiredSecret = (secrets: WebhookSecrets, now: number): WebhookSecrets => ({
  secret: secrets.secret,
  ...(signingSecrets(secrets, now).length === 1
    ? { previousSecret: null, previousSecretUntil: null }
    : { previousSecret: secrets.previousSecret, previousSecretUntil: secrets.previousSecretUntil })
})

/** The secrets that sign now, the newest first. `now`: epoch milliseconds. */
export const signingSecrets = (
  { secret, previousSecret, previousSecretUntil }: WebhookSecrets,
  now: number
): readonly [string, ...ReadonlyArray<string>] =>
  previousSecret === null || previousSecretUntil === null || previousSecretUntil <= now
    ? [secret]
    : [secret, previousSecret]
