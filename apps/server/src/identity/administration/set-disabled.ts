import { checkLoseAdministrator } from "@dragoman/domain/permission"
import { Database, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { AdministratorAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { lockAdministrators } from "./lock-administrators.ts"

/**
 * No credential of the user works any more. The last administrator stays enabled.
 * Source: docs/permissions.md#administrators-of-the-server.
 */
export const disableUser = Effect.fn("disableUser")(function* (access: AdministratorAccess, userId: number) {
  if (userId === access.caller.userId) return yield* failWith("cannot_disable_your_own_account")
  yield* setDisabledAt(access, userId, yield* Clock.currentTimeMillis)
})

/** All credentials of the user work again. Source: as above. */
export const enableUser = Effect.fn("enableUser")(function* (access: AdministratorAccess, userId: number) {
  yield* setDisabledAt(access, userId, null)
})

const setDisabledAt = Effect.fnUntraced(function* (access: AdministratorAccess, userId: number, at: number | null) {
  const repository = yield* UserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockAdministrators(access, userId)
      const facts = yield* repository.findAdministratorFacts(userId)
      if (Option.isNone(facts)) return yield* failWith("user_not_found")
      const error = at === null ? null : checkLoseAdministrator(facts.value)
      if (error !== null) return yield* Effect.fail(error)
      yield* repository.setDisabled(userId, at)
    })
  )
})
