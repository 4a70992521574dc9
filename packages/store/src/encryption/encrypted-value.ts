import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { Data } from "effect"

/** A key for AES-256. */
export interface EncryptionKey {
  /** 16 hexadecimal digits, derived from the key. Every value names the key that encrypted it by them. */
  readonly id: string
  readonly bytes: Uint8Array
}

/** An encrypted value, taken apart. */
export interface Envelope {
  /** Id of the key that encrypted it. */
  readonly keyId: string
  readonly nonce: Uint8Array
  /** The encrypted text. */
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

/** The place of a stored value. It is authenticated with the value: a value that is copied elsewhere does not decrypt. */
export interface StoredPlace {
  readonly table: string
  /** The primary key of the row. */
  readonly row: number | string
  readonly column: string
}

/** Prefix of each encrypted value. No URL, secret or generated token begins with it, so it distinguishes plain values. */
const prefix = "enc:v1:"

/** Bytes, as AES-256-GCM has them. */
const nonceBytes = 12
const tagBytes = 16

const keyIdPattern = /^[0-9a-f]{16}$/
const base64Url = /^[A-Za-z0-9_-]*$/

/** Returns the prefix of every value that this key encrypted. */
export const envelopePrefix = (keyId: string): string => `${prefix}${keyId}:`

/** `enc:v1:<key id>:<base64url of nonce, ciphertext and tag>` */
export const encodeEnvelope = ({ keyId, nonce, ciphertext, tag }: Envelope): string => {
  return `${envelopePrefix(keyId)}${Buffer.concat([nonce, ciphertext, tag]).toString("base64url")}`
}

/** Says whether the stored text is an encrypted value; everything else is plain. */
export const isEnvelope = (text: string): boolean => text.startsWith(prefix)

/** Parses an envelope; null: none, or a damaged one. */
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

/** The database has values under a key that is not among the keys of the program. */
export class EncryptionKeyUnknown extends Data.TaggedError("EncryptionKeyUnknown")<{
  /** Id of the missing key. */
  readonly keyId: string
  /** Says whether the program has any key. */
  readonly hasKeys: boolean
}> {}

/** The value was changed, or copied from another row, or the database is damaged. */
export class EncryptedValueDamaged extends Data.TaggedError("EncryptedValueDamaged")<{
  readonly place: StoredPlace
}> {}

const algorithm = "aes-256-gcm"

/** Encrypts a text for the place in which it is stored. */
export const seal = (key: EncryptionKey, place: StoredPlace, text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key.bytes, nonce, { authTagLength: tagBytes })
  cipher.setAAD(associatedData(place))
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return encodeEnvelope({ keyId: key.id, nonce, ciphertext, tag: cipher.getAuthTag() })
}

/** The text that is stored there; one that is not encrypted is returned as it is. Throws the errors above. */
export const open = (keys: ReadonlyArray<EncryptionKey>, place: StoredPlace, stored: string): string => {
  if (!isEnvelope(stored)) return stored
  const envelope = decodeEnvelope(stored)
  if (envelope === null) throw new EncryptedValueDamaged({ place })
  const key = keys.find(({ id }) => id === envelope.keyId)
  if (key === undefined) throw new EncryptionKeyUnknown({ keyId: envelope.keyId, hasKeys: keys.length > 0 })
  const decipher = createDecipheriv(algorithm, key.bytes, envelope.nonce, { authTagLength: tagBytes })
  decipher.setAAD(associatedData(place))
  decipher.setAuthTag(envelope.tag)
  try {
    return Buffer.concat([decipher.update(envelope.ciphertext), decipher.final()]).toString("utf8")
  } catch {
    throw new EncryptedValueDamaged({ place })
  }
}
