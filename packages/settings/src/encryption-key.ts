import { createHash } from "node:crypto"

/** A key for AES-256. */
interface EncryptionKey {
  /** Identifies the key in every value that it encrypted, and reveals nothing else about it. Stored: never derive it otherwise. */
  readonly id: string
  readonly bytes: Uint8Array
}

const keyBytes = 32
const keyIdLength = 16

/**
 * Parses the keys of `DRAGOMAN_ENCRYPTION_KEY`: 32 bytes each, as base64 or 64 hexadecimal digits, with commas between them. The
 * first one is the present key, the others are previous ones. `problem`: the end of a sentence, without the text.
 */
export const parseEncryptionKeys = (
  text: string
): { readonly keys: ReadonlyArray<EncryptionKey> } | { readonly problem: string } => {
  const keys: Array<EncryptionKey> = []
  for (const [index, entry] of text.split(",").entries()) {
    const bytes = decodeKey(entry.trim())
    if (bytes === null) {
      return { problem: `must be 32 bytes in base64 or hexadecimal; entry ${index + 1} is not` }
    }
    const key = { id: keyId(bytes), bytes }
    if (keys.some(({ id }) => id === key.id)) return { problem: `must not name a key twice; entry ${index + 1} does` }
    keys.push(key)
  }
  return { keys }
}

const decodeKey = (text: string): Uint8Array | null => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex")
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null
  const bytes = Buffer.from(text, "base64")
  return bytes.length === keyBytes ? bytes : null
}

const keyId = (bytes: Uint8Array): string =>
  createHash("sha256").update("dragoman encryption key").update(bytes).digest("hex").slice(0, keyIdLength)
