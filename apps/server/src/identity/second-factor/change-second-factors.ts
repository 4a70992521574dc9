import { randomBytes } from "node:crypto"
import type { MfaPasswordBody, TotpBody } from "@dragoman/api"
import { customErrors } from "@dragoman/domain/error"
import {
  recoveryCodeCount,
  recoveryCodeOf,
  recoveryCodeRandomBytes,
  usableStep,
  validateMfaPassword,
  validateTotp
} from "@dragoman/domain/second-factor"
import { Database, SecondFactorRepository, type UserRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { UserAccess } from "../../service/access/access.ts"
import { AccessTokens } from "../../service/access/access-token.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { endOtherTokens } from "../../service/access/end-tokens.ts"
import { lockCaller } from "../../service/access/lock-caller.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { tryPassword } from "../authentication/password.ts"
import { totpOffset } from "../authentication/totp-code.ts"
import { getUser } from "../user/user-queries.ts"
import { noteMfaChange } from "./note-mfa-change.ts"

// `network`: of the client, which limits wrong passwords. A wrong password is 403 here: the session continues.

/**
 * Enables codes of an authenticator app for the caller. The step of the confirming code counts as used. Older access tokens
 * and sessions end, except that of the request, which gets a new value.
 */
export const enableTotp = Effect.fn("enableTotp")(function* (access: UserAccess, network: string, body: TotpBody) {
  const factors = yield* SecondFactorRepository
  const { totpKey, otp, password } = yield* orFail(validateTotp(body))
  const user = yield* checkPassword(access, network, password)
  if (user.mfaEnabled) return yield* failWith("mfa_enabled")
  const now = yield* Clock.currentTimeMillis
  const step = usableStep(totpOffset(totpKey, otp, now), { nowMillis: now, lastStep: 0 })
  if (step === null) return yield* Effect.fail(customErrors({ invalid_otp_code: [] }))
  return yield* changeFactor(
    access,
    user,
    Effect.gen(function* () {
      yield* factors.insertTotp({ userId: user.userId, totpKey, lastStep: step, at: now })
      yield* noteMfaChange(access.caller, user, true)
    })
  )
})

/**
 * Disables the codes, and erases the key and the recovery codes. Other tokens and sessions end, as when they are
 * enabled.
 */
export const disableTotp = Effect.fn("disableTotp")(function* (
  access: UserAccess,
  network: string,
  body: MfaPasswordBody
) {
  const factors = yield* SecondFactorRepository
  const password = yield* orFail(validateMfaPassword(body.password))
  const user = yield* checkPassword(access, network, password)
  if (!user.mfaEnabled) return yield* failWith("mfa_not_enabled")
  return yield* changeFactor(
    access,
    user,
    Effect.gen(function* () {
      yield* factors.deleteTotp(user.userId)
      yield* noteMfaChange(access.caller, user, false)
    })
  )
})

/** Replaces all recovery codes. Only their digests are stored, so they are shown this once. */
export const replaceRecoveryCodes = Effect.fn("replaceRecoveryCodes")(function* (
  access: UserAccess,
  network: string,
  body: MfaPasswordBody
) {
  const factors = yield* SecondFactorRepository
  const database = yield* Database
  const password = yield* orFail(validateMfaPassword(body.password))
  const user = yield* checkPassword(access, network, password)
  const at = yield* Clock.currentTimeMillis
  const codes = Array.from({ length: recoveryCodeCount }, () => recoveryCodeOf(randomBytes(recoveryCodeRandomBytes)))
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      const { mfaEnabled } = yield* getUser(access)
      if (!mfaEnabled) return yield* failWith("mfa_not_enabled")
      yield* factors.replaceRecoveryCodes(user.userId, codes.map(digestOfKey), at)
      yield* recordAudit(access.caller, {
        action: "RECOVERY_CODES_CREATED",
        object: { kind: "USER", id: user.userId, name: user.username }
      })
    })
  )
  return codes
})

const checkPassword = Effect.fnUntraced(function* (access: UserAccess, network: string, password: string) {
  const user = yield* getUser(access)
  const isRight = yield* tryPassword({ network, username: user.username, password, hash: user.passwordHash })
  return isRight ? user : yield* failWithStatus(403, "bad_credentials")
})

/**
 * Changes the factor and ends all other tokens and sessions, in one transaction. A password or a factor that has changed since
 * the password was checked has ended the caller's credential, and wins.
 */
const changeFactor = Effect.fnUntraced(function* <E, R>(
  access: UserAccess,
  user: UserRow,
  change: Effect.Effect<void, E, R>
) {
  const database = yield* Database
  const accessTokens = yield* AccessTokens
  const { superTokenMillis } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const { tokensValidNotBefore, session } = yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      yield* change
      return yield* endOtherTokens(access.caller, { elevatedUntil: now + superTokenMillis })
    })
  )
  const accessToken = yield* accessTokens.issue({ user: { ...user, tokensValidNotBefore }, isSuper: true })
  return { accessToken, session }
})
