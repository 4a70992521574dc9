import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** A live key of the project; one of another project is like none. */
export const findKey = Effect.fn("findKey")(function* (
  access: ProjectAccess,
  keyId: number,
  absentCode: "key_not_found" | "resource_not_found" = "key_not_found"
) {
  const repository = yield* KeyRepository
  const [key] = yield* repository.find(access.projectId, [keyId])
  return key ?? (yield* failWith(absentCode))
})
