import type { ErrorCode } from "../error/error-code.ts"
import { refuse } from "../error/refusal.ts"
import { refused, type Validated, valid } from "../validation/validated.ts"
import { decodePersonalAccessToken } from "./personal-access-token.ts"
import { decodeProjectApiKey } from "./project-api-key.ts"

/** Where a request may carry a credential. Undefined = absent, which is not the same as empty. */
export interface PresentedCredential {
  /** Header `Authorization`. */
  readonly authorization?: string | undefined
  /** Header `X-API-Key`. */
  readonly apiKeyHeader?: string | undefined
  /** Query parameter `ak`. */
  readonly apiKeyParameter?: string | undefined
}

/** Not verified yet: the signature of the access token and the hashes of the others are for the caller to check. */
export type Credential =
  | { readonly kind: "anonymous" }
  | { readonly kind: "accessToken"; readonly token: string }
  /** `key`: the inner key, of which the hash is stored. */
  | { readonly kind: "projectApiKey"; readonly key: string }
  /** `secret`: the text after the prefix, of which the hash is stored. */
  | { readonly kind: "personalAccessToken"; readonly secret: string }

/**
 * Which credential a request presents: `Authorization`, else `X-API-Key`, else `ak`; never a second one when the first is
 * bad. A credential that cannot be one is a 401, on public paths as well; an empty header is a bad credential, not none.
 * Source: reference "auth-and-permissions" 4.1.
 */
export const readCredential = (presented: PresentedCredential): Validated<Credential> => {
  if (presented.authorization !== undefined) return readBearer(presented.authorization)
  const apiKey = presented.apiKeyHeader ?? presented.apiKeyParameter
  if (apiKey === undefined || apiKey.startsWith(billingKeyPrefix)) return valid({ kind: "anonymous" })
  const secret = decodePersonalAccessToken(apiKey)
  if (secret !== null) {
    return secret === "" ? unauthorized("invalid_pat") : valid({ kind: "personalAccessToken", secret })
  }
  const key = decodeProjectApiKey(apiKey)
  return key === null ? unauthorized("invalid_project_api_key") : valid({ kind: "projectApiKey", key })
}

/** Keys of the original's billing: they mean nothing here and are treated as absent. */
const billingKeyPrefix = "tgbak_"

const readBearer = (authorization: string): Validated<Credential> => {
  const token = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]
  return token === undefined ? unauthorized("invalid_jwt_token") : valid({ kind: "accessToken", token })
}

const unauthorized = (code: ErrorCode): Validated<never> => refused(refuse(401, code))
