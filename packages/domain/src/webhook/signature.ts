import {
  atLeast,
  atMost,
  firstMessage,
  type Optional,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** Random bytes in a secret: 128 bits. */
export const webhookSecretBytes = 16

/**
 * `whsec_` and 32 hexadecimal digits: for Tolgee's receivers a text, for those of Standard Webhooks base64 of 24 bytes.
 * `bytes`: `webhookSecretBytes` random ones of a cryptographic generator.
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

/** Drops the previous secret once it signs no more: nothing needs it. `now`: epoch milliseconds. */
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

/** Both are HMAC-SHA256; they differ in their keys, in the signed text and in how the digest is written. */
export type SignatureScheme = "tolgee" | "standard"

/** The encoding of a digest in the header of the scheme. */
export const digestEncodings = { tolgee: "hex", standard: "base64" } as const satisfies Record<SignatureScheme, string>

/**
 * HMAC-SHA256 with the secret's key of the scheme over `prefix` and the body behind it, in the encoding of the scheme. Keys
 * may be kept from one call to the next.
 */
export type SignBody = (secret: string, scheme: SignatureScheme, prefix: string, body: Uint8Array) => string

export interface SignedRequest {
  /** The newest first; during a rotation each of them signs. */
  readonly secrets: readonly [string, ...ReadonlyArray<string>]
  readonly messageId: string
  /** Epoch milliseconds of the attempt; both schemes take their time from it. */
  readonly timestampMillis: number
  /** The exact bytes that are sent. */
  readonly body: Uint8Array
  readonly sign: SignBody
}

/** Ed25519 with the 32 bytes that a private key is made from. */
export type Ed25519Sign = (seed: Uint8Array, message: Uint8Array) => Uint8Array

export interface AsymmetricallySignedRequest extends Pick<SignedRequest, "messageId" | "timestampMillis" | "body"> {
  /** `whsk_` and the base64 text of seed and public key. */
  readonly signingKey: string
  readonly ed25519Sign: Ed25519Sign
}

const standardPrefix = "whsec_"
const signingKeyPrefix = "whsk_"
const seedBytes = 32
const encoder = new TextEncoder()

export interface SignatureHeaders {
  readonly "Tolgee-Signature": string
  readonly "webhook-id": string
  readonly "webhook-timestamp": string
  readonly "webhook-signature": string
}

/**
 * The headers of both signature schemes. Tolgee's knows one signature only: the newest secret makes it.
 * Source: docs/reference/webhooks.md#signatures.
 */
export const signatureHeaders = ({
  secrets,
  messageId,
  timestampMillis,
  body,
  sign
}: SignedRequest): SignatureHeaders => {
  const timestampSeconds = Math.floor(timestampMillis / 1000)
  const tolgeeSignature = sign(secrets[0], "tolgee", `${timestampMillis}.`, body)
  const prefix = standardMessagePrefix(messageId, timestampSeconds)
  return {
    "Tolgee-Signature": `{"timestamp": ${timestampMillis}, "signature": "${tolgeeSignature}"}`,
    "webhook-id": messageId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret, "standard", prefix, body)}`).join(" ")
  }
}

/**
 * The key of a secret: for Tolgee's scheme the whole secret as text, for Standard Webhooks the bytes of the base64 text
 * behind its prefix. Throws when that is no base64 text.
 */
export const secretKey = (secret: string, scheme: SignatureScheme): Uint8Array =>
  scheme === "tolgee" ? encoder.encode(secret) : fromBase64(withoutPrefix(secret, standardPrefix))

/**
 * A value of `webhook-signature` that receivers verify with a public key (`whpk_…`), so that they have no secret.
 * Source: docs/reference/webhooks.md#signatures.
 */
export const asymmetricSignature = (request: AsymmetricallySignedRequest): string => {
  const { signingKey, messageId, timestampMillis, body, ed25519Sign } = request
  const seed = fromBase64(withoutPrefix(signingKey, signingKeyPrefix)).subarray(0, seedBytes)
  const prefix = encoder.encode(standardMessagePrefix(messageId, Math.floor(timestampMillis / 1000)))
  const message = new Uint8Array(prefix.length + body.length)
  message.set(prefix)
  message.set(body, prefix.length)
  return `v1a,${toBase64(ed25519Sign(seed, message))}`
}

const standardMessagePrefix = (messageId: string, timestampSeconds: number): string =>
  `${messageId}.${timestampSeconds}.`

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const fromBase64 = (text: string): Uint8Array => {
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let index = 0; index < letters.length; index++) bytes[index] = letters.charCodeAt(index)
  return bytes
}
