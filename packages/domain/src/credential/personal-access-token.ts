import { encodeRadix32 } from "./radix32.ts"

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
