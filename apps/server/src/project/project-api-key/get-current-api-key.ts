import { Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { computeCallerPermission } from "./compute-caller-permission.ts"
import { getProjectApiKey } from "./get-project-api-key.ts"

/**
 * The key of the request, whatever its user may still do, and the languages that the user may translate (null: all).
 * Source: reference "auth-and-permissions" 4.5.
 */
export const getCurrentApiKey = Effect.fn("getCurrentApiKey")(function* (access: UserAccess) {
  const { credential } = access.caller
  if (credential.kind !== "PAK") return yield* failWith("invalid_authentication_method")
  const row = yield* getProjectApiKey(access, credential.id, "api_key_not_found")
  const computed = yield* computeCallerPermission(access.caller, row.projectId)
  return { row, permittedLanguageIds: Option.isSome(computed) ? computed.value.translateLanguageIds : null }
})
