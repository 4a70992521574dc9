import {
  checkLeaveOrganization,
  checkRemoveMember,
  checkSetOrganizationRole,
  type OrganizationRole
} from "@dragoman/domain/permission"
import { OrganizationUserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { OrganizationAccess } from "../../platform/access/access.ts"
import { changeOrganization } from "../change-organization.ts"

/** Gives another member of the organization a role. */
export const setOrganizationRole = Effect.fn("setOrganizationRole")(function* (
  access: OrganizationAccess<"OWNER">,
  userId: number,
  role: OrganizationRole
) {
  const { caller, organizationId } = access
  const users = yield* OrganizationUserRepository
  yield* changeOrganization(
    access,
    [userId],
    Effect.gen(function* () {
      const self = yield* users.findMembership(organizationId, caller.userId)
      const user = yield* users.findMembership(organizationId, userId)
      const error = checkSetOrganizationRole({
        caller: { ...caller, role: Option.getOrNull(self)?.role ?? null },
        userId,
        user: Option.getOrNull(user),
        role
      })
      if (error !== null) return yield* Effect.fail(error)
      yield* users.changeRole(organizationId, userId, role)
    })
  )
})

/** Takes the role and all direct permissions in the organization's projects from a user. The last owner stays. */
export const removeOrganizationUser = Effect.fn("removeOrganizationUser")(
  (access: OrganizationAccess<"OWNER">, userId: number) => removeUser(access, userId, checkRemoveMember)
)

/** Gives up the caller's role and direct permissions. */
export const leaveOrganization = Effect.fn("leaveOrganization")((access: OrganizationAccess<"VIEWER">) =>
  removeUser(access, access.caller.userId, checkLeaveOrganization)
)

const removeUser = Effect.fnUntraced(function* (
  access: OrganizationAccess,
  userId: number,
  check: typeof checkRemoveMember
) {
  const { organizationId } = access
  const users = yield* OrganizationUserRepository
  yield* changeOrganization(
    access,
    [userId],
    Effect.gen(function* () {
      const error = check(Option.getOrNull(yield* users.findMembership(organizationId, userId)))
      if (error !== null) return yield* Effect.fail(error)
      yield* users.remove(organizationId, userId)
    })
  )
})
