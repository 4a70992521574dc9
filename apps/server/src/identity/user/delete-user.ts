import { Database, UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { deleteAccount } from "./delete-account.ts"
import { getUser } from "./get-user.ts"

/** The first administrator stays, so that the server always has one. Source: reference "auth-and-permissions" 5.4. */
export const deleteUser = Effect.fn("deleteUser")(function* (access: UserAccess) {
  const database = yield* Database
  const users = yield* UserRepository
  const user = yield* getUser(access)
  if (user.isInitial) return yield* failWith("cannot_delete_your_own_account")
  yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lockAdministrators([user.userId])
      yield* deleteAccount(user.userId)
    })
  )
})
