import { passwordResetLinkMillis } from "@dragoman/domain/credential"
import { Database, PasswordResetRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { linkAddress } from "../../platform/settings/link-address.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { digestOfCode, newOneTimeCode } from "../../service/access/one-time-code.ts"

/**
 * Creates a link with which the user may set a new password, to be passed on by an administrator or the operator; it
 * works for a day, and replaces an earlier one. Also for accounts that have no password yet. Runs in the open
 * transaction, or in one of its own. 404 when there is no such account, 400 when a provider manages it.
 */
export const createPasswordResetLink = Effect.fn("createPasswordResetLink")(function* (userId: number) {
  const users = yield* UserRepository
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lock([userId])
      const user = yield* users.find(userId)
      if (Option.isNone(user)) return yield* failWith("user_not_found")
      if (user.value.accountType === "MANAGED") return yield* failWith("operation_unavailable_for_account_type")
      return yield* insertPasswordReset(user.value, passwordResetLinkMillis)
    })
  )
})

/** Stores a new code of the user and returns its link, which works for `lifetimeMillis`. Belongs into a transaction. */
export const insertPasswordReset = Effect.fnUntraced(function* (
  { userId, username }: { readonly userId: number; readonly username: string },
  lifetimeMillis: number
) {
  const resets = yield* PasswordResetRepository
  const settings = yield* Settings
  const createdAt = yield* Clock.currentTimeMillis
  const expiresAt = createdAt + lifetimeMillis
  const code = newOneTimeCode()
  yield* resets.set({ userId, codeHash: digestOfCode(code), createdAt, expiresAt })
  return { url: `${linkAddress(settings)}/reset_password#${encodeResetLink(code, username)}`, expiresAt }
})

/**
 * Prints the part of the link behind `#`, which browsers do not send: the code and the user name, as Tolgee writes
 * them, in letters that URLs allow.
 */
const encodeResetLink = (code: string, username: string): string =>
  Buffer.from(`${code},${username}`, "utf8").toString("base64url")
