import { checkChangePermission, checkResetPermission, checkRevokeAccess } from "@dragoman/domain/permission"
import { Database, MemberRepository } from "@dragoman/store"
import { Effect } from "effect"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"

import { findProjectUser } from "./find-project-user.ts"

/**
 * Back to what the organization gives: the direct permission goes, if there is one. The caller needs all that the user
 * has before and after. Source: docs/permissions.md#what-may-be-granted.
 */
export const resetToOrganization = Effect.fn("resetToOrganization")(function* (
  { caller, projectId, computedPermission }: ProjectAccess<"members.edit">,
  userId: number
) {
  const repository = yield* MemberRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const user = yield* findProjectUser(projectId, userId)
      const error = checkResetPermission({ callerId: caller.userId, userId, user })
      if (error !== null) return yield* Effect.fail(error)
      const tooMuch = !user.hasDirectPermission ? null : checkChangePermission(computedPermission, user, null)
      if (tooMuch !== null) return yield* Effect.fail(tooMuch)
      yield* repository.removeDirectPermission(projectId, userId)
    })
  )
})

/** Out of the project, for users without a role in the organization. Source: reference "auth-and-permissions" 6.4. */
export const revokeAccess = Effect.fn("revokeAccess")(function* (
  { caller, projectId, computedPermission }: ProjectAccess<"members.edit">,
  userId: number
) {
  const repository = yield* MemberRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const user = yield* findProjectUser(projectId, userId)
      const error =
        checkRevokeAccess({ callerId: caller.userId, userId, user }) ??
        checkChangePermission(computedPermission, user, null)
      if (error !== null) return yield* Effect.fail(error)
      yield* repository.removeDirectPermission(projectId, userId)
    })
  )
})
