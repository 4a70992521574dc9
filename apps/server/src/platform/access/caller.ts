import type { CredentialKind } from "@dragoman/api"
import type { Scope, ServerRole } from "@dragoman/domain/permission"
import type { AccessTokenClaims } from "./access-token.ts"

/** The authenticated user of a request, with the credential. */
export interface Caller {
  readonly userId: number
  readonly username: string
  readonly name: string
  /** null: no avatar. */
  readonly avatarHash: string | null
  readonly serverRole: ServerRole
  readonly credential: Credential
}

export type Credential = AccessTokenCredential | PersonalAccessTokenCredential | ProjectApiKeyCredential

/** `superUntil`: epoch milliseconds until which it is a super token; null: it is not. */
export interface AccessTokenCredential extends Omit<AccessTokenClaims, "userId"> {
  readonly kind: Extract<CredentialKind, "JWT">
}

export interface PersonalAccessTokenCredential {
  readonly kind: Extract<CredentialKind, "PAT">
  readonly id: number
  /** Stored digest of the secret; changes when the token is regenerated. */
  readonly digest: string
}

export interface ProjectApiKeyCredential {
  readonly kind: Extract<CredentialKind, "PAK">
  readonly id: number
  /** Stored digest of the secret; changes when the key is regenerated. */
  readonly digest: string
  readonly projectId: number
  /** As stored: not expanded. */
  readonly scopes: ReadonlyArray<Scope>
}
