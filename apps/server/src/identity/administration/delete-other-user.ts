import { Database } from "@dragoman/store"
import { Effect } from "effect"
import type { AdministratorAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { deleteAccount } from "../user/delete-account.ts"
import { lockAdministrators } from "./lock-administrators.ts"

/** Source: reference "auth-and-permissions" 5.6. */
export const deleteOtherUser = Effect.fn("deleteOtherUser")(function* (access: AdministratorAccess, userId: number) {
  const database = yield* Database
  if (userId === access.caller.userId) return yield* failWith("cannot_delete_your_own_account")
  const isDeleted = yield* database.transaction(
    Effect.andThen(lockAdministrators(access, userId), deleteAccount(userId))
  )
  if (!isDeleted) return yield* failWith("user_not_found")
})
