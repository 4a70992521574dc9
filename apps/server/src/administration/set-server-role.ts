import type { ServerRole } from "@dragoman/domain/permission"
import { Database, UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { AdministratorAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"

/** Access tokens of the user stay valid and have the new role at once. Source: reference "auth-and-permissions" 5.6. */
export const setServerRole = Effect.fn("setServerRole")(function* (
  _access: AdministratorAccess,
  userId: number,
  role: ServerRole
) {
  const repository = yield* UserRepository
  const database = yield* Database
  const isFound = yield* database.transaction(repository.setServerRole(userId, role))
  if (!isFound) return yield* refusedWith(404, "user_not_found")
})
