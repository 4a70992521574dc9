import type { DomainError } from "@dragoman/domain/error"
import {
  checkLeaveOrganization,
  checkRemoveMember,
  checkSetOrganizationRole,
  type OrganizationCaller,
  type OrganizationRole
} from "@dragoman/domain/permission"
import { type OrganizationMembershipRow, OrganizationUserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { OrganizationAccess } from "../../platform/access/access.ts"
import { failIf } from "../../platform/fail.ts"
import { changeOrganization } from "../change-organization.ts"

/** Gives another member of the organization a role. */
export const setOrganizationRole = Effect.fn("setOrganizationRole")(function* (
  access: OrganizationAccess<"OWNER">,
  userId: number,
  role: OrganizationRole
) {
  const users = yield* OrganizationUserRepository
  yield* changeUser(
    access,
    userId,
    (user, caller) => checkSetOrganizationRole({ caller, userId, user, role }),
    users.changeRole(access.organizationId, userId, role)
  )
})

/** Takes the role and all direct permissions in the organization's projects from a user. The last owner stays. */
export const removeOrganizationUser = Effect.fn("removeOrganizationUser")(function* (
  access: OrganizationAccess<"OWNER">,
  userId: number
) {
  const users = yield* OrganizationUserRepository
  yield* changeUser(
    access,
    userId,
    (user, caller) => checkRemoveMember(caller, user),
    users.remove(access.organizationId, userId)
  )
})

/** Gives up the caller's role and direct permissions. */
export const leaveOrganization = Effect.fn("leaveOrganization")(function* (access: OrganizationAccess<"VIEWER">) {
  const { caller, organizationId } = access
  const users = yield* OrganizationUserRepository
  yield* changeUser(access, caller.userId, checkLeaveOrganization, users.remove(organizationId, caller.userId))
})

/** Checks the roles that user and caller have at the time of the change: one of them may have lost it meanwhile. */
const changeUser = Effect.fnUntraced(function* (
  access: OrganizationAccess,
  userId: number,
  check: (user: OrganizationMembershipRow | null, caller: OrganizationCaller) => DomainError | null,
  change: Effect.Effect<void>
) {
  const { caller, organizationId } = access
  const users = yield* OrganizationUserRepository
  yield* changeOrganization(
    access,
    [userId],
    Effect.gen(function* () {
      const user = yield* users.findMembership(organizationId, userId)
      const self = yield* users.findMembership(organizationId, caller.userId)
      const role = Option.getOrNull(self)?.role ?? null
      yield* failIf(check(Option.getOrNull(user), { ...caller, role }))
      yield* change
    })
  )
})
