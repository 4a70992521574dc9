import { checkProjectAccess, type Scope } from "@dragoman/domain/permission"
import { Effect, Option } from "effect"
import type { Caller } from "../access/caller.ts"
import { refused, refusedWith } from "../http/refused.ts"
import { computeCallerPermission } from "./compute-caller-permission.ts"

/**
 * Nobody gives a key more than they have themselves; a project that the caller cannot see is hidden.
 * Source: reference "auth-and-permissions" 4.5; product section 2.
 */
export const checkKeyScopes = Effect.fn("checkKeyScopes")(function* (
  caller: Caller,
  projectId: number,
  scopes: ReadonlyArray<Scope>
) {
  const computed = yield* computeCallerPermission(caller, projectId)
  if (Option.isNone(computed)) return yield* refusedWith(404, "project_not_found")
  const refusal = checkProjectAccess({
    effectiveScopes: computed.value.scopes,
    requiredScopes: scopes,
    keyOfOtherProject: false
  })
  if (refusal !== null) return yield* refused(refusal)
})
