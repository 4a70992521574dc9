import type { UserBody } from "@dragoman/api"
import { customErrors } from "@dragoman/domain/error"
import { validateUserEdit } from "@dragoman/domain/user"
import { Database, UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { tryPassword } from "../authentication/try-password.ts"
import { getUser } from "./get-user.ts"

/**
 * Another user name needs the current password. `network`: of the client, as wrong passwords are limited.
 */
export const editUser = Effect.fn("editUser")(function* (access: UserAccess, network: string, body: UserBody) {
  const repository = yield* UserRepository
  const database = yield* Database
  const user = yield* getUser(access)
  const { name, username, currentPassword } = yield* orFail(validateUserEdit(body, user.username))
  if (username !== user.username) {
    if (currentPassword === null) return yield* failWith("current_password_required")
    const attempt = { network, username: user.username, password: currentPassword, hash: user.passwordHash }
    const isRight = yield* tryPassword(attempt)
    if (!isRight) return yield* failWith("wrong_current_password")
  }
  const isEdited = yield* database.transaction(repository.edit(user.userId, { name, username }))
  return isEdited ? { ...user, name, username } : yield* Effect.fail(customErrors({ username_already_exists: [] }))
})
