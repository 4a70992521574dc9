import { PasskeyRepository, SecondFactorRepository, UserRepository, type UserRow } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { type AuditActor, recordAudit } from "../../service/audit/record-audit.ts"
import { noteMfaChange } from "./note-mfa-change.ts"

/**
 * Removes the authenticator app, the recovery codes and the passkeys of an account, for a user who lost them, in a
 * transaction that has locked the account. If there were any, access tokens and sessions end: a thief may have them.
 * false: there were none.
 */
export const resetSecondFactors = Effect.fn("resetSecondFactors")(function* (actor: AuditActor, user: UserRow) {
  const factors = yield* SecondFactorRepository
  const passkeys = yield* PasskeyRepository
  const users = yield* UserRepository
  const hadTotp = yield* factors.deleteTotp(user.userId)
  const removedPasskeys = yield* passkeys.deleteAll(user.userId, [])
  if (!hadTotp && removedPasskeys.length === 0) return false
  yield* users.endTokens(user.userId, { at: yield* Clock.currentTimeMillis, keptSessionId: null })
  if (hadTotp) yield* noteMfaChange(actor, user, false)
  if (removedPasskeys.length > 0) {
    yield* recordAudit(actor, {
      action: "PASSKEY_REMOVED",
      object: { kind: "USER", id: user.userId, name: user.username },
      before: { passkeys: removedPasskeys.length },
      after: { passkeys: 0 }
    })
  }
  return true
})
