import type { ErrorCode } from "../error/error-code.ts"
import { decodeProjectApiKey } from "./project-api-key.ts"

/** The credential that a request presents; nothing has been looked up yet. */
export type PresentedCredential =
  | { readonly kind: "none" }
  | { readonly kind: "invalid"; readonly code: ErrorCode }
  | { readonly kind: "JWT"; readonly token: string }
  | { readonly kind: "PAT"; readonly secret: string }
  | { readonly kind: "PAK"; readonly secret: string }

/**
 * `Authorization` goes before the header `X-API-Key`, that before the query parameter `ak`. An empty key header is a bad
 * credential, not none; billing keys are ignored.
 * Source: docs/reference/accounts.md#credentials-of-a-request.
 */
export const presentedCredential = (request: {
  readonly authorization: string | undefined
  readonly apiKeyHeader: string | undefined
  readonly apiKeyQuery: string | undefined
}): PresentedCredential => {
  if (request.authorization !== undefined) {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.authorization) ?? []
    return token === undefined ? { kind: "invalid", code: "invalid_jwt_token" } : { kind: "JWT", token }
  }
  const key = request.apiKeyHeader ?? request.apiKeyQuery
  if (key === undefined || key.startsWith("tgbak_")) return { kind: "none" }
  if (key.startsWith("tgpat_")) return { kind: "PAT", secret: key.slice("tgpat_".length) }
  const secret = decodeProjectApiKey(key.trim())
  return secret === null ? { kind: "invalid", code: "invalid_project_api_key" } : { kind: "PAK", secret }
}
