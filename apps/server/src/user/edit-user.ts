import type { UserBody } from "@dragoman/api"
import { refuseCustom } from "@dragoman/domain/error"
import { validateUserEdit } from "@dragoman/domain/user"
import { Database, UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../access/grant.ts"
import { verifyPassword } from "../authentication/password-hash.ts"
import { accepted, refused, refusedWith } from "../http/refused.ts"
import { getUser } from "./get-user.ts"

/** Another user name needs the current password. Source: reference "auth-and-permissions" 5.4. */
export const editUser = Effect.fn("editUser")(function* (access: UserAccess, body: UserBody) {
  const repository = yield* UserRepository
  const database = yield* Database
  const user = yield* getUser(access)
  const { name, username, currentPassword } = yield* accepted(validateUserEdit(body, user.username))
  if (username !== user.username) {
    if (currentPassword === null) return yield* refusedWith(400, "current_password_required")
    const isRight = yield* verifyPassword(currentPassword, user.passwordHash)
    if (!isRight) return yield* refusedWith(400, "wrong_current_password")
  }
  const isEdited = yield* database.transaction(repository.edit(user.userId, { name, username }))
  return isEdited ? { ...user, name, username } : yield* refused(refuseCustom({ username_already_exists: [] }))
})
