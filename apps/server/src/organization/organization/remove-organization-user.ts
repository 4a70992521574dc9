import { checkRemoveMember } from "@dragoman/domain/permission"
import { Database, OrganizationRepository, OrganizationUserRepository, UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/**
 * Takes the role and all direct permissions in the organization's projects from a user. The last owner stays.
 * Source: reference "auth-and-permissions" 5.2.
 */
export const removeOrganizationUser = Effect.fn("removeOrganizationUser")(function* (
  { organizationId }: OrganizationAccess<"OWNER">,
  userId: number
) {
  const organizations = yield* OrganizationRepository
  const users = yield* OrganizationUserRepository
  const accounts = yield* UserRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* accounts.lock([userId])
      yield* organizations.lock(organizationId)
      const member = yield* users.findMembership(organizationId, userId)
      if (Option.isNone(member)) return yield* failWith("user_is_not_member_of_organization")
      const error = checkRemoveMember(member.value)
      if (error !== null) return yield* Effect.fail(error)
      yield* users.remove(organizationId, userId)
    })
  )
})
