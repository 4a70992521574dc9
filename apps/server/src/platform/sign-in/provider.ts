import type { IdentityType, ProfileRules } from "@dragoman/domain/sign-in"

interface ProviderBase {
  readonly type: IdentityType
  readonly clientId: string
  /** null: a public client. */
  readonly clientSecret: string | null
  /** Separated by spaces when sent. */
  readonly scopes: ReadonlyArray<string>
  readonly profile: ProfileRules
  /** An owner of an organization named its addresses: they pass the rules of webhooks. */
  readonly isGuarded: boolean
}

/** OpenID Connect: everything else is in the discovery document, and the ID token is verified. */
export interface OidcProvider extends ProviderBase {
  readonly protocol: "oidc"
  /** null: looked for around the two addresses below. */
  readonly issuer: string | null
  /** Addresses as Tolgee's settings name them; the discovery document has to agree. */
  readonly endpoints: { readonly authorization: string; readonly token: string } | null
}

/** OAuth 2 without an ID token: the profile is read with the access token. */
export interface Oauth2Provider extends ProviderBase {
  readonly protocol: "oauth2" | "github"
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userUrl: string
}

export type Provider = OidcProvider | Oauth2Provider

/**
 * Names who says which person it is, for as long as that is the same provider: the issuer, the token address where only addresses
 * are set, and without ID tokens the address of profiles. Half of each identity: a subject is unique at its issuer only.
 */
export const issuerOf = (provider: Provider): string =>
  provider.protocol === "oidc" ? (provider.issuer ?? provider.endpoints?.token ?? "") : provider.userUrl

/** Values that tie a response to the login that began it. Derived from one random value (`sign-in-secrets.ts`). */
export interface SignInChecks {
  readonly codeVerifier: string
  readonly nonce: string
  /** Issuer of the response, when the provider sent it. RFC 9207. */
  readonly issuer: string | null
}

/** A code that a provider gave to a browser. */
export interface GivenCode {
  readonly code: string
  readonly redirectUri: string
  /** null: the client keeps its own state, as the web application of Tolgee does. */
  readonly checks: SignInChecks | null
}

/** Google wants `access_type` in place of a scope to give refresh tokens. */
export const isGoogle = (issuer: string): boolean => new URL(issuer).hostname.endsWith("google.com")
