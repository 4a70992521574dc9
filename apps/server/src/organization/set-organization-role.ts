import { checkSetOrganizationRole, type OrganizationRole } from "@dragoman/domain/permission"
import { Database, OrganizationRepository, OrganizationUserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { OrganizationAccess } from "../access/grant.ts"
import { refused, refusedWith } from "../http/refused.ts"

/** Gives another member of the organization a role. Source: reference "auth-and-permissions" 5.2. */
export const setOrganizationRole = Effect.fn("setOrganizationRole")(function* (
  { caller, organizationId }: OrganizationAccess<"OWNER">,
  userId: number,
  role: OrganizationRole
) {
  const organizations = yield* OrganizationRepository
  const users = yield* OrganizationUserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* organizations.lock(organizationId)
      const user = Option.getOrNull(yield* users.findMembership(organizationId, userId))
      const refusal = checkSetOrganizationRole({ callerId: caller.userId, userId, user })
      if (refusal !== null) return yield* refused(refusal)
      // Two owners who lower each other at the same time: the second finds itself the last one of them.
      const isLastOwner = user?.role === "OWNER" && !user.hasOtherOwner
      if (isLastOwner && role !== "OWNER" && caller.serverRole !== "ADMIN") {
        return yield* refusedWith(403, "operation_not_permitted")
      }
      yield* users.changeRole(organizationId, userId, role)
    })
  )
})
