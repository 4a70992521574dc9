import { checkLoseAdministrator, type ServerRole } from "@dragoman/domain/permission"
import { Database, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { AdministratorAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { lockAdministrators } from "./lock-administrators.ts"

/**
 * Access tokens of the user stay valid and have the new role at once. The last administrator stays one.
 * Source: docs/permissions.md#administrators-of-the-server.
 */
export const setServerRole = Effect.fn("setServerRole")(function* (
  access: AdministratorAccess,
  userId: number,
  role: ServerRole
) {
  const repository = yield* UserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockAdministrators(access, userId)
      const facts = yield* repository.findAdministratorFacts(userId)
      if (Option.isNone(facts)) return yield* failWith("user_not_found")
      const error = role === "ADMIN" ? null : checkLoseAdministrator(facts.value)
      if (error !== null) return yield* Effect.fail(error)
      yield* repository.setServerRole(userId, role)
    })
  )
})
