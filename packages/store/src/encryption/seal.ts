import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { Data } from "effect"
import type { EncryptionKey } from "./encryption-key.ts"
import {
  associatedData,
  decodeEnvelope,
  encodeEnvelope,
  isEnvelope,
  nonceBytes,
  type StoredPlace,
  tagBytes
} from "./envelope.ts"

/** The database has values under a key that this program was not given. */
export class EncryptionKeyUnknown extends Data.TaggedError("EncryptionKeyUnknown")<{
  /** Of the key that is missing. */
  readonly keyId: string
  /** Whether the program has any key. */
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
