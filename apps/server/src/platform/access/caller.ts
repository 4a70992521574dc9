import type { CredentialKind } from "@dragoman/api"
import type { Scope, ServerRole } from "@dragoman/domain/permission"
import type { AccessTokenClaims } from "./access-token.ts"

/** Who asks, and by what. */
export interface Caller {
  readonly userId: number
  readonly username: string
  readonly name: string
  /** null: no picture. */
  readonly avatarHash: string | null
  readonly serverRole: ServerRole
  readonly credential: Credential
}

export type Credential = AccessTokenCredential | PersonalAccessTokenCredential | ProjectApiKeyCredential

/** `superUntil`: epoch milliseconds until which the password counts as entered lately; null: not a super token. */
export interface AccessTokenCredential extends Omit<AccessTokenClaims, "userId"> {
  readonly kind: Extract<CredentialKind, "JWT">
}

export interface PersonalAccessTokenCredential {
  readonly kind: Extract<CredentialKind, "PAT">
  readonly id: number
  /** What is stored of the secret: another one when the token was regenerated. */
  readonly digest: string
}

export interface ProjectApiKeyCredential {
  readonly kind: Extract<CredentialKind, "PAK">
  readonly id: number
  /** What is stored of the secret: another one when the key was regenerated. */
  readonly digest: string
  readonly projectId: number
  /** As stored: not expanded. */
  readonly scopes: ReadonlyArray<Scope>
}
