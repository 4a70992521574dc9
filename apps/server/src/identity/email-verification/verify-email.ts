import { isCodeExpired } from "@dragoman/domain/credential"
import { Database, EmailVerificationRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith, failWithStatus } from "../../platform/fail.ts"
import { emailVerificationLimit, loginLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { PublicAccess, UserAccess } from "../../service/access/access.ts"
import { isStoredCode } from "../../service/access/one-time-code.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { issueLoginToken } from "../authentication/record-login.ts"
import { beginVerification } from "../email-address/begin-verification.ts"
import { checkNextUsername } from "../email-address/check-new-username.ts"
import { getUser } from "../user/user-queries.ts"

// `network`, here and below: of the client, for the limits.

/** Sends the link once more, to the address that waits for it. */
export const sendEmailVerification = Effect.fn("sendEmailVerification")(function* (
  access: UserAccess,
  network: string
) {
  const { emailVerification } = yield* Settings
  const database = yield* Database
  const rateLimiter = yield* RateLimiter
  const users = yield* UserRepository
  yield* rateLimiter.consume(emailVerificationLimit, network)
  yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lock([access.caller.userId])
      const user = yield* getUser(access)
      const waits = emailVerification && (user.pendingEmail !== null || !user.emailVerified)
      if (!waits) return yield* failWith("email_already_verified")
      yield* beginVerification(user, user.pendingEmail)
    })
  )
})

/**
 * Verifies an address with the code of a link: the account is open, or has the new address. Returns an access token without
 * super powers; an account with a second factor has to log in instead: the link shows only who reads the mail (ADR 43). All that
 * is wrong with a link looks alike: strangers do not learn which accounts exist.
 */
export const verifyEmail = Effect.fn("verifyEmail")(function* (
  _access: PublicAccess,
  network: string,
  { userId, code }: { readonly userId: number; readonly code: string }
) {
  const users = yield* UserRepository
  const database = yield* Database
  const rateLimiter = yield* RateLimiter
  yield* rateLimiter.consume(loginLimit, network)
  const opened = yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lock([userId])
      const user = Option.getOrNull(yield* users.find(userId))
      const newEmail = yield* takeCode(userId, code)
      if (user === null || user.disabledAt !== null) return yield* wrongCode
      // Its domain may have got a single sign-on since the link was sent.
      if (newEmail !== null) yield* checkNextUsername(user, newEmail)
      const email = newEmail ?? user.username
      const isSet = yield* users.setVerifiedEmail(userId, email)
      // Another user has taken the address meanwhile.
      if (!isSet) return yield* failWith("username_already_exists")
      yield* recordAudit(
        { userId, username: user.username },
        {
          action: "EMAIL_VERIFIED",
          object: { kind: "USER", id: userId, name: email },
          ...(newEmail === null ? {} : { before: { username: user.username }, after: { username: email } })
        }
      )
      return { ...user, username: email }
    })
  )
  // The login fails in the same way without a code. The address is verified all the same.
  if (opened.mfaEnabled) return yield* failWithStatus(401, "mfa_enabled")
  return yield* issueLoginToken(opened, { isSuper: false, after: { link: "verify_email" } })
})

const wrongCode = failWith("email_verification_code_not_valid")

/** Uses the code up; returns the address that becomes the user name, null: the user name was verified. */
const takeCode = Effect.fnUntraced(function* (userId: number, code: string) {
  const verifications = yield* EmailVerificationRepository
  const found = Option.getOrNull(yield* verifications.find(userId))
  const now = yield* Clock.currentTimeMillis
  const isRight = isStoredCode(code, found === null ? null : found.codeHash)
  if (found === null || !isRight || isCodeExpired(found, now)) return yield* wrongCode
  const isTaken = yield* verifications.take(userId, found.codeHash)
  return isTaken ? found.newEmail : yield* wrongCode
})
