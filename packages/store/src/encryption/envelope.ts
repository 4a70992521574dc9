/** An encrypted value, taken apart. */
export interface Envelope {
  /** Which key encrypted it. */
  readonly keyId: string
  readonly nonce: Uint8Array
  /** The encrypted text. */
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

/** Where a value is stored. It is authenticated with the value: a value that is copied elsewhere does not decrypt. */
export interface StoredPlace {
  readonly table: string
  /** The primary key of the row. */
  readonly row: number | string
  readonly column: string
}

/** In front of each encrypted value. No URL, secret or generated token begins so: plain values are told apart by it. */
const prefix = "enc:v1:"

/** Bytes, as AES-256-GCM has them. */
export const nonceBytes = 12
export const tagBytes = 16

const keyIdPattern = /^[0-9a-f]{16}$/
const base64Url = /^[A-Za-z0-9_-]*$/

/** What every value begins with that this key encrypted. */
export const envelopePrefix = (keyId: string): string => `${prefix}${keyId}:`

/** `enc:v1:<key id>:<base64url of nonce, ciphertext and tag>` */
export const encodeEnvelope = ({ keyId, nonce, ciphertext, tag }: Envelope): string => {
  return `${envelopePrefix(keyId)}${Buffer.concat([nonce, ciphertext, tag]).toString("base64url")}`
}

/** Whether the stored text is an encrypted value; everything else is plain. */
export const isEnvelope = (text: string): boolean => text.startsWith(prefix)

/** null: no envelope, or a damaged one. */
export const decodeEnvelope = (text: string): Envelope | null => {
  if (!isEnvelope(text)) return null
  const [keyId = "", encoded = "", ...more] = text.slice(prefix.length).split(":")
  if (!keyIdPattern.test(keyId) || more.length > 0) return null
  if (!base64Url.test(encoded)) return null
  const bytes = Buffer.from(encoded, "base64url")
  if (bytes.length < nonceBytes + tagBytes) return null
  return {
    keyId,
    nonce: bytes.subarray(0, nonceBytes),
    ciphertext: bytes.subarray(nonceBytes, bytes.length - tagBytes),
    tag: bytes.subarray(bytes.length - tagBytes)
  }
}

/** The bytes that are authenticated with a value. */
export const associatedData = ({ table, row, column }: StoredPlace): Uint8Array =>
  new TextEncoder().encode(JSON.stringify([table, String(row), column]))
