import { checkInvitee } from "@dragoman/domain/organization"
import {
  checkWithdrawOrganizationInvitation,
  checkWithdrawProjectInvitation,
  computePermission
} from "@dragoman/domain/permission"
import {
  AccessRepository,
  Database,
  InvitationRepository,
  type InvitationTarget,
  OrganizationRepository,
  OrganizationUserRepository,
  ProjectRepository,
  UserRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/access.ts"
import type { Caller } from "../../platform/access/caller.ts"
import { explainError } from "../../platform/access/explain-error.ts"
import { failWith } from "../../platform/fail.ts"
import { getInvitation } from "./invitation-queries.ts"

/** The caller accepts the invitation, which uses its code up. */
export const acceptInvitation = Effect.fn("acceptInvitation")(function* ({ caller }: UserAccess, code: string) {
  const database = yield* Database
  yield* database.transaction(redeemInvitation(caller, code))
})

/**
 * Gives the user the role or the permission of the invitation, in the transaction that is open; also when signing up with
 * a code. The organization becomes the user's preferred one.
 */
export const redeemInvitation = Effect.fn("redeemInvitation")(function* (
  user: Pick<Caller, "userId" | "username">,
  code: string
) {
  const repository = yield* InvitationRepository
  const organizationUsers = yield* OrganizationUserRepository
  const now = yield* Clock.currentTimeMillis
  const { invitationId, target, email } = yield* getInvitation(code)
  const error = checkInvitee(email, user.username)
  if (error !== null) return yield* Effect.fail(error)
  // Of several acceptances at the same time, one takes the invitation.
  if (!(yield* lockUserAndTarget(user.userId, target)) || !(yield* repository.take(invitationId))) {
    return yield* failWith("invitation_code_does_not_exist_or_expired")
  }
  if (target.kind === "project") {
    const isAdded = yield* repository.addDirectPermission(user.userId, target, now)
    if (!isAdded) return yield* failWith("user_already_has_permissions")
  } else {
    const isAdded = yield* organizationUsers.addRole(target.organizationId, user.userId, target.role, now)
    if (!isAdded) return yield* failWith("user_already_has_role")
  }
  yield* organizationUsers.setPreferred(user.userId, target.organizationId)
})

/** false: the account or the target of the invitation was deleted. */
const lockUserAndTarget = Effect.fnUntraced(function* (userId: number, target: InvitationTarget) {
  const users = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const projects = yield* ProjectRepository
  if ((yield* users.lock([userId])).length === 0) return false
  return target.kind === "project"
    ? Option.isSome(yield* projects.lock(target.projectId))
    : yield* organizations.lock(target.organizationId)
})

/**
 * Withdraws an invitation. Into a project: with the scope admin. Into an organization: as its owner. A caller who cannot
 * see the place does not learn that there is an invitation.
 */
export const deleteInvitation = Effect.fn("deleteInvitation")(function* ({ caller }: UserAccess, invitationId: number) {
  const repository = yield* InvitationRepository
  const database = yield* Database
  const invitation = yield* repository.find(invitationId, yield* Clock.currentTimeMillis)
  if (Option.isNone(invitation)) return yield* failWith("resource_not_found")
  yield* checkWithdraw(caller, invitation.value.target)
  const isTaken = yield* database.transaction(repository.take(invitationId))
  if (!isTaken) return yield* failWith("resource_not_found")
})

const checkWithdraw = Effect.fnUntraced(function* (caller: Caller, target: InvitationTarget) {
  const repository = yield* AccessRepository
  const { userId, serverRole } = caller
  if (target.kind === "organization") {
    const user = Option.getOrNull(yield* repository.findOrganization(target.organizationId, userId))
    const error = checkWithdrawOrganizationInvitation(user && { ...user, serverRole })
    return error === null ? undefined : yield* Effect.fail(error)
  }
  const user = Option.getOrNull(yield* repository.findProject(target.projectId, userId))
  const error = checkWithdrawProjectInvitation(user && computePermission({ ...user, serverRole }).scopes)
  if (error === null) return
  return yield* Effect.fail(user === null ? error : explainError(error, { caller, ...user }))
})
