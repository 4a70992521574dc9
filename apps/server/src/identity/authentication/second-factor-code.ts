import { timingSafeEqual } from "node:crypto"
import { readTypedCode, stepAfterRecovery, type TypedCode, usableStep } from "@dragoman/domain/second-factor"
import { Database, SecondFactorRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWithStatus } from "../../platform/fail.ts"
import { RateLimiter, wrongCodeLimit } from "../../platform/http/rate-limiter.ts"
import { digestOfKey } from "../../service/access/authenticate.ts"
import { logFailedLogin } from "../../service/access/failed-login.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { totpOffset } from "./totp-code.ts"

interface CodeOwner {
  readonly userId: number
  readonly username: string
}

/**
 * Uses up the code that the user typed; each counts once. Every check of a code passes here, so that guessing is
 * limited by user. `status`: of the error; 401 where a login fails, 403 where a session continues.
 */
export const useSecondFactor = Effect.fn("useSecondFactor")(function* (
  user: CodeOwner,
  otp: string | null | undefined,
  status: 401 | 403
) {
  const typed = readTypedCode(otp)
  if (typed.kind === "none") return yield* failWithStatus(status, "mfa_enabled")
  const rateLimiter = yield* RateLimiter
  const users = yield* UserRepository
  const database = yield* Database
  // Consumed before the result is known: concurrent attempts must not all pass the limit.
  yield* rateLimiter.consume(wrongCodeLimit, user.userId)
  const isRight = yield* database.transaction(
    Effect.andThen(users.lock([user.userId]), typed.kind === "totp" ? useTotp(user, typed) : useRecovery(user, typed))
  )
  if (!isRight) {
    yield* logFailedLogin("wrong_second_factor", user.username)
    return yield* failWithStatus(status, "invalid_otp_code")
  }
  yield* rateLimiter.giveBack(wrongCodeLimit, user.userId)
})

type Typed<Kind> = Extract<TypedCode, { readonly kind: Kind }>

const useTotp = Effect.fnUntraced(function* ({ userId }: CodeOwner, { code }: Typed<"totp">) {
  const factors = yield* SecondFactorRepository
  const nowMillis = yield* Clock.currentTimeMillis
  const found = yield* factors.findTotp(userId)
  if (Option.isNone(found)) return false
  const { totpKey, lastStep } = found.value
  const step = usableStep(totpOffset(totpKey, code, nowMillis), { nowMillis, lastStep })
  return step !== null && (yield* factors.useStep(userId, step))
})

const useRecovery = Effect.fnUntraced(function* (user: CodeOwner, { code }: Typed<"recovery">) {
  const { userId } = user
  const factors = yield* SecondFactorRepository
  const nowMillis = yield* Clock.currentTimeMillis
  const totp = yield* factors.findTotp(userId)
  const codes = yield* factors.listRecoveryCodes(userId)
  const digest = Buffer.from(digestOfKey(code), "base64")
  // It compares all of them, so that the time does not tell which one is near.
  const [same] = codes.filter(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash, "base64"), digest))
  if (same === undefined || Option.isNone(totp)) return false
  const isUsed = yield* factors.deleteRecoveryCode(userId, same.id)
  if (!isUsed) return false
  yield* factors.useStep(userId, stepAfterRecovery(nowMillis, totp.value.lastStep))
  yield* recordAudit(user, {
    action: "RECOVERY_CODE_USED",
    object: { kind: "USER", id: userId, name: user.username },
    after: { recoveryCodesLeft: codes.length - 1 }
  })
  return true
})
