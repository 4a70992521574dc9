import { checkLeaveOrganization } from "@dragoman/domain/permission"
import { Database, OrganizationRepository, OrganizationUserRepository, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** Gives up the caller's role and direct permissions. Source: reference "auth-and-permissions" 5.2. */
export const leaveOrganization = Effect.fn("leaveOrganization")(function* ({
  caller,
  organizationId
}: OrganizationAccess<"VIEWER">) {
  const organizations = yield* OrganizationRepository
  const users = yield* OrganizationUserRepository
  const accounts = yield* UserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* accounts.lock([caller.userId])
      yield* organizations.lock(organizationId)
      const member = yield* users.findMembership(organizationId, caller.userId)
      if (Option.isNone(member)) return yield* failWith("user_is_not_member_of_organization")
      const error = checkLeaveOrganization(member.value)
      if (error !== null) return yield* Effect.fail(error)
      yield* users.remove(organizationId, caller.userId)
    })
  )
})
