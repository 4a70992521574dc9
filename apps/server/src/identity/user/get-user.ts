import { UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** The caller's account. 404 when it was deleted between the check of the access and now. */
export const getUser = Effect.fn("getUser")(function* ({ caller }: UserAccess) {
  const repository = yield* UserRepository
  const found = yield* repository.find(caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("user_not_found")
})
