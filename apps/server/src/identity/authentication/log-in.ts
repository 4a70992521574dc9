import type { LoginBody, SignUpBody } from "@dragoman/api"
import { normalizeUsername, type SignUp, signUpUsernames, validateLogin, validateSignUp } from "@dragoman/domain/user"
import { Database, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { redeemInvitation } from "../../organization/invitation/change-invitations.ts"
import { getInvitation } from "../../organization/invitation/invitation-queries.ts"
import { insertOwnOrganization } from "../../organization/organization/change-organizations.ts"
import { failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import { emailCheckLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { PublicAccess } from "../../service/access/access.ts"
import { logFailedLogin } from "../../service/access/failed-login.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { recordFailedLogin } from "../../service/audit/record-failure.ts"
import { beginVerification } from "../email-address/begin-verification.ts"
import { checkNewUsername } from "../email-address/check-new-username.ts"
import { rememberClient } from "./known-clients.ts"
import { hashPassword, isForeignHash, tryPassword } from "./password.ts"
import { issueLoginToken } from "./record-login.ts"
import { useSecondFactor } from "./second-factor-code.ts"

/** Issues a super token for a user name and its password. `network`, here and below: of the client, for the limits. */
export const logIn = Effect.fn("logIn")(function* (access: PublicAccess, network: string, body: LoginBody) {
  return yield* issueLoginToken(yield* checkLogin(access, network, body), { isSuper: true })
})

/**
 * Finds the user by user name, password and, if the account has one, second factor. Unknown names take as long as wrong
 * passwords, and only the right password shows that an account is disabled or has a second factor. Source:
 * docs/permissions.md#what-strangers-learn.
 */
export const checkLogin = Effect.fnUntraced(function* (_access: PublicAccess, network: string, body: LoginBody) {
  const repository = yield* UserRepository
  const { username, password } = yield* orFail(validateLogin(body))
  const { nativeLogin } = yield* Settings
  if (!nativeLogin) return yield* failWithStatus(401, "native_authentication_disabled")
  const user = Option.getOrNull(yield* repository.findByUsername(username))
  const isRight = yield* tryPassword({ network, username, password, hash: user === null ? null : user.passwordHash })
  if (user === null || !isRight) {
    yield* recordFailedLogin(username, user, "bad_credentials")
    return yield* failWith("bad_credentials")
  }
  if (user.disabledAt !== null) {
    yield* logFailedLogin("user_disabled", username)
    yield* recordFailedLogin(username, user, "user_account_disabled")
    return yield* failWithStatus(401, "user_account_disabled")
  }
  if (user.mfaEnabled) {
    yield* useSecondFactor(user, body.otp, 401).pipe(
      Effect.tapError((error) =>
        isWrongCode(error) ? recordFailedLogin(username, user, "invalid_otp_code") : Effect.void
      )
    )
  }
  if (isForeignHash(user.passwordHash)) yield* keepOwnHash(user.userId, user.passwordHash ?? "", password)
  yield* rememberClient(user.userId, network)
  return user
})

/** The password stays the same, so nothing that depends on it ends. */
const keepOwnHash = Effect.fnUntraced(function* (userId: number, before: string, password: string) {
  const users = yield* UserRepository
  const database = yield* Database
  const passwordHash = yield* hashPassword(password)
  yield* database.transaction(users.replaceHash(userId, before, passwordHash))
})

/** A login without a code is half of one: clients send the code with a second request. */
const isWrongCode = (error: object): boolean => "code" in error && error.code === "invalid_otp_code"

/** Creates an account and issues a super token for it. */
export const signUp = Effect.fn("signUp")(function* (access: PublicAccess, network: string, body: SignUpBody) {
  return yield* issueLoginToken(yield* registerUser(access, network, body), { isSuper: true })
})

/**
 * Creates the user of a new account. The order of the checks: docs/settings.md#who-may-sign-up. Without an invitation,
 * or with an organization name, it gets an organization of its own.
 */
export const registerUser = Effect.fnUntraced(function* (_access: PublicAccess, network: string, body: SignUpBody) {
  const request = yield* orFail(validateSignUp(body))
  const settings = yield* Settings
  if (!settings.nativeLogin) return yield* failWith("native_authentication_disabled")
  yield* checkNewUsername(request.username)
  if (request.invitationCode === null && settings.registration !== "open") {
    return yield* failWith("registrations_not_allowed")
  }
  // This check comes before user names: strangers without an invitation do not learn which of them exist.
  if (request.invitationCode !== null) yield* getInvitation(request.invitationCode)
  yield* checkUsername(network, settings.emailAliases ? [request.username] : signUpUsernames(request.username))
  const passwordHash = yield* hashPassword(request.password)
  const database = yield* Database
  const userId = yield* database.transaction(insertUser(request, passwordHash))
  return { userId, username: request.username, tokensValidNotBefore: 0 }
})

const checkUsername = Effect.fnUntraced(function* (network: string, usernames: ReadonlyArray<string>) {
  const users = yield* UserRepository
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.check(emailCheckLimit, network)
  const taken = yield* users.findTaken(usernames)
  if (taken.length === 0) return
  yield* rateLimiter.consume(emailCheckLimit, network)
  const isDisabled = taken.every((account) => account.isDisabled)
  return yield* failWith(isDisabled ? "user_account_disabled" : "username_already_exists")
})

const insertUser = Effect.fnUntraced(function* (request: SignUp, passwordHash: string) {
  const { username, name, organizationName, invitationCode } = request
  const users = yield* UserRepository
  const { emailVerification } = yield* Settings
  const at = yield* Clock.currentTimeMillis
  const emailVerified = !emailVerification
  const created = yield* users.create({
    username,
    name,
    passwordHash,
    serverRole: "USER",
    isInitial: false,
    passwordChanged: true,
    emailVerified,
    at
  })
  if (Option.isNone(created)) return yield* failWith("username_already_exists")
  const userId = created.value
  const user = { userId, username }
  yield* recordAudit(user, {
    action: "SIGN_UP",
    object: { kind: "USER", id: userId, name: username },
    after: { username, name }
  })
  if (!emailVerified) yield* beginVerification({ userId, username, name, emailVerified }, null)
  if (invitationCode !== null) yield* redeemInvitation({ ...user, name }, invitationCode)
  if (invitationCode === null || organizationName !== null) {
    yield* insertOwnOrganization(userId, organizationName ?? name, user)
  }
  return userId
})

/**
 * Whether the address is free for a new account. Always true where signing up needs an invitation: strangers do not learn
 * which accounts exist. `network`: of the client, for the limit. Source: docs/permissions.md#what-strangers-learn.
 */
export const isEmailFree = Effect.fn("isEmailFree")(function* (_access: PublicAccess, network: string, email: string) {
  const { registration } = yield* Settings
  if (registration !== "open") return true
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.consume(emailCheckLimit, network)
  const users = yield* UserRepository
  const taken = yield* users.findTaken([normalizeUsername(email)])
  return !taken.some(({ isDisabled }) => !isDisabled)
})
