import type { DomainError } from "@dragoman/domain/error"
import { type IdentityProfile, isSingleSignOn, profileOf } from "@dragoman/domain/sign-in"
import { Database, type UserRow } from "@dragoman/store"
import { Effect } from "effect"
import { failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import { loginLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { Caller } from "../../service/access/access.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import type { GivenCode } from "../../service/sign-in/provider.ts"
import type { ProviderError } from "../../service/sign-in/provider-error.ts"
import { Providers } from "../../service/sign-in/providers.ts"
import type { SignInTarget } from "../../service/sign-in/sign-in-target.ts"
import { issueLoginToken } from "../authentication/record-login.ts"
import { requestChange } from "./identity-changes.ts"
import { openAccount } from "./third-party-accounts.ts"

export interface SignInRequest {
  readonly target: SignInTarget
  readonly given: GivenCode
  /** Code of an invitation; null: none. */
  readonly invitationCode: string | null
  /** The user whose account is to be connected; null: a login. */
  readonly caller: Caller | null
  /** Network of the client, for the limits. */
  readonly network: string
}

/** The result of an exchange. `change`: the caller may accept the connection with the provider. */
export type SignedIn = { readonly kind: "login"; readonly user: UserRow } | { readonly kind: "change" }

/**
 * Exchanges the code of a provider, and finds or makes the account of the person whom the provider proves. Failures are in
 * the audit log. No transaction is open while the provider is asked.
 */
export const signIn = Effect.fn("signIn")(function* (request: SignInRequest) {
  const { target, network } = request
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.consume(loginLimit, network)
  let email: string | null = null
  return yield* Effect.gen(function* () {
    const providers = yield* Providers
    const { claims, refreshToken } = yield* providers
      .exchange(target.provider, request.given)
      .pipe(Effect.catchTag("ProviderError", (error) => failOfProvider(target, error)))
    const profile: IdentityProfile = yield* orFail(profileOf(claims, target.provider.profile))
    email = profile.email
    const found = yield* openAccount({ ...request, profile, refreshToken })
    if (found.kind === "refused") return yield* Effect.fail(found.error)
    if (found.kind === "login") return { kind: "login", user: found.user } satisfies SignedIn
    yield* requestChange(found.caller, target, { profile, refreshToken })
    return { kind: "change" } satisfies SignedIn
  }).pipe(Effect.tapError((error) => recordFailure(email, error)))
})

/** Converts the error of a provider for clients. */
export const failOfProvider = ({ provider }: SignInTarget, { kind, details }: ProviderError) => {
  const params = details.length === 0 ? null : details
  if (isSingleSignOn(provider.type)) {
    return failWith(kind === "invalidProof" ? "sso_user_info_retrieval_failed" : "sso_token_exchange_failed", params)
  }
  switch (kind) {
    case "refused":
      return failWith("third_party_auth_error_message", params)
    case "invalidProof":
      return failWith("third_party_unauthorized", params)
    case "unreachable":
      return failWith("third_party_auth_unknown_error", params)
  }
}

const recordFailure = Effect.fnUntraced(function* (username: string | null, error: DomainError) {
  const database = yield* Database
  const failure =
    error.kind === "code" ? error.code : Object.keys(error.kind === "customValidation" ? error.codes : {})[0]
  const event = { action: "LOGIN_FAILED", failure: failure ?? "request_parse_error" } as const
  yield* database.transaction(recordAudit({ userId: null, username }, event))
})

/**
 * Issues an access token for the code of a provider. A pending change is an error, which tells clients to ask for it.
 */
export const logInWithProvider = Effect.fn("logInWithProvider")(function* (request: SignInRequest) {
  const signedIn = yield* signIn(request)
  if (signedIn.kind === "change") return yield* failWithStatus(401, "third_party_switch_initiated")
  return yield* issueLoginToken(signedIn.user, { isSuper: false, after: { provider: request.target.provider.type } })
})
