import { checkSetOrganizationRole, type OrganizationRole } from "@dragoman/domain/permission"
import { Database, OrganizationRepository, OrganizationUserRepository, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** Gives another member of the organization a role. Source: reference "auth-and-permissions" 5.2. */
export const setOrganizationRole = Effect.fn("setOrganizationRole")(function* (
  { caller, organizationId }: OrganizationAccess<"OWNER">,
  userId: number,
  role: OrganizationRole
) {
  const organizations = yield* OrganizationRepository
  const users = yield* OrganizationUserRepository
  const accounts = yield* UserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* accounts.lock([userId])
      yield* organizations.lock(organizationId)
      // Two owners who demote each other at the same time: the second is none any more.
      if (caller.serverRole !== "ADMIN") {
        const self = Option.getOrNull(yield* users.findMembership(organizationId, caller.userId))
        if (self?.role !== "OWNER") return yield* failWith("operation_not_permitted")
      }
      const user = Option.getOrNull(yield* users.findMembership(organizationId, userId))
      const error = checkSetOrganizationRole({ callerId: caller.userId, userId, user, role })
      if (error !== null) return yield* Effect.fail(error)
      yield* users.changeRole(organizationId, userId, role)
    })
  )
})
