export type HmacSha256 = (key: Uint8Array, message: Uint8Array) => Uint8Array

export interface SignedRequest {
  /** The newest first; during a rotation each of them signs. */
  readonly secrets: readonly [string, ...ReadonlyArray<string>]
  readonly messageId: string
  /** Epoch milliseconds of the attempt; both schemes take their time from it. */
  readonly timestampMillis: number
  /** The exact text that is sent. */
  readonly body: string
  readonly hmacSha256: HmacSha256
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

/**
 * The headers of both signature schemes: Tolgee's, whose key is the whole secret as text, and Standard Webhooks', whose
 * key is the base64 text behind the prefix. Tolgee's scheme knows one signature only: the newest secret makes it.
 * Source: docs/reference/webhooks.md#signatures.
 */
export const signatureHeaders = (request: SignedRequest): Readonly<Record<string, string>> => {
  const { secrets, messageId, timestampMillis } = request
  const timestampSeconds = Math.floor(timestampMillis / 1000)
  return {
    "Tolgee-Signature": `{"timestamp": ${timestampMillis}, "signature": "${tolgeeSignature(request, secrets[0])}"}`,
    "webhook-id": messageId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": secrets.map((secret) => standardSignature(request, secret, timestampSeconds)).join(" ")
  }
}

/**
 * A value of `webhook-signature` that receivers verify with a public key (`whpk_…`), so that they have no secret.
 * Source: docs/reference/webhooks.md#signatures.
 */
export const asymmetricSignature = (request: AsymmetricallySignedRequest): string => {
  const seed = fromBase64(withoutPrefix(request.signingKey, signingKeyPrefix)).subarray(0, seedBytes)
  const message = standardMessage(request, Math.floor(request.timestampMillis / 1000))
  return `v1a,${toBase64(request.ed25519Sign(seed, message))}`
}

const tolgeeSignature = ({ timestampMillis, body, hmacSha256 }: SignedRequest, secret: string): string =>
  toHex(hmacSha256(encoder.encode(secret), encoder.encode(`${timestampMillis}.${body}`)))

const standardSignature = (request: SignedRequest, secret: string, timestampSeconds: number): string => {
  const key = fromBase64(withoutPrefix(secret, standardPrefix))
  return `v1,${toBase64(request.hmacSha256(key, standardMessage(request, timestampSeconds)))}`
}

const standardMessage = (
  { messageId, body }: Pick<SignedRequest, "messageId" | "body">,
  timestampSeconds: number
): Uint8Array => encoder.encode(`${messageId}.${timestampSeconds}.${body}`)

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

// Signing is a large part of the cost of a delivery, so no array is allocated.
const toHex = (bytes: Uint8Array): string => {
  let hex = ""
  for (const byte of bytes) hex += hexOfByte[byte]
  return hex
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const fromBase64 = (text: string): Uint8Array => {
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let index = 0; index < letters.length; index++) bytes[index] = letters.charCodeAt(index)
  return bytes
}
