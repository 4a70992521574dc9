import { KeyTrashRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** A key in the trash of the project; a live one, and one of another project, is like none. */
export const findTrashedKey = Effect.fn("findTrashedKey")(function* (access: ProjectAccess, keyId: number) {
  const trash = yield* KeyTrashRepository
  const found = yield* trash.find(keyId)
  return Option.isSome(found) && found.value.projectId === access.projectId
    ? found.value
    : yield* failWith("key_not_found")
})
