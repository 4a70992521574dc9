import { Database, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { AdministratorAccess } from "../../service/access/access.ts"
import { resetSecondFactors } from "../second-factor/reset-second-factors.ts"

/**
 * Removes the second factors of another account, whose user is locked out. The caller must still be an administrator
 * once the locks are acquired, as in all changes of accounts (ADR 13).
 */
export const resetUserSecondFactors = Effect.fn("resetUserSecondFactors")(function* (
  { caller }: AdministratorAccess,
  userId: number
) {
  const users = yield* UserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      const administratorIds = yield* users.lockAdministrators([userId])
      if (!administratorIds.includes(caller.userId)) return yield* failWith("operation_not_permitted")
      const found = yield* users.find(userId)
      if (Option.isNone(found)) return yield* failWith("user_not_found")
      yield* resetSecondFactors(caller, found.value)
    })
  )
})
