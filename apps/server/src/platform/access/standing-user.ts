import { checkStillPermitted, computePermission, type GrantedAtStart } from "@dragoman/domain/permission"
import { AccessRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failIf, failWith, failWithStatus } from "../fail.ts"
import { isGone } from "./authenticate.ts"

/** The permission of a user in a project as it is now; null: the account is disabled or deleted, or the project is gone. */
export const findStandingPermission = Effect.fn("findStandingPermission")(function* (
  projectId: number,
  userId: number
) {
  const repository = yield* AccessRepository
  const [user] = yield* repository.listProjectUsers(projectId, [userId])
  return user === undefined || isGone(user) ? null : computePermission(user)
})

/**
 * For requests that take long, before they commit or respond: fails when their user was disabled or deleted meanwhile, or has
 * less than at the beginning. The end of a credential does not end them. Source: docs/sessions.md.
 */
export const requireStandingUser = Effect.fn("requireStandingUser")(function* (
  access: GrantedAtStart & { readonly projectId: number; readonly caller: { readonly userId: number } }
) {
  const permission = yield* findStandingPermission(access.projectId, access.caller.userId)
  if (permission === null) return yield* failWithStatus(401, "user_not_found")
  if (permission.scopes.length === 0) return yield* failWith("project_not_found")
  yield* failIf(checkStillPermitted(access, permission))
})
