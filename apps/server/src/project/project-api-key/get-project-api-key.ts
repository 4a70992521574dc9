import type { ErrorCode } from "@dragoman/domain/error"
import { hasScope } from "@dragoman/domain/permission"
import { ProjectApiKeyRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { computeCallerPermission } from "./compute-caller-permission.ts"

/**
 * A key of the caller, or of anybody in a project that the caller administers. `absentCode`: when there is no such key,
 * or it is of others.
 */
export const getProjectApiKey = Effect.fn("getProjectApiKey")(function* (
  { caller }: UserAccess,
  apiKeyId: number,
  absentCode: ErrorCode
) {
  const repository = yield* ProjectApiKeyRepository
  const found = yield* repository.find(apiKeyId)
  if (Option.isNone(found)) return yield* failWith(absentCode)
  const key = found.value
  if (key.userId === caller.userId) return key
  const computed = yield* computeCallerPermission(caller, key.projectId)
  const isAdministered = Option.isSome(computed) && hasScope(computed.value, "admin")
  return isAdministered ? key : yield* failWith(absentCode)
})
