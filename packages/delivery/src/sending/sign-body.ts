import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { digestEncodings, type SignBody, secretKey } from "@dragoman/domain/webhook"

/** Secrets whose keys are kept; the one that was used first is forgotten first. */
const secretsMax = 1_024

/** Signs with keys that are made once for each secret. Throws for a secret that cannot sign. */
export const makeSignBody = (): SignBody => {
  const keysBySecret = new Map<string, { readonly tolgee: KeyObject; readonly standard: KeyObject }>()
  const keysOf = (secret: string) => {
    const known = keysBySecret.get(secret)
    if (known !== undefined) return known
    const keys = {
      tolgee: createSecretKey(secretKey(secret, "tolgee")),
      standard: createSecretKey(secretKey(secret, "standard"))
    }
    keysBySecret.set(secret, keys)
    const [oldest] = keysBySecret.keys()
    if (keysBySecret.size > secretsMax && oldest !== undefined) keysBySecret.delete(oldest)
    return keys
  }
  return (secret, scheme, prefix, body) =>
    createHmac("sha256", keysOf(secret)[scheme]).update(prefix).update(body).digest(digestEncodings[scheme])
}
