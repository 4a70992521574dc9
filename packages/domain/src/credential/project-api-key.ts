import { decodeBase32, encodeBase32 } from "./base32.ts"
import { encodeRadix32 } from "./radix32.ts"

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
