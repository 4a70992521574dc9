import { timingSafeEqual } from "node:crypto"
import type { FinishSignInBody, StartSignInBody } from "@dragoman/api"
import type { SignInService } from "@dragoman/domain/sign-in"
import { Database, SignInAttemptRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { loginLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { Caller, PublicAccess } from "../../service/access/access.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { issuerOf } from "../../service/sign-in/provider.ts"
import { providerError } from "../../service/sign-in/provider-error.ts"
import { Providers } from "../../service/sign-in/providers.ts"
import { findTarget, findTargetOf } from "../../service/sign-in/sign-in-target.ts"
import { type ConsoleClient, startSession } from "../console-session/console-sessions.ts"
import { failOfProvider, signIn } from "./sign-in.ts"
import { newSignInValue, secretsOf } from "./sign-in-secrets.ts"

/** Time that a person may take at the provider. */
export const signInLifetimeMillis = 10 * 60 * 1000
const pathMaxUtf16Units = 2_000

/**
 * Begins a login by a provider in the browser that gets the returned value as a cookie. State, nonce and PKCE verifier
 * follow from it; only its digest is stored. `origin`: of the console, without a slash at the end.
 */
export const startSignIn = Effect.fn("startSignIn")(function* (
  { caller }: PublicAccess,
  request: {
    readonly service: SignInService
    readonly network: string
    readonly origin: string
    readonly body: StartSignInBody
  }
) {
  const { service, network, origin, body } = request
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.consume(loginLimit, network)
  const providers = yield* Providers
  const attempts = yield* SignInAttemptRepository
  const database = yield* Database
  if (body.connect === true && caller === null) return yield* failWith("unauthenticated")
  if (body.connect === true && isActing(caller)) return yield* failWith("not_while_acting_as_user")
  const target = yield* findTarget(service, body.domain ?? null)
  const value = newSignInValue()
  const { state, ...checks } = secretsOf(value)
  const redirectUri = `${origin}/login/auth_callback/${service}`
  const redirectUrl = yield* providers
    .authorizationUrl(target.provider, { redirectUri, state, checks: { ...checks, issuer: null } })
    .pipe(Effect.catchTag("ProviderError", (error) => failOfProvider(target, error)))
  const now = yield* Clock.currentTimeMillis
  const attempt = {
    tokenHash: digestOfKey(value),
    service,
    organizationId: target.tenant?.organizationId ?? 0,
    issuer: issuerOf(target.provider),
    redirectUri,
    wantedPath: pathOf(body.to ?? null),
    invitationCode: body.invitationCode || null,
    userId: body.connect === true && caller !== null ? caller.userId : null,
    expiresAt: now + signInLifetimeMillis
  }
  yield* database.transaction(attempts.insert(attempt))
  return { redirectUrl, value }
})

const isActing = (caller: Caller | null): boolean =>
  caller?.credential.kind === "JWT" && caller.credential.acting !== null

/**
 * Checks a path of the console; anything else would lead to another site. Browsers remove tabs and line ends from an
 * address, so a path with control characters is rejected.
 */
const pathOf = (to: string | null): string | null =>
  to !== null && /^\/(?![/\\])\P{Cc}*$/u.test(to) && to.length <= pathMaxUtf16Units ? to : null

/**
 * Ends a login with the response of the provider, in the browser that began it. An attempt ends once, whatever its
 * result. `value`: of the cookie; null: the browser sent none. Returns the session, or null when the caller may accept
 * a change now.
 */
export const finishSignIn = Effect.fn("finishSignIn")(function* (
  access: PublicAccess,
  request: {
    readonly service: SignInService
    readonly value: string | null
    readonly client: ConsoleClient
    readonly body: FinishSignInBody
  }
) {
  const { service, value, client, body } = request
  const attempts = yield* SignInAttemptRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const taken = value === null ? Option.none() : yield* database.transaction(attempts.take(digestOfKey(value)))
  if (value === null || Option.isNone(taken)) return yield* failWith("sign_in_expired")
  const attempt = taken.value
  const { state, ...checks } = secretsOf(value)
  if (attempt.expiresAt <= now || attempt.service !== service || !isSame(body.state ?? "", state)) {
    return yield* failWith("sign_in_expired")
  }
  const target = yield* findTargetOf(service, attempt.organizationId)
  // The code belongs to the provider to which the browser was sent: no other one gets it.
  if (issuerOf(target.provider) !== attempt.issuer) return yield* failWith("sign_in_expired")
  if (!body.code) {
    const words = [body.error ?? "no code", body.errorDescription ?? undefined]
    return yield* failOfProvider(target, providerError("refused", ...words))
  }
  const isOfCaller = attempt.userId === null || access.caller?.userId === attempt.userId
  if (!isOfCaller) return yield* failWith("sign_in_expired")
  const signedIn = yield* signIn({
    target,
    given: {
      code: body.code,
      redirectUri: attempt.redirectUri,
      checks: { ...checks, issuer: body.issuer || null }
    },
    invitationCode: attempt.invitationCode,
    caller: attempt.userId === null ? null : access.caller,
    network: client.network
  })
  const after = { provider: target.provider.type }
  const session =
    signedIn.kind === "change" ? null : yield* startSession(access, client, signedIn.user, { isElevated: false, after })
  return { session, to: attempt.wantedPath }
})

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given, "utf8"), Buffer.from(expected, "utf8")]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Removes logins that never came back from the provider. */
export const eraseExpiredSignIns = Effect.fn("eraseExpiredSignIns")(function* () {
  const attempts = yield* SignInAttemptRepository
  const database = yield* Database
  yield* database.transaction(attempts.deleteExpired(yield* Clock.currentTimeMillis))
})
