import { checkProjectAccess, computePermission, type Scope } from "@dragoman/domain/permission"
import { AccessRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { Caller } from "../../platform/access/caller.ts"
import { explainError } from "../../platform/access/explain-error.ts"
import { failWith } from "../../platform/fail.ts"

/**
 * Nobody gives a key more than they have themselves; a project that the caller cannot see is hidden.
 * Source: reference "auth-and-permissions" 4.5; product section 2.
 */
export const checkKeyScopes = Effect.fn("checkKeyScopes")(function* (
  caller: Caller,
  projectId: number,
  scopes: ReadonlyArray<Scope>
) {
  const repository = yield* AccessRepository
  const found = yield* repository.findProject(projectId, caller.userId)
  if (Option.isNone(found)) return yield* failWith("project_not_found")
  const error = checkProjectAccess({
    effectiveScopes: computePermission({ ...found.value, serverRole: caller.serverRole }).scopes,
    requiredScopes: scopes,
    keyOfOtherProject: false
  })
  if (error === null) return
  return yield* Effect.mapError(Effect.fail(error), (error) => explainError(error, { caller, ...found.value }))
})
