import { surviving } from "@dragoman/background"
import { recordedUsername } from "@dragoman/domain/audit"
import { passwordResetMillis } from "@dragoman/domain/credential"
import { isEmailAddress } from "@dragoman/domain/validation"
import {
  type AuditRepository,
  Database,
  type MailRepository,
  type PasswordResetRepository,
  UserRepository,
  type UserRow
} from "@dragoman/store"
import { Context, Effect, FiberSet, Layer, Option } from "effect"
import { ClientAddress } from "../../platform/http/client-address.ts"
import type { Settings } from "../../platform/settings/settings.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { queueMail } from "../../service/mail/queue-mail.ts"
import { insertPasswordReset } from "./password-reset-link.ts"
import { passwordResetMail } from "./password-reset-mail.ts"

type Needed = AuditRepository | Database | MailRepository | PasswordResetRepository | Settings | UserRepository

/**
 * Queues requests for new passwords. They are processed after their response, whose time would otherwise tell whether
 * there is such an account.
 */
export class PasswordResetRequests extends Context.Service<
  PasswordResetRequests,
  {
    /** Queues a request. `address`: of the client. Never blocks. */
    readonly submit: (username: string, address: string | null) => void
  }
>()("@dragoman/server/identity/password-reset/PasswordResetRequests") {
  static readonly layer = Layer.effect(
    PasswordResetRequests,
    Effect.gen(function* () {
      const fork = yield* FiberSet.makeRuntime<Needed, unknown>()
      return PasswordResetRequests.of({
        submit: (username, address) => {
          const work = Effect.provideService(sendResetLink(username), ClientAddress, address)
          fork(surviving("Requesting a new password failed", work, 0))
        }
      })
    })
  )
}

/** Mails a link to the user of this name, if there is one who can use it; the audit log has the request in any case. */
const sendResetLink = Effect.fn("sendResetLink")(function* (username: string) {
  const users = yield* UserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      const found = Option.getOrNull(yield* users.findByUsername(username))
      if (found !== null) yield* users.lock([found.userId])
      // The user is read again: the address may have been changed before the lock.
      const user = Option.getOrNull(yield* users.findByUsername(username))
      const failure = whyNoLink(user)
      if (user !== null && failure === null) {
        const { url } = yield* insertPasswordReset(user, passwordResetMillis)
        const { name, passwordHash } = user
        yield* queueMail(
          username,
          passwordResetMail({ name: name || username, hasPassword: passwordHash !== null, url })
        )
      }
      yield* recordAudit(
        { userId: user?.userId ?? null, username: recordedUsername(username, user !== null) },
        {
          action: "PASSWORD_RESET_REQUESTED",
          ...(user === null ? {} : { object: { kind: "USER", id: user.userId, name: user.username } }),
          ...(failure === null ? {} : { failure })
        }
      )
    })
  )
})

const whyNoLink = (user: UserRow | null) => {
  if (user === null) return "user_not_found"
  if (user.disabledAt !== null) return "user_account_disabled"
  if (user.accountType === "MANAGED") return "operation_unavailable_for_account_type"
  return isEmailAddress(user.username) ? null : "validation_email_is_not_valid"
}
