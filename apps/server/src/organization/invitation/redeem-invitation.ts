import {
  InvitationRepository,
  OrganizationRepository,
  OrganizationUserRepository,
  ProjectRepository,
  UserRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { Caller } from "../../platform/access/caller.ts"
import { failWith } from "../../platform/fail.ts"
import { getInvitation } from "./get-invitation.ts"

/**
 * Gives the user what the invitation is for, in the transaction that is open; signing up with a code does it as well.
 * The organization becomes the user's preferred one. Source: reference "auth-and-permissions" 6.5 and 5.5.
 */
export const redeemInvitation = Effect.fn("redeemInvitation")(function* (
  user: Pick<Caller, "userId" | "username">,
  code: string
) {
  const repository = yield* InvitationRepository
  const organizationUsers = yield* OrganizationUserRepository
  const organizations = yield* OrganizationRepository
  const projects = yield* ProjectRepository
  const users = yield* UserRepository
  const now = yield* Clock.currentTimeMillis
  const { invitationId, target, email } = yield* getInvitation(code)
  if (email !== null && email.toLowerCase() !== user.username.toLowerCase()) {
    return yield* failWith("invitation_email_mismatch")
  }
  // What the invitation leads into may be deleted, and so may the account.
  const isLive =
    (yield* users.lock([user.userId])).length > 0 &&
    (target.kind === "project"
      ? Option.isSome(yield* projects.lock(target.projectId))
      : yield* organizations.lock(target.organizationId))
  // Of many who accept at the same time one gets it.
  if (!isLive || !(yield* repository.take(invitationId))) {
    return yield* failWith("invitation_code_does_not_exist_or_expired")
  }
  if (target.kind === "project") {
    const added = yield* repository.addDirectPermission(user.userId, target, now)
    if (!added) return yield* failWith("user_already_has_permissions")
  } else {
    const added = yield* organizationUsers.addRole(target.organizationId, user.userId, target.role, now)
    if (!added) return yield* failWith("user_already_has_role")
  }
  yield* organizationUsers.setPreferred(user.userId, target.organizationId)
})
