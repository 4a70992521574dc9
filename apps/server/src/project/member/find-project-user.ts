import { MemberRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"

/** What is recorded about a user and a project; 404 when there is no such account. */
export const findProjectUser = Effect.fn("findProjectUser")(function* (projectId: number, userId: number) {
  const repository = yield* MemberRepository
  const found = yield* repository.findUser(projectId, userId)
  if (Option.isNone(found)) return yield* failWith("user_not_found")
  return { ...found.value, hasDirectPermission: found.value.directPermission !== null }
})
