import type { ErrorCode } from "../error/error-code.ts"
import type { checkConsoleRequest } from "./console-session.ts"

/** The credential that a request presents; nothing has been looked up yet. */
export type PresentedCredential =
  | { readonly kind: "none" }
  | { readonly kind: "invalid"; readonly code: ErrorCode }
  | { readonly kind: "JWT"; readonly token: string }
  | { readonly kind: "PAT"; readonly secret: string }
  | { readonly kind: "PAK"; readonly secret: string }
  | { readonly kind: "SESSION"; readonly value: string }

/** The cookie of a console session. */
export interface SessionCookie {
  readonly value: string
  /** Why the request does not come from a page of the console; null: it does. */
  readonly rejection: ReturnType<typeof checkConsoleRequest>
}

/**
 * `Authorization` goes before the header `X-API-Key`, that before the query parameter `ak`, and all of them before the
 * cookie of a console session. An empty key header is a bad credential, not none; billing keys are ignored. So is a cookie
 * without the header of the console: any page can cause such a request.
 * Source: docs/reference/accounts.md#credentials-of-a-request.
 */
export const presentedCredential = (request: {
  readonly authorization: string | undefined
  readonly apiKeyHeader: string | undefined
  readonly apiKeyQuery: string | undefined
  /** null: none was sent, or none counts. */
  readonly session: SessionCookie | null
}): PresentedCredential => {
  if (request.authorization !== undefined) {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.authorization) ?? []
    return token === undefined ? { kind: "invalid", code: "invalid_jwt_token" } : { kind: "JWT", token }
  }
  const key = request.apiKeyHeader ?? request.apiKeyQuery
  if (key === undefined) return presentedSession(request.session)
  if (key.startsWith("tgbak_")) return { kind: "none" }
  if (key.startsWith("tgpat_")) return { kind: "PAT", secret: key.slice("tgpat_".length) }
  const secret = decodeProjectApiKey(key.trim())
  return secret === null ? { kind: "invalid", code: "invalid_project_api_key" } : { kind: "PAK", secret }
}

const presentedSession = (session: SessionCookie | null): PresentedCredential => {
  if (session === null || session.rejection === "console_header_missing") return { kind: "none" }
  return session.rejection === null
    ? { kind: "SESSION", value: session.value }
    : { kind: "invalid", code: session.rejection }
}

/** The password generation of the user when the access token was issued. */
export interface AccessTokenGeneration {
  /** `tokensValidNotBefore` of the user at that time; null: issued by a server that did not write it. */
  readonly generation: number | null
  /** Epoch seconds. */
  readonly issuedAtSeconds: number
}

/**
 * Has a new password ended the token? The generation decides and not the time: tokens of the same second end, and so does
 * one that is issued while the password changes. `tokensValidNotBefore`: of the user, epoch milliseconds.
 */
export const isAccessTokenEnded = (token: AccessTokenGeneration, tokensValidNotBefore: number): boolean =>
  token.generation === null
    ? token.issuedAtSeconds * 1000 < tokensValidNotBefore
    : token.generation !== tokensValidNotBefore

/** `tokensValidNotBefore` after a change of the password: never one that there was before, whatever the clock says. */
export const nextTokenGeneration = (now: number, tokensValidNotBefore: number): number =>
  Math.max(now, tokensValidNotBefore + 1)

const projectApiKeyPrefix = "tgpak_"

/** Random bytes that a new key is made from; 130 of their bits are used. */
export const projectApiKeyRandomBytes = 17

const keyBits = 130

/**
 * A new inner key. Only its hash is stored: base64 of the SHA-256 of its text.
 * `randomBytes`: 17 bytes from a cryptographic source.
 * Source: docs/reference/accounts.md#project-api-keys.
 */
export const generateProjectApiKey = (randomBytes: Uint8Array): string => encodeRadix32(randomBytes, keyBits)

/**
 * The whole key, as the user gets it: clients read the project id from it.
 * Source: docs/reference/accounts.md#project-api-keys.
 */
export const encodeProjectApiKey = (projectId: number, key: string): string =>
  projectApiKeyPrefix + encodeBase32(Uint8Array.from(`${projectId}_${key}`, (letter) => letter.charCodeAt(0)))

/**
 * The inner key of a text that a client sent; null when it cannot be one. The project id in it does not matter.
 * A value without the prefix is a legacy key, which is the inner key itself.
 * Source: docs/reference/accounts.md#project-api-keys.
 */
export const decodeProjectApiKey = (text: string): string | null => {
  const key = text.startsWith(projectApiKeyPrefix) ? decodeInnerKey(text.slice(projectApiKeyPrefix.length)) : text
  return key === null || key.trim() === "" ? null : key
}

/** The description of a key that was made without one: enough to recognize it, too little to use it. */
export const defaultProjectApiKeyDescription = (key: string): string => `${key.slice(0, 5)}......${key.slice(-5)}`

const decodeInnerKey = (encoded: string): string | null => {
  const bytes = decodeBase32(encoded)
  if (bytes === null) return null
  const text = String.fromCharCode(...bytes)
  const separator = text.indexOf("_")
  return separator < 0 ? null : text.slice(separator + 1)
}

const personalAccessTokenPrefix = "tgpat_"

/** Random bytes that a new token is made from. */
export const personalAccessTokenRandomBytes = 32

const secretBits = 256

/**
 * The secret part of a new token. Only its hash is stored: base64 of the SHA-256 of its text.
 * `randomBytes`: 32 bytes from a cryptographic source.
 * Source: docs/reference/accounts.md#personal-access-tokens.
 */
export const generatePersonalAccessToken = (randomBytes: Uint8Array): string => encodeRadix32(randomBytes, secretBits)

/** The whole token, as the user gets it. */
export const encodePersonalAccessToken = (secret: string): string => personalAccessTokenPrefix + secret

/**
 * The lowest `bits` bits of the bytes, read as one big-endian number, in digits `0-9a-v`; zeros in front fill it up to a
 * fixed length. The form of the secret part of keys and tokens.
 * Source: docs/reference/accounts.md.
 */
const encodeRadix32 = (bytes: Uint8Array, bits: number): string => {
  const number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return BigInt.asUintN(bits, number)
    .toString(32)
    .padStart(Math.ceil(bits / 5), "0")
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

/** RFC 4648 base32 in lower case without padding. */
export const encodeBase32 = (bytes: Uint8Array): string => {
  let text = ""
  let pending = 0
  let pendingBits = 0
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff
    pendingBits += 8
    while (pendingBits >= 5) {
      pendingBits -= 5
      text += alphabet.charAt((pending >> pendingBits) & 31)
    }
  }
  return pendingBits === 0 ? text : text + alphabet.charAt((pending << (5 - pendingBits)) & 31)
}

/** The bytes of a text that `encodeBase32` made; null for any other text, so that every value has one spelling. */
export const decodeBase32 = (text: string): Uint8Array | null => {
  const bytes: Array<number> = []
  let pending = 0
  let pendingBits = 0
  for (const digit of text) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return null
    pending = ((pending << 5) | value) & 0xfff
    pendingBits += 5
    if (pendingBits >= 8) {
      pendingBits -= 8
      bytes.push((pending >> pendingBits) & 255)
    }
  }
  const rest = pending & ((1 << pendingBits) - 1)
  return pendingBits >= 5 || rest !== 0 ? null : Uint8Array.from(bytes)
}
