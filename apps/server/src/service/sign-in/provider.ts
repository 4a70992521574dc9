import type { IdentityType, ProfileRules } from "@dragoman/domain/sign-in"

interface ProviderBase {
  readonly type: IdentityType
  readonly clientId: string
  /** Client secret; null: a public client. */
  readonly clientSecret: string | null
  /** Scopes, sent separated by spaces. */
  readonly scopes: ReadonlyArray<string>
  readonly profile: ProfileRules
  /** Whether an owner of an organization named its addresses: they must pass the rules of webhooks. */
  readonly isGuarded: boolean
}

/** A provider of OpenID Connect: everything else is in the discovery document, and the ID token is verified. */
export interface OidcProvider extends ProviderBase {
  readonly protocol: "oidc"
  /** Issuer; null: searched for around the two addresses below. */
  readonly issuer: string | null
  /** Addresses as Tolgee's settings name them; the discovery document has to agree. */
  readonly endpoints: { readonly authorization: string; readonly token: string } | null
}

/** A provider of OAuth 2 without an ID token: the profile is read with the access token. */
export interface Oauth2Provider extends ProviderBase {
  readonly protocol: "oauth2" | "github"
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userUrl: string
}

export type Provider = OidcProvider | Oauth2Provider

/**
 * Names the provider of an identity, for as long as it is the same one: the issuer, the token address where only
 * addresses are set, and without ID tokens the address of profiles. It is half of each identity: a subject is unique at
 * its issuer only.
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
  /** Checks of the response; null: the client keeps its own state, as the web application of Tolgee does. */
  readonly checks: SignInChecks | null
}

/** Google gives refresh tokens for the parameter `access_type` instead of a scope. */
export const isGoogle = (issuer: string): boolean => new URL(issuer).hostname.endsWith("google.com")
