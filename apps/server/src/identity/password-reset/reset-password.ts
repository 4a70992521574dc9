import type { PasswordResetBody, PasswordResetLinkBody, PasswordResetRequestBody } from "@dragoman/api"
import { isCodeExpired } from "@dragoman/domain/credential"
import {
  normalizeUsername,
  type PasswordReset,
  validatePasswordReset,
  validatePasswordResetLink,
  validatePasswordResetRequest
} from "@dragoman/domain/user"
import {
  Database,
  PasskeyRepository,
  PasswordResetRepository,
  PersonalAccessTokenRepository,
  UserRepository,
  type UserRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import { ClientAddress } from "../../platform/http/client-address.ts"
import {
  loginLimit,
  passwordResetAddressLimit,
  passwordResetLimit,
  RateLimiter
} from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { PublicAccess } from "../../service/access/access.ts"
import { isStoredCode } from "../../service/access/one-time-code.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { hashPassword, nameOfBucket, removeInitialPasswordFile } from "../authentication/password.ts"
import { PasswordResetRequests } from "./password-reset-requests.ts"

// `network`, here and below: of the client, for the limits.

/**
 * Asks for a mail with a link for a new password. Succeeds for every text: strangers do not learn which accounts exist.
 * Source: docs/permissions.md#what-strangers-learn.
 */
export const requestPasswordReset = Effect.fn("requestPasswordReset")(function* (
  _access: PublicAccess,
  network: string,
  body: PasswordResetRequestBody
) {
  const { smtp, nativeLogin } = yield* Settings
  const requests = yield* PasswordResetRequests
  const rateLimiter = yield* RateLimiter
  const { username } = yield* orFail(validatePasswordResetRequest(body))
  if (!nativeLogin) return yield* failWithStatus(409, "native_authentication_disabled")
  if (smtp === null) return yield* failWith("mail_not_configured")
  yield* rateLimiter.consume(passwordResetLimit, network)
  yield* rateLimiter.consume(passwordResetAddressLimit, nameOfBucket(username))
  requests.submit(username, yield* ClientAddress)
})

/** Fails unless the code opens the account now. */
export const checkPasswordReset = Effect.fn("checkPasswordReset")(function* (
  _access: PublicAccess,
  network: string,
  { email, code }: { readonly email: string; readonly code: string }
) {
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.consume(loginLimit, network)
  yield* findPasswordReset(normalizeUsername(email), code)
})

/** Number of tokens that are listed; a user with more loses the others. */
const listedMax = 1_000

/** Lists the credentials of an account beside its password, so that its user can decide which ones stay. */
export const listCredentials = Effect.fn("listCredentials")(function* (
  _access: PublicAccess,
  network: string,
  body: PasswordResetLinkBody
) {
  const rateLimiter = yield* RateLimiter
  const users = yield* UserRepository
  const passkeys = yield* PasskeyRepository
  const tokens = yield* PersonalAccessTokenRepository
  const { username, code } = yield* orFail(validatePasswordResetLink(body))
  yield* rateLimiter.consume(loginLimit, network)
  const { userId } = yield* findPasswordReset(username, code)
  const user = Option.getOrNull(yield* users.find(userId))
  if (user === null) return yield* wrongCode
  const sort = [{ property: "createdAt", direction: "desc" }] as const
  const { rows } = yield* tokens.list({ userId, sort, limit: listedMax, offset: 0 })
  return { passkeys: yield* passkeys.list(userId), personalAccessTokens: rows, mfaEnabled: user.mfaEnabled }
})

/**
 * Sets the password with the code of a link. A thief who had the account before may not come back: access tokens and sessions
 * end, as by a change of the password, and passkeys and personal access tokens as well, but those that the user keeps. A second factor
 * stays: the link shows only who reads the mail. So do project API keys, which do not open the account.
 */
export const resetPassword = Effect.fn("resetPassword")(function* (
  _access: PublicAccess,
  network: string,
  body: PasswordResetBody
) {
  const users = yield* UserRepository
  const resets = yield* PasswordResetRepository
  const database = yield* Database
  const rateLimiter = yield* RateLimiter
  const reset = yield* orFail(validatePasswordReset(body))
  const { username, code, password } = reset
  yield* rateLimiter.consume(loginLimit, network)
  const { userId, codeHash } = yield* findPasswordReset(username, code)
  const passwordHash = yield* hashPassword(password)
  const at = yield* Clock.currentTimeMillis
  const isInitial = yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lock([userId])
      const user = Option.getOrNull(yield* users.find(userId))
      // Only one of several requests takes the code.
      const isTaken = yield* resets.take(userId, codeHash)
      if (user === null || user.disabledAt !== null || !isTaken) return yield* wrongCode
      // Its provider may have taken over the account since the link was made.
      if (user.accountType === "MANAGED") return yield* failWithStatus(401, "operation_unavailable_for_account_type")
      yield* users.setPassword(userId, { passwordHash, passwordChanged: true }, { at, keptSessionId: null })
      yield* recordAudit(
        { userId, username: user.username },
        { action: "PASSWORD_RESET", object: { kind: "USER", id: userId, name: user.username } }
      )
      yield* removeCredentials(user, reset)
      return user.isInitial
    })
  )
  if (isInitial) yield* removeInitialPasswordFile()
})

const removeCredentials = Effect.fnUntraced(function* (
  { userId, username }: UserRow,
  { keptPasskeyIds, keptAccessTokenIds }: PasswordReset
) {
  const passkeys = yield* PasskeyRepository
  const tokens = yield* PersonalAccessTokenRepository
  const actor = { userId, username }
  const object = { kind: "USER", id: userId, name: username } as const
  const removed = yield* passkeys.deleteAll(userId, keptPasskeyIds)
  if (removed.length > 0)
    yield* recordAudit(actor, { action: "PASSKEY_REMOVED", object, before: { passkeys: removed } })
  const deleted = yield* tokens.deleteAll(userId, keptAccessTokenIds)
  if (deleted.length === 0) return
  yield* recordAudit(actor, { action: "ACCESS_TOKEN_DELETED", object, before: { accessTokens: deleted } })
})

/** The error is the same for every problem of a link. */
const wrongCode = failWithStatus(400, "bad_credentials")

const findPasswordReset = Effect.fnUntraced(function* (username: string, code: string) {
  const { nativeLogin } = yield* Settings
  if (!nativeLogin) return yield* failWithStatus(409, "native_authentication_disabled")
  const resets = yield* PasswordResetRepository
  const found = Option.getOrNull(yield* resets.findByUsername(username))
  const now = yield* Clock.currentTimeMillis
  const isRight = isStoredCode(code, found === null ? null : found.codeHash)
  if (found === null || !isRight || isCodeExpired(found, now) || found.disabledAt !== null) return yield* wrongCode
  return found
})
