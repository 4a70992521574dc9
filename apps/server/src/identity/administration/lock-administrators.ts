import { UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { AdministratorAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/**
 * The first statement of a transaction that takes something from a user, who may be an administrator: the ids of the
 * administrators who can act, with the caller among them. Two administrators who disable, demote or delete each other at
 * the same time: the second is none any more, and is refused.
 */
export const lockAdministrators = Effect.fn("lockAdministrators")(function* (
  { caller }: AdministratorAccess,
  userId: number
) {
  const users = yield* UserRepository
  const administrators = yield* users.lockAdministrators([userId])
  return administrators.includes(caller.userId) ? administrators : yield* failWith("operation_not_permitted")
})
