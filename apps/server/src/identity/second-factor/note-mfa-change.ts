import { Effect, Option } from "effect"
import { type AuditActor, recordAudit } from "../../service/audit/record-audit.ts"
import { Notifier } from "../../service/notification/notify-users.ts"

/**
 * Records that the second factor of an account was enabled or disabled, by its user, an administrator or the operator.
 * Every such change passes here, in its transaction.
 */
export const noteMfaChange = Effect.fnUntraced(function* (
  actor: AuditActor,
  user: { readonly userId: number; readonly username: string },
  isEnabled: boolean
) {
  yield* recordAudit(actor, {
    action: isEnabled ? "MFA_ENABLED" : "MFA_DISABLED",
    object: { kind: "USER", id: user.userId, name: user.username },
    before: { mfaEnabled: !isEnabled },
    after: { mfaEnabled: isEnabled }
  })
  const type = isEnabled ? "MFA_ENABLED" : "MFA_DISABLED"
  // Commands of the operator run without notifications.
  const notifier = yield* Effect.serviceOption(Notifier)
  if (Option.isNone(notifier)) return
  // Users are notified of their own action too: a thief may have done it.
  yield* notifier.value.notify({ type, params: {}, userIds: [user.userId], project: null, actor: null })
})
