import type { UserBody } from "@dragoman/api"
import { customErrors } from "@dragoman/domain/error"
import { type UserEdit, validateUserEdit } from "@dragoman/domain/user"
import { isEmailAddress } from "@dragoman/domain/validation"
import { Database, UserRepository, type UserRow } from "@dragoman/store"
import { Effect } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import { emailVerificationLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { linkAddress } from "../../platform/settings/link-address.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { UserAccess } from "../../service/access/access.ts"
import { lockCaller } from "../../service/access/lock-caller.ts"
import { accountObject } from "../../service/audit/audit-objects.ts"
import { recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { recordFailure } from "../../service/audit/record-failure.ts"
import { queueMail } from "../../service/mail/queue-mail.ts"
import { tryPassword } from "../authentication/password.ts"
import { beginVerification } from "../email-address/begin-verification.ts"
import { checkNextUsername } from "../email-address/check-new-username.ts"
import { addressChangedMail } from "../email-address/email-mails.ts"
import { getUser } from "./user-queries.ts"

/**
 * Edits the caller's account. Another user name needs the current password; where addresses are verified, it counts
 * when the link in a mail to the new address was opened. The previous address gets a mail. `network`: of the client,
 * for the limits.
 */
export const editUser = Effect.fn("editUser")(function* (access: UserAccess, network: string, body: UserBody) {
  const { emailVerification } = yield* Settings
  const rateLimiter = yield* RateLimiter
  const user = yield* getUser(access)
  const edit = yield* orFail(validateUserEdit(body, user.username))
  if (edit.username === user.username) return yield* writeEdit(access, user, edit)
  if (user.accountType === "MANAGED") return yield* failWith("operation_unavailable_for_account_type")
  yield* checkNextUsername(user, edit.username)
  const attempt = { network, username: user.username, password: edit.currentPassword ?? "", hash: user.passwordHash }
  const isRight = yield* tryPassword(attempt)
  if (!isRight) {
    const failure = "wrong_current_password"
    yield* recordFailure(access.caller, { action: "USER_EDITED", object: accountObject(user), failure })
    return yield* failWith(failure)
  }
  if (!emailVerification) return yield* writeEdit(access, user, edit)
  yield* rateLimiter.consume(emailVerificationLimit, network)
  return yield* requestAddress(access, user, edit)
})

const nameTaken = Effect.fail(customErrors({ username_already_exists: [] }))

const writeEdit = Effect.fnUntraced(function* ({ caller }: UserAccess, user: UserRow, { name, username }: UserEdit) {
  const users = yield* UserRepository
  const database = yield* Database
  const isRenamed = username !== user.username
  const isEdited = yield* database.transaction(
    Effect.gen(function* () {
      // A new password that has been set since the present one was checked wins.
      if (isRenamed) yield* lockCaller(caller)
      const isDone = yield* users.edit(user.userId, { name, username })
      if (!isDone) return false
      const event = { action: "USER_EDITED", object: accountObject(user) } as const
      yield* recordChange(caller, event, { name: user.name, username: user.username }, { name, username })
      if (isRenamed) yield* tellAddressOfBefore(user, { email: username, isDone })
      return true
    })
  )
  const pendingEmail = isRenamed ? null : user.pendingEmail
  return isEdited ? { ...user, name, username, pendingEmail } : yield* nameTaken
})

/** The new address waits until the link that it gets was opened; the name counts at once. */
const requestAddress = Effect.fnUntraced(function* (
  access: UserAccess,
  user: UserRow,
  { name, username: email }: UserEdit
) {
  const users = yield* UserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockCaller(access.caller)
      const taken = yield* users.findTaken([email])
      if (taken.length > 0) return yield* nameTaken
      yield* users.edit(user.userId, { name, username: user.username })
      yield* beginVerification({ ...user, name }, email)
      yield* tellAddressOfBefore(user, { email, isDone: false })
      yield* recordAudit(access.caller, {
        action: "EMAIL_CHANGE_REQUESTED",
        object: accountObject(user),
        before: { username: user.username },
        after: { username: email }
      })
    })
  )
  return { ...user, name, pendingEmail: email }
})

/** Sends a mail to the previous address, if it was verified: an unverified one may belong to a stranger. */
const tellAddressOfBefore = Effect.fnUntraced(function* (
  { username, name, emailVerified }: UserRow,
  change: { readonly email: string; readonly isDone: boolean }
) {
  if (!isEmailAddress(username) || !emailVerified) return
  const address = linkAddress(yield* Settings)
  yield* queueMail(username, addressChangedMail({ name, address, ...change }))
})
