import { randomBytes } from "node:crypto"
import {
  encodePersonalAccessToken,
  generatePersonalAccessToken,
  personalAccessTokenRandomBytes
} from "@dragoman/domain/credential"
import { Effect } from "effect"
import { digestOfKey } from "../../platform/access/authenticate.ts"

/** `token`: for its owner, once. `tokenHash`: for the database. */
export const newPersonalAccessToken = Effect.sync(() => {
  const secret = generatePersonalAccessToken(randomBytes(personalAccessTokenRandomBytes))
  return { token: encodePersonalAccessToken(secret), tokenHash: digestOfKey(secret) }
})
