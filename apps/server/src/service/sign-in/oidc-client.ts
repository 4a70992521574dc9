import type { Claims } from "@dragoman/domain/sign-in"
import { type GuardedFetch, HostUnreachable } from "@dragoman/network"
import type { Configuration } from "openid-client"
import type { GivenCode, OidcProvider, SignInChecks } from "./provider.ts"
import { isGoogle } from "./provider.ts"
import { ProviderError, providerError } from "./provider-error.ts"

// The first login loads it: a server without providers saves the memory.
const load = () => import("openid-client")

/** Time after which a discovery document is read again. */
const discoveryMillis = 10 * 60 * 1000
const discoveriesMax = 500

/** The result of an exchange. */
export interface ProvenIdentity {
  readonly claims: Claims
  /** Refresh token; null: the provider gave none. */
  readonly refreshToken: string | null
}

/** Logs in by OpenID Connect with `openid-client`. Each function rejects with `ProviderError`. */
export interface OidcClient {
  readonly authorizationUrl: (
    provider: OidcProvider,
    request: { readonly redirectUri: string; readonly state: string; readonly checks: SignInChecks | null }
  ) => Promise<string>
  readonly exchange: (provider: OidcProvider, given: GivenCode) => Promise<ProvenIdentity>
  /** Returns the new refresh token, or the same. */
  readonly refresh: (provider: OidcProvider, refreshToken: string) => Promise<string>
}

export const makeOidcClient = (fetchOf: (provider: OidcProvider) => GuardedFetch): OidcClient => {
  const discovered = new Map<string, { readonly until: number; readonly configuration: Promise<Configuration> }>()

  const configurationOf = (provider: OidcProvider): Promise<Configuration> => {
    const { issuer, endpoints, clientId, clientSecret, isGuarded } = provider
    const key = JSON.stringify([issuer, endpoints, clientId, clientSecret, isGuarded])
    const known = discovered.get(key)
    if (known !== undefined && known.until > performance.now()) return known.configuration
    const configuration = discover(provider, fetchOf(provider))
    discovered.delete(key)
    discovered.set(key, { until: performance.now() + discoveryMillis, configuration })
    configuration.catch(() => discovered.delete(key))
    const [oldest] = discovered.keys()
    if (discovered.size > discoveriesMax && oldest !== undefined) discovered.delete(oldest)
    return configuration
  }

  const attempt = async <A>(run: () => Promise<A>): Promise<A> => {
    try {
      return await run()
    } catch (error) {
      throw await toProviderError(error)
    }
  }

  return {
    authorizationUrl: (provider, { redirectUri, state, checks }) =>
      attempt(async () => {
        const client = await load()
        const configuration = await configurationOf(provider)
        const { issuer } = configuration.serverMetadata()
        const google = isGoogle(issuer)
        const scopes = provider.scopes.filter((scope) => !google || scope !== "offline_access")
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          response_type: "code",
          scope: scopes.join(" "),
          state,
          ...(checks === null
            ? {}
            : {
                nonce: checks.nonce,
                code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
                code_challenge_method: "S256"
              }),
          ...(provider.scopes.includes("offline_access")
            ? { prompt: "consent", ...(google ? { access_type: "offline" } : {}) }
            : {})
        })
        return url.href
      }),

    exchange: (provider, { code, redirectUri, checks }) =>
      attempt(async () => {
        const client = await load()
        const configuration = await configurationOf(provider)
        const metadata = configuration.serverMetadata()
        const callback = new URL(redirectUri)
        callback.searchParams.set("code", code)
        // A client that keeps its own state sends only the code.
        const issuer = checks === null ? metadata.issuer : checks.issuer
        if (issuer !== null) callback.searchParams.set("iss", issuer)
        const tokens = await client.authorizationCodeGrant(configuration, callback, {
          idTokenExpected: true,
          ...(checks === null ? {} : { pkceCodeVerifier: checks.codeVerifier, expectedNonce: checks.nonce })
        })
        const proof: Claims = { ...tokens.claims() }
        const subject = typeof proof["sub"] === "string" ? proof["sub"] : ""
        const wanted = [provider.profile.emailClaim, provider.profile.groupsClaim].filter((name) => name !== null)
        const hasAll = wanted.every((name) => proof[name] !== undefined)
        const refreshToken = tokens.refresh_token ?? null
        if (hasAll || metadata.userinfo_endpoint === undefined) return { claims: proof, refreshToken }
        const more = await client.fetchUserInfo(configuration, tokens.access_token, subject)
        return { claims: { ...more, ...proof }, refreshToken }
      }),

    refresh: (provider, refreshToken) =>
      attempt(async () => {
        const client = await load()
        const tokens = await client.refreshTokenGrant(await configurationOf(provider), refreshToken)
        return tokens.refresh_token ?? refreshToken
      })
  }
}

const discover = async (provider: OidcProvider, fetch: GuardedFetch): Promise<Configuration> => {
  const { issuer, endpoints } = provider
  if (issuer !== null) return discoverAt(provider, issuer, fetch)
  if (endpoints === null) throw providerError("unreachable", "no issuer is set")
  // Tolgee's settings have no issuer. Its discovery document lies in a folder above the login page.
  let unreachable: unknown = null
  for (const candidate of issuersAround(endpoints.authorization)) {
    const configuration = await discoverAt(provider, candidate, fetch).catch((error: unknown) => {
      if (error instanceof Error && error.cause instanceof HostUnreachable) unreachable = error.cause
      if (error instanceof HostUnreachable) unreachable = error
      return null
    })
    if (configuration?.serverMetadata().token_endpoint === endpoints.token) return configuration
  }
  if (unreachable !== null) throw unreachable
  throw providerError("unreachable", "no discovery document names these addresses; set the issuer")
}

const discoverAt = async (provider: OidcProvider, issuer: string, fetch: GuardedFetch): Promise<Configuration> => {
  const client = await load()
  const { clientId, clientSecret } = provider
  const authentication = clientSecret === null ? client.None() : undefined
  return client.discovery(new URL(issuer), clientId, clientSecret ?? undefined, authentication, {
    [client.customFetch]: (url, { method, headers, body }) =>
      fetch(url, { method, headers, body: body === null || body === undefined ? null : String(body) }),
    // Plain http is allowed only where the settings themselves have http://. The keys of the provider verify ID tokens.
    execute: issuer.startsWith("http:")
      ? [client.allowInsecureRequests, client.enableNonRepudiationChecks]
      : [client.enableNonRepudiationChecks]
  })
}

/**
 * Lists the folders above an address, the longest first: `https://host/realms/main/protocol/auth`. Entra's issuers end
 * with `/v2.0`.
 */
const issuersAround = (authorizationUrl: string): ReadonlyArray<string> => {
  const url = URL.parse(authorizationUrl)
  if (url === null) return []
  const segments = url.pathname.split("/").filter((segment) => segment !== "")
  const folders = segments.map((_, index) => segments.slice(0, segments.length - 1 - index).join("/"))
  return folders.flatMap((folder) => {
    const base = folder === "" ? url.origin : `${url.origin}/${folder}`
    return folder !== "" && url.hostname.startsWith("login.microsoftonline") ? [`${base}/v2.0`, base] : [base]
  })
}

const toProviderError = async (error: unknown): Promise<ProviderError> => {
  if (error instanceof ProviderError) return error
  if (error instanceof HostUnreachable) return providerError("unreachable", error.message)
  const { ResponseBodyError, ClientError } = await load()
  if (error instanceof ResponseBodyError) {
    // A failing provider has rejected nothing.
    if (error.status >= 500) return providerError("unreachable", `status ${error.status}`, error.error)
    return providerError("refused", error.error, error.error_description)
  }
  if (!(error instanceof ClientError)) {
    return providerError("unreachable", error instanceof Error ? error.message : "unknown error")
  }
  const { cause, code = "" } = error
  if (cause instanceof HostUnreachable) return providerError("unreachable", cause.message)
  const reason = cause instanceof Error ? cause.message : error.message
  if (proofErrors.has(code)) return providerError("invalidProof", reason)
  if (cause instanceof Response && cause.status < 500 && cause.status >= 400) {
    return providerError("refused", `status ${cause.status}`)
  }
  return providerError("unreachable", reason)
}

/** Codes of `oauth4webapi` for invalid ID tokens and responses. */
const proofErrors: ReadonlySet<string> = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
  "OAUTH_UNSUPPORTED_OPERATION",
  "OAUTH_PARSE_ERROR"
])
