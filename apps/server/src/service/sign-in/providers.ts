import { endpointRules } from "@dragoman/domain/network"
import { defaultProfileRules, type SignInService } from "@dragoman/domain/sign-in"
import { makeGuardedFetch } from "@dragoman/network"
import { webhookRules } from "@dragoman/settings"
import type { OrganizationSsoRow } from "@dragoman/store"
import { Context, Effect, Layer } from "effect"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { makeOauth2Client } from "./oauth2-client.ts"
import { makeOidcClient, type ProvenIdentity } from "./oidc-client.ts"
import type { GivenCode, OidcProvider, Provider, SignInChecks } from "./provider.ts"
import { ProviderError, providerError } from "./provider-error.ts"

/** Scope of refresh tokens. Source: OpenID Connect Core 1.0 section 11. */
const singleSignOnScopes = ["openid", "profile", "email", "offline_access"]

/** Builds the provider of a service from the settings; null: it is not set up. */
export const providerOfSettings = (
  service: Exclude<SignInService, "sso">,
  settings: SettingValues
): Provider | null => {
  switch (service) {
    case "github":
      return githubOf(settings)
    case "google":
      return googleOf(settings)
    case "oauth2":
      return genericOf(settings)
  }
}

const githubOf = (settings: SettingValues): Provider | null =>
  settings.githubClientId === null
    ? null
    : {
        type: "GITHUB",
        protocol: "github",
        clientId: settings.githubClientId,
        clientSecret: settings.githubClientSecret,
        scopes: ["user:email"],
        profile: defaultProfileRules,
        isGuarded: false,
        authorizationUrl: settings.githubLoginUrl,
        tokenUrl: settings.githubTokenUrl,
        userUrl: settings.githubUserUrl
      }

const googleOf = (settings: SettingValues): Provider | null =>
  settings.googleClientId === null
    ? null
    : {
        type: "GOOGLE",
        protocol: "oidc",
        clientId: settings.googleClientId,
        clientSecret: settings.googleClientSecret,
        scopes: ["openid", "email", "profile"],
        profile: { ...defaultProfileRules, workspaceDomains: settings.googleWorkspaceDomains },
        isGuarded: false,
        issuer: settings.googleIssuer,
        endpoints: null
      }

const genericOf = (settings: SettingValues): Provider | null => {
  const { oauth2ClientId: clientId, oauth2ClientSecret: clientSecret, oauth2Scopes: scopes } = settings
  if (clientId === null) return null
  const profile = {
    ...defaultProfileRules,
    subjectClaim: settings.oauth2SubjectClaim,
    emailClaim: settings.oauth2EmailClaim,
    nameClaim: settings.oauth2NameClaim,
    trustEmail: settings.oauth2TrustEmail
  }
  const common = { type: "OAUTH2", clientId, clientSecret, scopes, profile, isGuarded: false } as const
  const { oauth2Issuer: issuer, oauth2AuthorizationUrl, oauth2TokenUrl, oauth2UserUrl } = settings
  if (issuer !== null) return { ...common, protocol: "oidc", issuer, endpoints: null }
  if (oauth2AuthorizationUrl === null || oauth2TokenUrl === null || oauth2UserUrl === null) return null
  return {
    ...common,
    protocol: "oauth2",
    authorizationUrl: oauth2AuthorizationUrl,
    tokenUrl: oauth2TokenUrl,
    userUrl: oauth2UserUrl
  }
}

/** Builds the global single sign-on; null: it is off. Its operator vouches for the addresses that it names. */
export const globalSsoOf = (settings: SettingValues): OidcProvider | null => {
  const { ssoGlobalAuthorizationUrl: authorization, ssoGlobalTokenUrl: token } = settings
  if (!settings.ssoGlobal || settings.ssoGlobalClientId === null) return null
  return {
    type: "SSO_GLOBAL",
    protocol: "oidc",
    clientId: settings.ssoGlobalClientId,
    clientSecret: settings.ssoGlobalClientSecret,
    scopes: singleSignOnScopes,
    profile: { ...defaultProfileRules, trustEmail: true, emailDomains: settings.ssoGlobalDomains },
    isGuarded: false,
    issuer: settings.ssoGlobalIssuer,
    endpoints: authorization === null || token === null ? null : { authorization, token }
  }
}

/**
 * Builds the single sign-on of an organization. An administrator set its domain, so the organization owns the addresses
 * of it.
 */
export const organizationSsoOf = (row: OrganizationSsoRow): OidcProvider => ({
  type: "SSO",
  protocol: "oidc",
  clientId: row.clientId,
  clientSecret: row.clientSecret,
  scopes: singleSignOnScopes,
  profile: { ...defaultProfileRules, trustEmail: true, emailDomains: [row.domain], groupsClaim: row.groupsClaim },
  isGuarded: true,
  issuer: row.issuer === "" ? null : row.issuer,
  endpoints:
    row.authorizationUri === "" || row.tokenUri === ""
      ? null
      : { authorization: row.authorizationUri, token: row.tokenUri }
})

/** Sends requests to providers of logins; nothing else does. */
export class Providers extends Context.Service<
  Providers,
  {
    /** Returns the address to which the browser goes. */
    readonly authorizationUrl: (
      provider: Provider,
      request: { readonly redirectUri: string; readonly state: string; readonly checks: SignInChecks | null }
    ) => Effect.Effect<string, ProviderError>
    /** Exchanges a code for the identity that the provider proves. */
    readonly exchange: (provider: Provider, given: GivenCode) => Effect.Effect<ProvenIdentity, ProviderError>
    /** Asks whether the person may still use the account; returns the refresh token for the next time. */
    readonly refresh: (provider: OidcProvider, refreshToken: string) => Effect.Effect<string, ProviderError>
  }
>()("@dragoman/server/service/sign-in/Providers") {
  static readonly layer = Layer.effect(
    Providers,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { providerTimeoutMillis: timeoutMillis, ssoOrganizationsAllowLocal } = settings
      const everywhere = endpointRules({ allow: ["*"], ports: ["*"] })
      const trusted = yield* makeGuardedFetch({ rules: everywhere, timeoutMillis })
      const guarded = yield* makeGuardedFetch({
        rules: ssoOrganizationsAllowLocal ? everywhere : webhookRules(settings),
        timeoutMillis
      })
      const oidc = makeOidcClient(({ isGuarded }) => (isGuarded ? guarded : trusted))
      const oauth2 = makeOauth2Client(trusted)
      const attempt = <A>(run: () => Promise<A>) =>
        Effect.tryPromise({
          try: run,
          catch: (error) => (error instanceof ProviderError ? error : providerError("unreachable", String(error)))
        })
      return Providers.of({
        authorizationUrl: (provider, request) =>
          attempt(async () =>
            provider.protocol === "oidc"
              ? oidc.authorizationUrl(provider, request)
              : oauth2.authorizationUrl(provider, request)
          ),
        exchange: Effect.fn("Providers.exchange")((provider, given) =>
          attempt(() =>
            provider.protocol === "oidc" ? oidc.exchange(provider, given) : oauth2.exchange(provider, given)
          )
        ),
        refresh: Effect.fn("Providers.refresh")((provider, refreshToken) =>
          attempt(() => oidc.refresh(provider, refreshToken))
        )
      })
    })
  )
}
