import { createHash } from "node:crypto"
import type { Claims } from "@dragoman/domain/sign-in"
import { type GuardedFetch, HostUnreachable } from "@dragoman/network"
import type { ProvenIdentity } from "./oidc-client.ts"
import type { GivenCode, Oauth2Provider, SignInChecks } from "./provider.ts"
import { ProviderError, providerError } from "./provider-error.ts"

/**
 * Logs in by OAuth 2 without an ID token, RFC 6749 and 7636; GitHub's variant has the addresses apart from the profile.
 */
export interface Oauth2Client {
  readonly authorizationUrl: (
    provider: Oauth2Provider,
    request: { readonly redirectUri: string; readonly state: string; readonly checks: SignInChecks | null }
  ) => string
  /** Rejects with `ProviderError`. */
  readonly exchange: (provider: Oauth2Provider, given: GivenCode) => Promise<ProvenIdentity>
}

export const makeOauth2Client = (fetch: GuardedFetch): Oauth2Client => ({
  authorizationUrl: (provider, { redirectUri, state, checks }) => {
    const url = new URL(provider.authorizationUrl)
    url.searchParams.set("client_id", provider.clientId)
    url.searchParams.set("redirect_uri", redirectUri)
    url.searchParams.set("response_type", "code")
    url.searchParams.set("scope", provider.scopes.join(" "))
    url.searchParams.set("state", state)
    if (checks !== null) {
      url.searchParams.set("code_challenge", challengeOf(checks.codeVerifier))
      url.searchParams.set("code_challenge_method", "S256")
    }
    return url.href
  },

  exchange: async (provider, given) => {
    try {
      const accessToken = await requestToken(fetch, provider, given)
      const profile = await readJson(fetch, provider.userUrl, accessToken)
      if (!isRecord(profile)) throw providerError("unreachable", "the profile is no JSON object")
      const claims =
        provider.protocol === "github" ? await githubClaims(fetch, provider, accessToken, profile) : profile
      return { claims, refreshToken: null }
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw providerError("unreachable", error instanceof HostUnreachable ? error.message : "unreadable response")
    }
  }
})

const challengeOf = (verifier: string): string => createHash("sha256").update(verifier, "ascii").digest("base64url")

const requestToken = async (fetch: GuardedFetch, provider: Oauth2Provider, given: GivenCode): Promise<string> => {
  const { clientId, clientSecret, tokenUrl } = provider
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: clientId,
    ...(clientSecret === null ? {} : { client_secret: clientSecret }),
    code: given.code,
    redirect_uri: given.redirectUri,
    ...(given.checks === null ? {} : { code_verifier: given.checks.codeVerifier })
  })
  const response = await fetch(tokenUrl, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json", ...userAgent },
    body: form.toString()
  })
  const body = parsed(await response.text())
  // GitHub rejects with status 200.
  if (isRecord(body) && typeof body["error"] === "string") {
    throw providerError("refused", body["error"], textOf(body["error_description"]))
  }
  if (response.status >= 400 && response.status < 500) throw providerError("refused", `status ${response.status}`)
  const token = isRecord(body) ? body["access_token"] : undefined
  if (response.status !== 200 || typeof token !== "string" || token === "") {
    throw providerError("unreachable", `no access token, status ${response.status}`)
  }
  return token
}

/** GitHub rejects requests without this header. */
const userAgent = { "user-agent": "Dragoman" }

const readJson = async (fetch: GuardedFetch, url: string, accessToken: string): Promise<unknown> => {
  const response = await fetch(url, {
    method: "GET",
    headers: { authorization: `Bearer ${accessToken}`, accept: "application/json", ...userAgent },
    body: null
  })
  if (response.status === 401 || response.status === 403) {
    throw providerError("refused", `the profile has status ${response.status}`)
  }
  if (response.status !== 200) throw providerError("unreachable", `the profile has status ${response.status}`)
  return parsed(await response.text())
}

/**
 * Selects the verified primary address, else any verified one. Source: GitHub's REST API, "List email addresses for the
 * authenticated user".
 */
const githubClaims = async (
  fetch: GuardedFetch,
  { userUrl }: Oauth2Provider,
  accessToken: string,
  profile: Claims
): Promise<Claims> => {
  const list = await readJson(fetch, `${userUrl.replace(/\/+$/, "")}/emails`, accessToken)
  const verified = (Array.isArray(list) ? list : []).filter(
    (entry): entry is Claims => isRecord(entry) && entry["verified"] === true && typeof entry["email"] === "string"
  )
  const chosen = verified.find((entry) => entry["primary"] === true) ?? verified[0]
  return {
    sub: profile["id"],
    name: textOf(profile["name"]) ?? textOf(profile["login"]),
    ...(chosen === undefined ? {} : { email: chosen["email"], email_verified: true })
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

/** Parses JSON; undefined: it is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
