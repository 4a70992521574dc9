import { checkProjectAccess, computePermission } from "@dragoman/domain/permission"
import { AccessRepository, Database, InvitationRepository, type InvitationTarget } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { Caller } from "../../platform/access/caller.ts"
import { explainError } from "../../platform/access/explain-error.ts"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

const absent = failWith("resource_not_found")

/**
 * Withdraws an invitation. Into a project: with the scope admin. Into an organization: as its owner. Who cannot see the
 * place does not learn that there is an invitation. Source: reference "auth-and-permissions" 6.5.
 */
export const deleteInvitation = Effect.fn("deleteInvitation")(function* ({ caller }: UserAccess, invitationId: number) {
  const repository = yield* InvitationRepository
  const database = yield* Database
  const invitation = yield* repository.find(invitationId, yield* Clock.currentTimeMillis)
  if (Option.isNone(invitation)) return yield* absent
  yield* requireManager(caller, invitation.value.target)
  if (!(yield* database.transaction(repository.take(invitationId)))) return yield* absent
})

const requireManager = Effect.fnUntraced(function* (caller: Caller, target: InvitationTarget) {
  const repository = yield* AccessRepository
  if (target.kind === "project") {
    const found = yield* repository.findProject(target.projectId, caller.userId)
    if (Option.isNone(found)) return yield* absent
    const { scopes } = computePermission({ ...found.value, serverRole: caller.serverRole })
    if (scopes.length === 0) return yield* absent
    const error = checkProjectAccess({ effectiveScopes: scopes, requiredScopes: ["admin"], keyOfOtherProject: false })
    if (error === null) return
    return yield* Effect.mapError(Effect.fail(error), (error) => explainError(error, { caller, ...found.value }))
  } else {
    const found = yield* repository.findOrganization(target.organizationId, caller.userId)
    if (Option.isNone(found)) return yield* absent
    if (caller.serverRole === "ADMIN" || found.value.role === "OWNER") return
    if (found.value.role === null && !found.value.hasProjectPermission) return yield* absent
    return yield* failWith("user_is_not_owner_of_organization")
  }
})
