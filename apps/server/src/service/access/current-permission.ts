import { checkStillPermitted, computePermission, type GrantedAtStart } from "@dragoman/domain/permission"
import { AccessRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failIf, failWith, failWithStatus } from "../../platform/fail.ts"
import { isGone } from "./authenticate.ts"

/**
 * Reads the present permission of a user in a project; null: the account is disabled or deleted, or the project is
 * gone.
 */
export const findCurrentPermission = Effect.fn("findCurrentPermission")(function* (projectId: number, userId: number) {
  const repository = yield* AccessRepository
  const [user] = yield* repository.listProjectUsers(projectId, [userId])
  return user === undefined || isGone(user) ? null : computePermission(user)
})

/**
 * Fails when the user of a long request was disabled or deleted since its beginning, or has fewer rights; called before
 * the request commits or responds. The end of a credential does not end such requests. Source: docs/sessions.md.
 */
export const requireCurrentPermission = Effect.fn("requireCurrentPermission")(function* (
  access: GrantedAtStart & { readonly projectId: number; readonly caller: { readonly userId: number } }
) {
  const permission = yield* findCurrentPermission(access.projectId, access.caller.userId)
  if (permission === null) return yield* failWithStatus(401, "user_not_found")
  if (permission.scopes.length === 0) return yield* failWith("project_not_found")
  yield* failIf(checkStillPermitted(access, permission))
})
