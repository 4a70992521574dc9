import { type ComputedPermission, computePermission } from "@dragoman/domain/permission"
import { AccessRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { Caller } from "../../platform/access/caller.ts"

/**
 * What the caller may do, as a user, in a project that the path does not name. None: there is no such project, or the
 * caller cannot see it.
 */
export const computeCallerPermission = Effect.fn("computeCallerPermission")(function* (
  { userId, serverRole }: Caller,
  projectId: number
) {
  const repository = yield* AccessRepository
  const found = yield* repository.findProject(projectId, userId)
  return Option.map(found, (facts): ComputedPermission => computePermission({ ...facts, serverRole }))
})
